// Cards, drawn with letters: rank and suit, red or black.

import { h } from "./dom.js";
import { cardName, say } from "./words.js";

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** A rank as it stands on a card. */
export const rank = (code) => (code[0] === "T" ? "10" : code[0]);
export const sign = (code) => SIGNS[code[1]] + "\uFE0E";
export const short = (code) => rank(code) + sign(code);
const isRed = (code) => code[1] === "D" || code[1] === "H";

function face(code) {
  return [h("span.rank", { "aria-hidden": "true" }, rank(code)), h("span.suit", { "aria-hidden": "true" }, sign(code))];
}

/** A card that lies there. */
export function card(code, ...classes) {
  const colour = isRed(code) ? "red" : "black";
  return h(["span", "card", colour, ...classes.filter(Boolean)].join("."), { role: "img", "aria-label": cardName(code), dataset: { code } }, face(code));
}

/** A card to touch. */
export function cardButton(code, onclick, ...classes) {
  const colour = isRed(code) ? "red" : "black";
  const name = cardName(code);
  return h(["button", "card", colour, ...classes.filter(Boolean)].join("."), { type: "button", "aria-label": name, title: name, dataset: { code }, onclick }, face(code));
}

/** A place where a card will lie. */
export const gap = (label = "") => h("span.card.gap", { "aria-hidden": "true" }, h("span.rank", {}, label));

/** The words for an item of a count. */
export function itemName(item) {
  return say(`kinds/${item.kind}`, { n: item.cards.length });
}

/** What a hand is called: whose, or just a hand. */
export function handName(hand, names) {
  if (hand.player === null) return say(`which/${hand.which}`);
  return say(hand.which === "crib" ? "crib_of" : "hand_of", { name: names[hand.player] });
}
