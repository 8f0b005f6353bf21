// What was played: games, averages, and any game again, award by award, on the board's picture.

import { Board } from "./board.js";
import { fill, h } from "./dom.js";
import { short } from "./cards.js";
import { keepingFocus } from "./focus.js";
import { bars, margins, race } from "./plots.js";
import { Replay } from "./replay.js";
import { colourOf } from "./scores.js";
import { locale, say } from "./words.js";

const AT_ONCE = 20; // games that are listed until more are asked for
const PLOTTED = 40;

export class Past {
  constructor(send) {
    this.send = send;
    this.element = h("div.past");
  }

  /** The view is opened: ask what there is. */
  open() {
    if (!this.replay) this.ask({ history: true });
  }

  ask(message) {
    fill(this.element, h("p.help", {}, say("past/loading")));
    this.asked = message;
    this.send(message);
  }

  /** The board is there again: what was asked for and didn't come is asked for anew. */
  resume() {
    if (this.asked) this.send(this.asked);
  }

  show(told) {
    this.asked = null;
    this.told = told;
    this.replay = null;
    if (told.problem || !told.games.length) {
      const why = told.problem === "no_journal" ? say("past/no_journal") : say("past/empty");
      fill(this.element, h("section.panel", {}, h("h2", {}, say("history")), h("p", {}, why)));
      return;
    }
    this.listing = [this.players(), this.averages(), this.results(), this.games(), this.matches()];
    this.back();
  }

  // --- players -------------------------------------------------------------------------------------------------------------

  players() {
    const head = ["player", "games", "wins", "skunks", "skunked", "hand", "crib", "pegging", "best"];
    const rows = this.told.players.map((player) => [
      player.name, player.games, player.wins, player.skunks, player.skunked,
      mean(player.average_hand), mean(player.average_crib), mean(player.average_pegging, 1), best(player.best_hand),
    ]);
    return section(say("past/players"), grid(head.map((name) => say(`past/${name}`)), rows));
  }

  averages() {
    const kinds = ["hand", "crib", "pegging"];
    const plots = kinds.map((kind) => {
      const rows = this.told.players
        .map((player, place) => ({ name: player.name, value: player[`average_${kind}`], kind: colourOf(place % 4) }))
        .filter(({ value }) => value !== null)
        .map((row) => ({ ...row, text: mean(row.value, kind === "pegging" ? 1 : 2) }));
      if (!rows.length) return null;
      const title = `${say("past/averages")}: ${say(`past/${kind}`)}`;
      return h("figure", {}, h("figcaption", {}, title), bars(title, rows));
    });
    return plots.some(Boolean) ? section(say("past/averages"), h("div.plots", {}, plots)) : null;
  }

  results() {
    const won = this.told.games.filter(({ winner, sides }) => winner !== null && sides.length === 2);
    const who = ({ sides }) => sides.map(called).sort().join();
    const theirs = won.filter((game) => who(game) === who(won.at(-1))).slice(-PLOTTED);
    if (theirs.length < 2) return null;
    const [up, down] = theirs.at(-1).sides.map(called);
    const values = theirs.map(({ sides, scores, winner }) => {
      const margin = Math.abs(scores[0] - scores[1]);
      const isUp = called(sides[winner]) === up;
      return { value: isUp ? margin : -margin, kind: colourOf(isUp ? 0 : 1), text: String(margin) };
    });
    const whose = say("past/whose_margins", { up, down, n: theirs.length });
    return section(say("past/results"), h("figure", {}, h("figcaption", {}, whose), margins(whose, values)));
  }

  // --- games ---------------------------------------------------------------------------------------------------------------

  games() {
    return listed(say("past/all_games"), "games", this.told.games, (game) =>
      h(
        "li.game",
        {},
        h("span.when", {}, say("game", { n: game.game }), h("small", {}, moment(game.began))),
        h("span.result", {}, game.sides.map((side, number) => h(`b.${colourOf(number)}${game.winner === number ? ".won" : ""}`, {}, `${called(side)} ${game.scores[number]}`))),
        h("span.ended", {}, ended(game)),
        h("button.quiet", { type: "button", "aria-label": `${say("game", { n: game.game })}: ${say("past/step")}`, onclick: () => this.stepThrough(game.game) }, say("past/step")),
      ),
    );
  }

  matches() {
    return listed(say("past/matches"), "matches", this.told.matches, ({ match, sides, games, points, winner }) =>
      h(
        "li.game",
        {},
        h("span.when", {}, say("past/match", { n: match })),
        h("span.result", {}, sides.map((side, number) => {
          const tally = say("past/tally", { games: games[number], points: points[number] });
          return h(`b.${colourOf(number)}${winner === number ? ".won" : ""}`, {}, `${called(side)}: ${tally}`);
        })),
        winner !== null && h("span.ended", {}, say("past/won_by", { name: called(sides[winner]) })),
      ),
    );
  }

  // --- one of them again -----------------------------------------------------------------------------------------------------

  stepThrough(number) {
    this.left = { at: scrollY, focus: document.activeElement };
    this.ask({ past: number });
  }

  showGame(told) {
    this.asked = null;
    if (told.problem) {
      fill(this.element, h("p.warn", {}, told.problem));
      return;
    }
    this.replay = new Replay(told, new Board(h("canvas", { role: "img" })), race, () => this.back());
    fill(this.element, this.replay.element);
    this.settle();
  }

  /** To the list as it was left. */
  back() {
    this.replay = null;
    fill(this.element, this.listing);
    this.left?.focus.focus({ preventScroll: true });
    this.settle();
    scrollTo(0, this.left?.at ?? 0);
    this.left = null;
  }

  /** A keyboard whose place is gone begins at the first thing here. */
  settle() {
    if (document.activeElement === document.body) this.element.querySelector("button")?.focus({ preventScroll: true });
  }
}

const mean = (value, places = 2) => (value === null ? "–" : value.toFixed(places));

function best(hand) {
  if (!hand) return "–";
  return say("past/best_is", { n: hand.total, cards: hand.cards.map(short).join(" "), starter: hand.starter ? short(hand.starter) : "–" });
}

const called = (side) => side.join(" & ");

/** The latest ones; the others when they are asked for. */
function listed(title, name, all, row) {
  const rest = [...all].reverse();
  const list = h(`ol.${name}`, { reversed: true });
  const more = h("button.quiet", { type: "button", onclick: () => add(rest.length) }, say("past/more", { n: all.length }));
  const add = (count) => keepingFocus(() => {
    list.append(...rest.splice(0, count).map(row));
    more.hidden = !rest.length;
  });
  add(AT_ONCE);
  return section(title, list, more);
}

function ended(game) {
  if (game.winner === null) return say(`past/${game.ended}`);
  const name = called(game.sides[game.winner]);
  const skunk = game.skunk === "none" ? "" : `, ${say(`past/${game.skunk}`)}`;
  return say("past/won_by", { name }) + skunk;
}

const moment = (time) => new Date(time).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });

function section(title, ...content) {
  return h("section.panel", {}, h("h2", {}, title), content);
}

function grid(head, rows) {
  const titles = h("tr", {}, head.map((name) => (name ? h("th", { scope: "col" }, name) : h("td"))));
  const cell = (value, place) => h("td", {}, h("span.label", { "aria-hidden": "true" }, head[place + 1]), h("span", {}, String(value)));
  const lines = rows.map(([first, ...cells]) => h("tr", {}, h("th", { scope: "row" }, String(first)), cells.map(cell)));
  return h("table", {}, h("thead", {}, titles), h("tbody", {}, lines));
}
