// The sides: big numerals in their colours, who leads and by how much, what is needed, and where the skunk lines are.

import { $, fill, h } from "./dom.js";
import { say } from "./words.js";

const COLOURS = ["a", "b", "c", "d"];
export const colourOf = (side) => COLOURS[side];

const LETTERS = "ABCD";
export const letterOf = (seat) => LETTERS[seat];

/** The side of a seat: partners sit crosswise. */
export const sideOf = (table, seat) => (seat === null ? null : seat % table.sides.length);

/** How far a side is ahead of the best other one. */
export function lead(table, side) {
  const others = table.sides.filter((_, other) => other !== side).map((other) => other.score);
  return table.sides[side].score - Math.max(...others);
}

export function showScores(table) {
  const box = $("#scores");
  box.dataset.sides = table.sides.length;
  box.dataset.digits = Math.max(...table.sides.map(({ score }) => String(score).length));
  box.setAttribute("aria-label", say("table"));
  fill(box, table.sides.map((side, number) => panel(table, side, number)));
}

function panel(table, side, number) {
  const over = table.phase.endsWith("_over");
  const turn = sideOf(table, table.turn) === number && !over;
  const deals = sideOf(table, table.dealer) === number && !over;
  const many = String(side.name).length > 12 ? ".long" : "";
  return h(
    `article.side.${colourOf(number)}${turn ? ".turn" : ""}`,
    { dataset: { side: number } },
    h("h2.name" + many, {}, h("span.who", {}, side.name), deals && h("span.chip.dealer", { title: dealerName(table) }, say("crib"))),
    h("p.numeral", { "aria-label": `${side.name}: ${side.score}` }, String(side.score)),
    h("p.facts", {}, h("span.needs", {}, side.needs ? say("needs", { n: side.needs }) : say("home")), h("span.lead", {}, leadText(table, number))),
    h("p.marks", {}, marks(table, side, number, turn)),
  );
}

const dealerName = (table) => (table.dealer === null ? "" : say("dealer", { name: table.names[table.dealer] }));

function leadText(table, number) {
  const margin = lead(table, number);
  if (margin === 0) return say("level");
  return margin > 0 ? say("ahead", { n: margin }) : say("behind", { n: -margin });
}

function marks(table, side, number, turn) {
  const line = [...table.lines].reverse().find(({ safe }) => !safe[number]);
  const threat = line && lead(table, number) < 0 && table.sides.some((_, other) => line.safe[other]);
  return [
    side.pending && h(`span.chip.pending${side.pending.refused ? ".bad" : ""}`, {}, pendingText(side.pending)),
    turn && h("span.chip.act", {}, turnText(table)),
    threat && h("span.chip.skunk", {}, say(`below_${line.kind}`, { n: line.hole - side.score })),
    matchMarks(table, side),
  ];
}

function turnText(table) {
  const partners = table.names.length > table.sides.length;
  return partners ? `${table.names[table.turn]} ${say("to_act")}` : say("to_act");
}

function pendingText(pending) {
  const points = pending.points > 0 ? `+${pending.points}` : `−${-pending.points}`;
  return pending.refused ? `${points} ${say("refused")}` : points;
}

/** Match points as pegs in holes, where there is room for them; always in words. */
function matchMarks(table, side) {
  const { needed, games } = table.match;
  const points = games ? side.games : side.points;
  if (needed === 1) return null;
  const text = say("match_points", { points, needed });
  const holes = needed <= 9 && Array.from({ length: needed }, (_, place) => h(`i${place < points ? ".in" : ""}`));
  return h("span.match", { role: "img", "aria-label": text, title: text }, holes || text);
}
