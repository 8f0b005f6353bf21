// What was played: games, averages, and any game again, award by award, on the board's picture.

import { Board } from "./board.js";
import { fill, h } from "./dom.js";
import { short } from "./cards.js";
import { bars, margins, race } from "./plots.js";
import { Replay } from "./replay.js";
import { colourOf } from "./scores.js";
import { say, spoken } from "./words.js";

export class Past {
  constructor(send) {
    this.send = send;
    this.element = h("div.past");
  }

  /** The view is opened: ask what there is. */
  open() {
    if (this.replay) return;
    fill(this.element, h("p.help", {}, say("past/loading")));
    this.send({ history: true });
  }

  show(told) {
    this.told = told;
    this.replay = null;
    if (told.problem || !told.games.length) {
      const why = told.problem === "no_journal" ? say("past/no_journal") : say("past/empty");
      fill(this.element, h("section.panel", {}, h("h2", {}, say("history")), h("p", {}, why)));
      return;
    }
    fill(this.element, this.players(), this.averages(), this.results(), this.games(), this.matches());
    this.settle();
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
    const won = this.told.games.filter(({ winner, sides }) => winner !== null && sides.length === 2).slice(-40);
    if (won.length < 2) return null;
    const values = won.map(({ scores, winner }) => {
      const margin = Math.abs(scores[0] - scores[1]);
      return { value: winner === 0 ? margin : -margin, kind: colourOf(winner), text: String(margin) };
    });
    return section(say("past/results"), margins(say("past/results"), values));
  }

  // --- games ---------------------------------------------------------------------------------------------------------------

  games() {
    const rows = [...this.told.games].reverse().map((game) =>
      h(
        "li.game",
        {},
        h("span.when", {}, say("game", { n: game.game }), h("small", {}, moment(game.began))),
        h("span.result", {}, game.sides.map((side, number) => h(`b.${colourOf(number)}${game.winner === number ? ".won" : ""}`, {}, `${side.join(" & ")} ${game.scores[number]}`))),
        h("span.ended", {}, ended(game)),
        h("button.quiet", { type: "button", "aria-label": `${say("game", { n: game.game })}: ${say("past/step")}`, onclick: () => this.ask(game.game) }, say("past/step")),
      ),
    );
    return section(say("past/all_games"), h("ol.games", { reversed: true }, rows));
  }

  matches() {
    const rows = [...this.told.matches].reverse().map(({ match, sides, games, points, winner }) =>
      h(
        "li.game",
        {},
        h("span.when", {}, say("past/match", { n: match })),
        h("span.result", {}, sides.map((side, number) => {
          const tally = say("past/tally", { games: games[number], points: points[number] });
          return h(`b.${colourOf(number)}${winner === number ? ".won" : ""}`, {}, `${side.join(" & ")}: ${tally}`);
        })),
        winner !== null && h("span.ended", {}, say("past/won_by", { name: sides[winner].join(" & ") })),
      ),
    );
    return section(say("past/matches"), h("ol.matches", { reversed: true }, rows));
  }

  // --- one of them again -----------------------------------------------------------------------------------------------------

  ask(number) {
    fill(this.element, h("p.help", {}, say("past/loading")));
    this.send({ past: number });
  }

  showGame(told) {
    if (told.problem) {
      fill(this.element, h("p.warn", {}, told.problem));
      return;
    }
    const back = () => {
      this.replay = null;
      this.open();
    };
    this.replay = new Replay(told, new Board(h("canvas", { role: "img" })), race, back);
    fill(this.element, this.replay.element);
    this.settle();
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

function ended(game) {
  if (game.winner === null) return say(`past/${game.ended}`);
  const name = game.sides[game.winner].join(" & ");
  const skunk = game.skunk === "none" ? "" : `, ${say(`past/${game.skunk}`)}`;
  return say("past/won_by", { name }) + skunk;
}

const moment = (time) => new Date(time).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" });

function section(title, ...content) {
  return h("section.panel", {}, h("h2", {}, title), content);
}

function grid(head, rows) {
  const titles = h("tr", {}, head.map((name) => (name ? h("th", { scope: "col" }, name) : h("td"))));
  const cell = (value, place) => h("td", {}, h("span.label", { "aria-hidden": "true" }, head[place + 1]), h("span", {}, String(value)));
  const lines = rows.map(([first, ...cells]) => h("tr", {}, h("th", { scope: "row" }, String(first)), cells.map(cell)));
  return h("table", {}, h("thead", {}, titles), h("tbody", {}, lines));
}
