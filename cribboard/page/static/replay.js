// A game that was played, step by step: the board's picture, what was said, the cards, and how the scores ran.

import { fill, h } from "./dom.js";
import { card } from "./cards.js";
import { handCounted } from "./felt.js";
import { colourOf } from "./scores.js";
import { say } from "./words.js";

export class Replay {
  constructor(told, board, race, back) {
    this.told = told;
    this.board = board;
    this.race = race;
    this.at = 0;
    this.picture = h("div.replay-board", {}, board.canvas);
    this.scores = h("div.replay-scores");
    this.said = h("ul.replay-said", { "aria-live": "polite" });
    this.cards = h("div.cards");
    this.course = h("div");
    this.place = h("p.place");
    const last = told.steps.length - 1;
    this.slider = h("input", { type: "range", min: 0, max: last, value: 0, "aria-label": say("past/step"), oninput: () => this.go(Number(this.slider.value)) });
    const act = (label, to) => h("button.quiet", { type: "button", onclick: () => this.go(to()) }, label);
    this.element = h(
      "section.panel.replay",
      {},
      h("div.row", {}, h("h2", {}, say("game", { n: told.game })), h("button.quiet", { type: "button", onclick: back }, say("past/back_to_games"))),
      this.scores,
      this.picture,
      h("div.row.steps", {}, act(say("past/first"), () => 0), act(say("past/previous_award"), () => this.award(-1)), act(say("past/back"), () => this.at - 1), act(say("past/forward"), () => this.at + 1), act(say("past/next_award"), () => this.award(1)), act(say("past/last_step"), () => last)),
      this.slider,
      this.place,
      this.said,
      this.cards,
      h("figure", {}, h("figcaption", {}, say("past/race")), this.course),
    );
    board.layOut(told.board);
    this.go(0);
  }

  /** The next step in this direction with which something was pegged. */
  award(way) {
    const { steps } = this.told;
    let at = this.at + way;
    while (at > 0 && at < steps.length - 1 && !steps[at].award) at += way;
    return at;
  }

  go(to) {
    const { steps } = this.told;
    this.at = Math.min(steps.length - 1, Math.max(0, to));
    const { table, said, frame } = steps[this.at];
    this.slider.value = this.at;
    this.board.show(Uint8Array.from(atob(frame), (letter) => letter.charCodeAt(0)));
    const scores = table.sides.map(({ name, score }) => `${name} ${score}`).join(", ");
    this.board.canvas.setAttribute("aria-label", say("board_picture", { scores }));
    this.place.textContent = say("past/steps", { n: this.at + 1, of: steps.length });
    fill(this.scores, table.sides.map((side, number) => h(`p.${colourOf(number)}`, {}, h("span", {}, side.name), h("b", {}, String(side.score)))));
    fill(this.said, said.map((phrase) => h("li", {}, phrase)));
    fill(this.cards, this.lying(table));
    const lines = table.sides.map((_, number) => ({ kind: colourOf(number), values: steps.map((step) => step.table.sides[number].score) }));
    fill(this.course, this.race(say("past/race"), lines, table.target, this.at, (step) => this.go(step)));
  }

  lying(table) {
    const hand = table.hands.at(-1);
    if (hand && !table.pile.length) return handCounted(hand);
    return [table.starter && card(table.starter, "cut"), ...table.pile.map(({ card: code, old, player }) => card(code, `of-${colourOf(player % table.sides.length)}`, old && "old"))];
  }
}
