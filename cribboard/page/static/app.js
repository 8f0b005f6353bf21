// The page: it puts the parts together, and hands on what the board tells.

import { Board } from "./board.js";
import { buttonPanel, markTurn, quickButtons } from "./buttons.js";
import { $, fill, h, kept } from "./dom.js";
import { showFelt } from "./felt.js";
import { keepingFocus, onceEach } from "./focus.js";
import { Past } from "./past.js";
import { Link } from "./link.js";
import { Pad } from "./pad.js";
import { Pairing } from "./pairing.js";
import { sayings } from "./sayings.js";
import { showScores } from "./scores.js";
import { look, settings } from "./settings.js";
import { Simulator } from "./simulator.js";
import { learn, say, spoken } from "./words.js";

const VIEWS = ["table", "play", "history", "more"];
const ICONS = {
  table: "M3 6h18v12H3zM7 10v4M12 10v4M17 10v4",
  play: "M5 4h9v13H5zM10 7h9v13h-9",
  history: "M4 19V9M10 19V5M16 19v-7M21 19H3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};
const SAID = 6; // phrases that are kept to be read

let table = null;
let link = null;
let parts = {};

const board = new Board($("#board canvas"));
const send = (message) => {
  if (!link.send(message)) complain(say("offline"));
};

// --- what the board tells ------------------------------------------------------------------------------------------------

const on = {
  frame: (frame) => board.show(frame),
  board: (layout) => board.layOut(layout),
  table: (told) => {
    table = told;
    keepingFocus(showTable);
  },
  said: (phrase, { again }) => hear(phrase, again),
  you: (you) => {
    parts.pairing.stand(you);
    document.body.classList.toggle("paired", Boolean(you.name));
    document.body.classList.toggle("locked", !you.may_watch);
    if (!you.may_watch) show("more");
    if (you.name && location.hash) {
      history.replaceState(null, "", location.pathname);
      show("play"); // who begins at this computer has everything to touch before his eyes
    }
  },
  token: (token) => kept.set("token", token),
  pairing: (answer, { seconds }) => parts.pairing.hear(answer, seconds),
  problem: (problem) => complain(problem),
  counted: (counted) => parts.pad.tell(counted),
  history: (told) => parts.past.show(told),
  past: (told) => parts.past.showGame(told),
  live: (live) => showLive(live),
};

function showTable() {
  showScores(table);
  showFelt(table);
  const key = JSON.stringify([table.names, table.sides.length, table.simulated, table.scan]);
  if (parts.key !== key) {
    parts.key = key;
    parts.buttons = buttonPanel(table, send);
    fill(parts.pad.quick, table.scan === "none" ? [] : quickButtons(table, send));
    $("#input").dataset.scan = table.scan;
    parts.simulator = table.simulated ? new Simulator(send) : null;
    fill($("#input"), h("div.column", {}, parts.buttons, parts.say), parts.pad.element, parts.simulator?.element, unpaired());
  }
  markTurn(parts.buttons, table);
  parts.pad.show(table);
  parts.simulator?.show(table);
  showSayings();
  const scores = table.sides.map(({ name, score }) => `${name} ${score}`).join(", ");
  board.canvas.setAttribute("aria-label", say("board_picture", { scores }));
  const warnings = [table.scanner === "lost" && say("scanner_lost"), !table.kept && say("not_kept")].filter(Boolean);
  fill($("#about"), table.simulated && h("span.chip", { title: say("simulated_long") }, say("simulated")), warnings.map((text) => h("span.chip.warn", {}, text)));
  document.title = `${table.sides.map(({ score }) => score).join("–")} · ${say("title")}`;
}

/** Where things are touched, who may not yet is offered to be paired. */
function unpaired() {
  const ask = () => {
    show("more");
    send({ pair: "" });
  };
  return h("section.panel.unpaired", {}, h("p", {}, say("pairing/unpaired")), h("button.act", { type: "button", onclick: ask }, say("pairing/ask")));
}

/** The forms are built anew only when what they offer has changed, so that nobody's choice is lost. */
function showSayings() {
  const key = JSON.stringify([table.on_table, table.names, spoken()]);
  if (parts.sayingsKey === key) return;
  parts.sayingsKey = key;
  const panel = sayings(table, send);
  panel.open = parts.say.firstElementChild?.open ?? false;
  fill(parts.say, panel);
}

function hear(phrase, again) {
  const said = $("#said");
  if (again) said.setAttribute("aria-live", "off");
  else said.setAttribute("aria-live", "polite");
  said.append(h("span", {}, phrase));
  while (said.children.length > SAID) said.firstElementChild.remove();
  fitSaid();
  parts.simulator?.hear(phrase);
}

/** The last phrase is always there as a whole; before it, as many whole ones as there is room for. Screen readers have them all. */
function fitSaid() {
  const said = $("#said");
  const room = Number.parseFloat(getComputedStyle(said).minHeight);
  let taken = 0;
  for (const phrase of [...said.children].reverse()) {
    phrase.classList.remove("past");
    taken += phrase.offsetHeight;
    phrase.classList.toggle("past", taken > room && phrase !== said.lastElementChild);
  }
}

let complaint = 0;
function complain(problem) {
  const box = $("#problem");
  fill(box, h("span", {}, problem), h("button.quiet", { type: "button", "aria-label": say("close"), onclick: () => fill(box) }, "✕"));
  clearTimeout(complaint);
  complaint = setTimeout(() => fill(box), 8000);
}

function showLive(live) {
  document.body.classList.toggle("offline", !live);
  const standing = $("#standing");
  standing.className = live ? "live" : "lost";
  fill(standing, h("span", {}, say(live ? "live" : table ? "offline" : "connecting")));
  if (live) parts.past.resume();
}

// --- views -----------------------------------------------------------------------------------------------------------------

function show(view) {
  document.documentElement.dataset.view = view;
  for (const tab of document.querySelectorAll("#views button")) tab.setAttribute("aria-current", tab.dataset.view === view ? "page" : "false");
  if (view === "history") parts.past.open();
  scrollTo(0, 0);
}

/** A tab is touched; while a past game is looked at, history's own leads back to all games. */
function turn(view) {
  const isHere = document.documentElement.dataset.view === view;
  if (isHere && view === "history" && parts.past.replay) parts.past.back();
  else show(view);
}

function icon(name) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  drawing.append(path);
  return drawing;
}

/** Build everything that has words in it. */
function build() {
  const view = document.documentElement.dataset.view;
  $("#title").textContent = say("title");
  parts = { pad: new Pad(send), pairing: parts.pairing ?? new Pairing(send), past: new Past(send), say: h("div") };
  $("#said").replaceChildren();
  fill($("#views"), VIEWS.map((name) => h("button", { type: "button", dataset: { view: name }, onclick: () => turn(name) }, icon(name), h("span", {}, say(name)))));
  fill($("#history"), parts.past.element);
  fill($("#more"), parts.pairing.element, settings(speak));
  parts.pairing.draw();
  if (table) showTable();
  show(view);
}

async function speak(language) {
  await learn(language);
  build();
  send({ language: spoken() });
  showLive(link.live);
}

new ResizeObserver(fitSaid).observe($("#said"));
onceEach();
look();
await learn();
build();
link = new Link(spoken, on);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("worker.js").catch(() => {});
