// Where no board is lit: plugs to pull, a deck to deal and scan from, and a new match.

import { $, fill, h, keptHere } from "./dom.js";
import { cardButton } from "./cards.js";
import { takesCards } from "./felt.js";
import { choice } from "./sayings.js";
import { say } from "./words.js";

const PACK = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const DEALT = { 2: 6, 3: 5, 4: 5 };

export class Simulator {
  constructor(send) {
    this.send = send;
    this.deal = undefined;
    this.plug = h("button.quiet", { type: "button" });
    this.deck = h("div.deck");
    this.match = h("div");
    const power = h("button.quiet", { type: "button", onclick: () => send({ line: "restart" }) }, say("simulator/power"));
    this.element = h(
      "section.panel.simulator",
      {},
      h("h2", {}, say("simulator/title")),
      this.deck,
      h("p.help", {}, say("simulator/about")),
      h("div.row", {}, this.plug, power),
      this.match,
    );
  }

  show(table) {
    this.table = table;
    if (this.deal === undefined) this.deal = remembered(table.names);
    if (this.deal && table.phase === "show" && !this.deal.over) {
      this.deal.over = true;
      this.remember();
    }
    const lost = table.scanner === "lost";
    this.plug.textContent = say(lost ? "simulator/plug" : "simulator/unplug");
    this.plug.onclick = () => this.send({ line: lost ? "plug scanner" : "unplug scanner" });
    this.plug.hidden = table.scan === "none";
    this.showDeck();
    this.showMatch();
  }

  // --- the deck: this page's own, as the cards on a kitchen table are their players' ----------------------------------------

  showDeck() {
    const { table } = this;
    if (table.scan === "none") {
      fill(this.deck);
      return;
    }
    const deal = h("button.act", { type: "button", onclick: () => this.dealCards() }, say("simulator/deal"));
    const lead = h("p.help", {}, say("simulator/deck_lead"));
    const heard = h("p.heard", {}, $("#said").lastElementChild?.textContent ?? "");
    fill(this.deck, h("h3", {}, say("simulator/deck")), lead, heard, h("div.row", {}, deal, this.nextAct()), this.deal && this.hands());
  }

  /** What was said last stands with the cards that are touched. */
  hear(phrase) {
    const heard = this.deck.querySelector(".heard");
    if (heard) heard.textContent = phrase;
  }

  dealCards() {
    const pack = shuffled(PACK);
    const players = this.table.names.length;
    const dealt = DEALT[players];
    this.deal = {
      hands: this.table.names.map((_, seat) => pack.slice(seat * dealt, (seat + 1) * dealt).sort(byRank)),
      crib: pack.slice(players * dealt, players * dealt + (players === 3 ? 1 : 0)),
      starter: pack[players * dealt + 12],
    };
    this.remember();
    this.showDeck();
  }

  /** What comes next with these cards, where it is not a touch on one of them. */
  nextAct() {
    const { deal, table } = this;
    const act = (label, ...lines) => h("button.act", { type: "button", onclick: () => lines.forEach((line) => this.send({ line })) }, label);
    if (table.phase === "cut") {
      const cuts = shuffled(PACK).filter((code) => !table.on_table.includes(code)).slice(0, table.names.length - table.on_table.length);
      return act(say("simulator/cut_for_deal"), ...cuts.map((code) => `scan ${code}`));
    }
    if (table.phase.endsWith("_over")) return act(say("buttons/next"), "next");
    if (!deal || deal.hands.some((hand) => hand.length > 4)) return null;
    const scans = (cards) => cards.filter((code) => !table.on_table.includes(code)).map((code) => `scan ${code}`);
    if (table.phase === "play" && table.turn !== null) return this.canPlay(table.turn) ? null : act(`${say("buttons/go")} ${table.names[table.turn]}`, "go");
    if (table.phase === "deal") return deal.over ? null : act(say("simulator/cut"), "next", `scan ${deal.starter}`);
    if (table.phase === "starter") return act(say("simulator/cut"), `scan ${deal.starter}`);
    const shown = table.phase === "show" && table.asked === null && table.shown;
    if (!shown || shown.cards.length === 4) return null;
    if (shown.which === "crib") return act(say("simulator/scan_crib"), ...scans(deal.crib));
    const name = table.names[shown.player];
    return act(say("simulator/scan_all", { name }), ...scans(deal.hands[shown.player]));
  }

  /** Whether one of this player's cards that are left fits. */
  canPlay(seat) {
    return this.deal.hands[seat].some((code) => !this.table.on_table.includes(code) && this.fits(code));
  }

  canScan(code, seat) {
    const { table } = this;
    if (table.on_table.includes(code) || table.phase === "cut" || !takesCards(table)) return false;
    return table.phase !== "play" || table.turn === null || (table.turn === seat && this.fits(code));
  }

  fits(code) {
    return this.table.count + Math.min("A23456789TJQK".indexOf(code[0]) + 1, 10) <= 31;
  }

  hands() {
    const { deal, table } = this;
    const hands = deal.hands.map((hand, seat) => {
      const extra = hand.length - 4;
      const name = table.names[seat];
      const note = extra > 0 ? say("simulator/lay_away", { name, n: extra }) : name;
      return h("div.dealt", {}, h("span.label", {}, note), h("div.pile", {}, hand.map((code) => this.key(code, seat, extra))));
    });
    return h("div.hands-dealt", {}, hands);
  }

  key(code, seat, extra) {
    const { table } = this;
    const key = cardButton(code, () => (extra > 0 ? this.layAway(seat, code) : this.send({ line: `scan ${code}` })), "small");
    key.disabled = extra <= 0 && !this.canScan(code, seat);
    return key;
  }

  layAway(seat, code) {
    const { hands, crib } = this.deal;
    hands[seat] = hands[seat].filter((one) => one !== code);
    crib.push(code);
    this.remember();
    this.showDeck();
  }

  /** The hands outlast the page's being loaded anew; not a change of players. */
  remember() {
    keptHere.set("deal", JSON.stringify({ names: this.table.names, deal: this.deal }));
  }

  // --- a new match ----------------------------------------------------------------------------------------------------------

  showMatch() {
    const { table } = this;
    const key = JSON.stringify([table.names, table.target, table.scan, table.begun]);
    if (this.matchKey === key) return;
    this.matchKey = key;
    const title = h("h3", {}, say("simulator/new_match"));
    if (table.begun) {
      fill(this.match, title, h("p.help", {}, say("simulator/only_before")));
      return;
    }
    const names = h("input", { type: "text", value: table.names.join(" "), maxLength: 60, autocomplete: "off", oninput: () => names.setCustomValidity("") });
    const target = choice(say("simulator/target"), [["121", "121"], ["61", "61"]], String(table.target));
    const kinds = [["all", say("simulator/scan_all_cards")], ["show", say("simulator/scan_show")], ["none", say("simulator/scan_none")]];
    const scan = choice(say("simulator/scan"), kinds, table.scan);
    const start = () => {
      const called = names.value.split(/[\s,，、]+/).filter(Boolean);
      if (called.length < 2 || called.length > 4) {
        names.setCustomValidity(say("simulator/how_many"));
        names.reportValidity();
        return;
      }
      this.send({ line: `set players=${called.length} names=${called.join(",")} target=${target.list.value} scan=${scan.list.value}` });
    };
    const named = h("label.field", {}, h("span", {}, say("simulator/names")), names);
    fill(this.match, title, h("div.row", {}, named, target.element, scan.element), h("button.act", { type: "button", onclick: start }, say("simulator/start")));
  }
}

const byRank = (a, b) => "A23456789TJQK".indexOf(a[0]) - "A23456789TJQK".indexOf(b[0]);

/** The hands that these players were dealt here, or null. */
function remembered(players) {
  const { names, deal } = JSON.parse(keptHere.get("deal", "{}"));
  return names?.join() === players.join() ? deal : null;
}

function shuffled(cards) {
  const pack = [...cards];
  for (let last = pack.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [pack[last], pack[other]] = [pack[other], pack[last]];
  }
  return pack;
}
