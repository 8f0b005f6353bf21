// The card pad: fifty-two cards to touch. Where the table scans, a touch is a card on the reader; else it counts a hand.

import { fill, h } from "./dom.js";
import { card, cardButton, gap } from "./cards.js";
import { expectation, handCounted, takesCards } from "./felt.js";
import { keepingFocus } from "./focus.js";
import { say } from "./words.js";

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";

export class Pad {
  constructor(send) {
    this.send = send;
    this.picked = [];
    this.counting = false;
    this.crib = false;
    this.counted = null;
    this.keys = new Map();
    this.lead = h("p.lead");
    this.slots = h("div.slots");
    this.quick = h("div.quick");
    this.result = h("div.result");
    this.only = h("input", { type: "checkbox", onchange: () => this.countOnly(this.only.checked) });
    this.onlyLabel = h("label.check", {}, this.only, h("span", {}, say("pad/count_only")));
    const rows = [...SUITS].map((suit) => h(`div.suit-row.${suit}`, {}, [...RANKS].map((rank) => this.key(rank + suit))));
    this.element = h("section.panel.pad", {}, h("h2", {}, say("pad/title")), this.lead, this.slots, this.result, this.quick, h("div.keys", {}, rows), this.onlyLabel);
  }

  key(code) {
    const key = cardButton(code, () => this.touch(code), "key");
    this.keys.set(code, key);
    return key;
  }

  /** Follow the table. */
  show(table) {
    keepingFocus(() => this.follow(table));
  }

  follow(table) {
    this.table = table;
    const scans = table.scan !== "none";
    this.counts = this.counting || !scans;
    this.onlyLabel.hidden = !scans;
    this.element.classList.toggle("counts", this.counts);
    const gone = this.counts ? this.picked : table.on_table;
    const waits = !this.counts && !takesCards(table);
    for (const [code, key] of this.keys) key.disabled = gone.includes(code) || waits;
    this.lead.textContent = waits ? expectation(table) : say(this.counts ? "pad/count_lead" : "pad/lead");
    fill(this.slots, this.counts ? this.handSlots() : this.tableSlots(table));
    fill(this.result, this.counts ? this.verdict(table) : null);
  }

  countOnly(counting) {
    this.counting = counting;
    this.clear();
  }

  clear() {
    this.picked = [];
    this.counted = null;
    this.show(this.table);
  }

  touch(code) {
    if (!this.counts) {
      this.send({ line: `scan ${code}` });
      return;
    }
    if (this.picked.length === 5) this.picked = [];
    this.counted = null;
    this.picked.push(code);
    if (this.picked.length === 5) this.ask();
    this.show(this.table);
  }

  ask() {
    this.send({ count: this.picked, crib: this.crib });
  }

  /** The board's answer to a count. */
  tell(counted) {
    this.counted = counted;
    this.show(this.table);
  }

  tableSlots(table) {
    const lying = table.shown;
    if (!lying) return null;
    const empty = Array.from({ length: 4 - lying.cards.length }, () => gap());
    return [lying.cards.map((code) => card(code)), empty, table.starter && card(table.starter, "cut")].flat();
  }

  handSlots() {
    if (this.counted) return null;
    const empty = Array.from({ length: 5 - this.picked.length }, (_, place) => gap(this.picked.length + place === 4 ? "✂" : ""));
    return [...this.picked.map((code, place) => card(code, place === 4 && "cut")), ...empty];
  }

  verdict(table) {
    const again = h("button.quiet", { type: "button", onclick: () => this.clear() }, say("pad/clear"));
    if (!this.counted) return this.picked.length ? [again] : null;
    const crib = h("input", { type: "checkbox", checked: this.crib, onchange: () => { this.crib = crib.checked; this.ask(); } });
    const { total } = this.counted;
    const pegs = total > 0 && !table.phase.endsWith("_over")
      ? table.sides.map((side, number) => h(`button.act.${"abcd"[number]}`, { type: "button", onclick: () => this.peg(number, total) }, say("pad/peg", { n: total, name: side.name })))
      : [];
    return [handCounted(this.counted), h("div.row", {}, pegs, again), h("label.check", {}, crib, h("span", {}, say("pad/as_crib")))];
  }

  peg(side, points) {
    this.send({ award: points, side });
    this.clear();
  }
}
