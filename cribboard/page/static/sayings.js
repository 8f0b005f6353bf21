// What buttons can't say: who deals, a penalty, another's award, a card that was read wrongly, a deal or a game anew.

import { h } from "./dom.js";
import { short } from "./cards.js";
import { cardName, say } from "./words.js";

const PACK = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));

/** The panel, for the table as it is: built anew when names or cards change. */
export function sayings(table, send) {
  const line = (text) => () => send({ line: text });
  const names = table.sides.map((side) => table.names[side.seats[0]]);
  const act = (label, text) => h("button.quiet", { type: "button", onclick: line(text) }, label);
  return h(
    "details.panel.sayings",
    {},
    h("summary", {}, h("h2", {}, say("words/title"))),
    group("words/why", act(say("words/why"), "why")),
    group("words/dealer_title", table.names.map((name) => act(say("words/dealer", { name }), `dealer ${name}`))),
    group("words/heels_title", table.names.map((name) => act(say("words/heels", { name }), `hold ${name}.go`))),
    group("words/take_off_title", names.map((name, side) => act(say("words/take_off", { name: table.sides[side].name }), `hold ${name}.one`))),
    group("words/move_title", names.map((name, side) => act(say("words/move", { name: table.sides[side].name }), `move ${name}`))),
    penalty(table, names, send),
    correction(table, send),
    group("words/redeal_title", act(say("words/redeal"), "hold undo"), act(say("words/redeal_again"), "hold undo"), act(say("words/new_game"), "hold next"), act(say("words/new_game_again"), "hold next")),
  );
}

function group(title, ...content) {
  return h("fieldset", {}, h("legend", {}, say(title)), h("div.row", {}, content.flat()));
}

/** A list to choose from, with a name that is read out. */
export function choice(label, options, chosen) {
  const list = h("select", {}, options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return { list, element: h("label.field", {}, h("span", {}, label), list) };
}

function penalty(table, names, send) {
  const sides = table.sides.map((side, number) => [names[number], side.name]);
  const who = choice(say("words/penalised"), sides, names[0]);
  const points = h("input", { type: "number", min: 1, max: 30, value: 2, inputMode: "numeric" });
  const to = choice(say("words/pegged_by"), sides, names[1]);
  const act = h("button.quiet", { type: "button", onclick: () => send({ line: `penalty ${who.list.value} ${points.value} ${to.list.value}` }) }, say("words/penalty_do"));
  return group("words/penalty_title", who.element, h("label.field", {}, h("span", {}, say("words/points")), points), to.element, act);
}

function correction(table, send) {
  if (!table.on_table.length) return null;
  const name = (code) => [code, `${short(code)}  ${cardName(code)}`];
  const wrong = choice(say("words/wrong"), table.on_table.map(name));
  const right = choice(say("words/right"), PACK.filter((code) => !table.on_table.includes(code)).map(name));
  const act = h("button.quiet", { type: "button", onclick: () => send({ line: `correct ${wrong.list.value} ${right.list.value}` }) }, say("words/correct_do"));
  return group("words/correct_title", wrong.element, right.element, act);
}
