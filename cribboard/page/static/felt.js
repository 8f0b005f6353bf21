// What lies on the table: the phase, the count, the cards, the last award, and each counted hand item by item.

import { $, fill, h } from "./dom.js";
import { card, gap, handName, itemName, short } from "./cards.js";
import { keepingFocus } from "./focus.js";
import { colourOf, sideOf } from "./scores.js";
import { say } from "./words.js";

const PACE = 1300; // ms an item

let shown = { key: "", hand: 0, item: -1, timer: 0, known: 0 };

export function showFelt(table) {
  follow(table);
  fill($("#felt"), headline(table), cards(table), hands(table), last(table));
}

// --- what is going on --------------------------------------------------------------------------------------------------

export function expectation(table) {
  const { phase, scan } = table;
  const name = table.names[table.turn ?? table.dealer ?? 0];
  if (phase === "cut") return say(scan === "none" ? "expects/cut.none" : "expects/cut");
  if (phase === "starter") return say(scan === "show" ? "expects/starter.show" : "expects/starter");
  if (phase === "play" && table.turn === null) return say(scan === "none" ? "expects/play.none" : "expects/play.show");
  if (phase === "show") {
    const hand = table.shown;
    const which = say(`which/${hand?.which ?? "hand"}`);
    if (table.called) return say("expects/show.called");
    if (table.claimed !== null) return say("expects/show.claimed", { name: table.names[table.asked], n: table.claimed });
    if (table.asked !== null) return say("expects/show.asked", { name: table.names[table.asked], which });
    if (hand?.cards.length === 4) return say("expects/show.known", { name, which });
    return say("expects/show", { name, which });
  }
  return say(`expects/${phase}`, { name });
}

/** Whether a card on the reader would be taken now. */
export const takesCards = (table) => !table.deaf && table.asked === null;

function headline(table) {
  return h(
    "div.headline",
    {},
    h("div.phase", {}, h("h2", {}, say(`phases/${table.phase}`)), h("p.expects", {}, expectation(table))),
    table.turn !== null && table.phase === "play" && h("p.count", {}, h("span.label", {}, say("count")), h("output", {}, String(table.count))),
  );
}

function cards(table) {
  const { pile, starter, shown: lying } = table;
  const row = [];
  const isInHand = table.hands.length && !pile.length; // a counted hand is laid out with it
  if (starter && !isInHand) row.push(h("div.starter", {}, card(starter), h("span.label", {}, say("starter"))));
  if (pile.length) {
    row.push(h("div.pile", {}, pile.map((laid) => {
      const classes = [`of-${colourOf(sideOf(table, laid.player))}`, laid.old && "old"];
      return h("div.laid", {}, card(laid.card, ...classes), h("span.label", {}, table.names[laid.player]));
    })));
  } else if (lying && lying.cards.length && table.asked === null && lying.cards.length < 4) {
    const empty = Array.from({ length: 4 - lying.cards.length }, () => gap());
    row.push(h("div.pile", {}, lying.cards.map((code) => card(code)), empty));
  } else if (lying && table.asked !== null) {
    row.push(h("div.pile", {}, lying.cards.map((code) => card(code))));
  }
  return row.length ? h("div.cards", {}, row) : null;
}

function last(table) {
  if (!table.last) return h("p.last.empty", {}, say("nothing_yet"));
  const { side, points, text } = table.last;
  const plus = points > 0 ? `+${points}` : `−${-points}`;
  return h(`p.last.${colourOf(side)}`, {}, h("span.label", {}, say("last_award")), h("strong", {}, plus), h("span", {}, text));
}

// --- the counted hands, item by item -------------------------------------------------------------------------------------

/** Begin with the newest hand when a new one was counted. */
function follow(table) {
  const key = table.hands.map((hand) => `${hand.player}${hand.which}${hand.cards}`).join();
  if (key === shown.key) return;
  const more = table.hands.length > shown.known || !key.startsWith(shown.key);
  shown = { ...shown, key, known: table.hands.length };
  if (table.hands.length && more) choose(table, Math.max(0, newest(table)));
}

/** Of hands that were counted at once, the first one counts first. */
function newest(table) {
  const before = shown.before ?? 0;
  shown.before = table.hands.length;
  return table.hands.length > before ? before : 0;
}

function choose(table, hand) {
  clearTimeout(shown.timer);
  Object.assign(shown, { hand, item: -1 });
  step(table);
}

function step(table) {
  const hand = table.hands[shown.hand];
  if (!hand || shown.key === "") return;
  if (shown.item < hand.items.length) {
    shown.item += 1;
    shown.timer = setTimeout(() => step(table), PACE);
  } else if (shown.hand + 1 < table.hands.length) {
    choose(table, shown.hand + 1);
    return;
  }
  const old = $("#felt .hands");
  if (old) keepingFocus(() => old.replaceWith(hands(table)));
}

function hands(table) {
  const hand = table.hands[Math.min(shown.hand, table.hands.length - 1)];
  if (!hand) return null;
  const tabs = table.hands.map((one, place) =>
    h(`button.tab${one === hand ? ".chosen" : ""}`, { type: "button", "aria-pressed": String(one === hand), onclick: () => choose(table, place) }, handName(one, table.names), h("b", {}, String(one.total))),
  );
  return h("div.hands", {}, h("div.tabs", {}, tabs), handCounted(hand, shown.item));
}

/** A hand with its items; those up to `at` are told, that one's cards stand out. With none given, all are. */
export function handCounted(hand, at = hand.items.length) {
  const item = hand.items[at];
  const lit = (code) => item && (item.cards.includes(code) ? "lit" : "dim");
  let sum = 0;
  const told = hand.items.map((one, place) => {
    sum += one.points;
    const state = place === at ? ".now" : place < at ? "" : ".later";
    return h(`li${state}`, {}, h("span.kind", {}, itemName(one)), h("span.of", {}, one.cards.map(short).join(" ")), h("b", {}, String(sum)));
  });
  const so_far = hand.items.slice(0, at + 1).reduce((total, one) => total + one.points, 0);
  return h(
    "div.counted",
    {},
    h("div.five", {}, hand.cards.map((code) => card(code, lit(code))), hand.starter && card(hand.starter, "cut", lit(hand.starter))),
    h("p.total", {}, h("span.label", {}, say("total")), h("output", {}, String(at >= hand.items.length ? hand.total : so_far))),
    h("ol.items", { "aria-label": hand.call }, told.length ? told : h("li", {}, say("pad/nothing"))),
  );
}
