// Pairing this phone: the board says and lights a code, and who is at the board enters it here.

import { fill, h, kept } from "./dom.js";
import { say } from "./words.js";

export class Pairing {
  constructor(send) {
    this.send = send;
    this.you = { name: null, may_watch: true };
    this.asked = false;
    this.note = h("p.note", { role: "status" });
    this.element = h("section.panel.pairing");
  }

  /** How we stand: who we are to the board. */
  stand(you) {
    this.you = you;
    if (you.name) this.asked = false;
    this.tell("");
    this.draw();
  }

  /** The board's answer to what was asked or entered. */
  hear(answer, seconds) {
    const open = { asked: true, wrong: true, wait: this.asked, void: false, over: false };
    this.asked = open[answer];
    this.tell(answer === "asked" ? "" : say(`pairing/${answer}`, { n: seconds }));
    if (seconds) this.waits = setTimeout(() => this.tell(say("pairing/again")), 1000 * seconds);
    this.draw();
  }

  tell(note) {
    clearTimeout(this.waits);
    this.note.textContent = note;
  }

  draw() {
    const { you } = this;
    const locked = you.may_watch ? null : h("p.warn", {}, say("pairing/locked"));
    const body = you.name ? this.paired(you.name) : this.asked ? this.entry() : this.offer();
    fill(this.element, h("h2", {}, say("pairing/title")), locked, body, this.note);
    if (this.asked) this.element.querySelector("input")?.focus();
  }

  paired(name) {
    const forget = h("button.quiet", { type: "button", onclick: () => { kept.set("token", ""); location.reload(); } }, say("pairing/forget"));
    return [h("p", {}, say("pairing/paired", { name })), forget];
  }

  offer() {
    const ask = h("button.act", { type: "button", onclick: () => this.send({ pair: "" }) }, say("pairing/ask"));
    return [h("p", {}, say("pairing/unpaired")), ask];
  }

  entry() {
    const code = h("input.code", { type: "text", inputMode: "numeric", autocomplete: "one-time-code", pattern: "[1-9]{4}", title: say("pairing/digits"), maxLength: 4, required: true });
    const name = h("input", { type: "text", maxLength: 24, value: kept.get("phone") || say(`pairing/${matchMedia("(pointer: fine)").matches ? "computer" : "phone"}`), autocomplete: "off" });
    const enter = (event) => {
      event.preventDefault();
      kept.set("phone", name.value);
      this.send({ pair: code.value, name: name.value });
    };
    return h(
      "form",
      { onsubmit: enter },
      h("label.field", {}, h("span", {}, say("pairing/code")), code),
      h("p.help", {}, say("pairing/code_help")),
      h("label.field", {}, h("span", {}, say("pairing/name")), name),
      h("button.act", { type: "submit" }, say("pairing/enter")),
    );
  }
}
