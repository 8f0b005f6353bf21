// The board's buttons: what is pressed here closes the very contacts that a finger at the board closes.

import { h } from "./dom.js";
import { colourOf, letterOf, sideOf } from "./scores.js";
import { say } from "./words.js";

const TAP = 60; // ms for which a tap by keyboard or by a screen reader lasts

/** The panel: a row for each side, and the shared ones. */
export function buttonPanel(table, send) {
  const rows = table.sides.map((side, number) => {
    const goes = side.seats.map((seat) => {
      const name = table.names[seat];
      const label = side.seats.length > 1 ? `${say("buttons/go")} ${name}` : say("buttons/go");
      return button(`${letterOf(seat)}.go`, label, say("buttons/go_long", { name }), say("buttons/go_hold"), send);
    });
    const letter = letterOf(number);
    const { name } = side;
    return h(
      `div.buttons.${colourOf(number)}`,
      { role: "group", "aria-label": name },
      h("span.who", {}, name),
      button(`${letter}.one`, say("buttons/one"), say("buttons/one_long", { name }), say("buttons/one_hold"), send),
      button(`${letter}.five`, say("buttons/five"), say("buttons/five_long", { name }), "", send),
      goes,
    );
  });
  const shared = h(
    "div.buttons.shared",
    { role: "group", "aria-label": say("buttons/title") },
    button("undo", say("buttons/undo"), say("buttons/undo"), say("buttons/undo_hold"), send),
    button("next", say("buttons/next"), say("buttons/next"), say("buttons/next_hold"), send),
  );
  return h("section.panel.board-buttons", {}, h("h2", {}, say("buttons/title")), rows, shared);
}

/** What goes with the card pad where the whole panel is far away: go, of which only whose turn it is shows, undo and next. */
export function quickButtons(table, send) {
  const goes = table.names.map((name, seat) => button(`${letterOf(seat)}.go`, `${say("buttons/go")} ${name}`, say("buttons/go_long", { name }), "", send));
  return [...goes, button("next", say("buttons/next"), say("buttons/next"), "", send), button("undo", say("buttons/undo"), say("buttons/undo"), "", send)];
}

/** Mark whose button would do something now. */
export function markTurn(panel, table) {
  const seat = table.turn === null ? null : `${letterOf(table.turn)}.go`;
  for (const one of document.querySelectorAll("button[data-button]")) one.classList.toggle("due", one.dataset.button === seat);
  for (const [number, side] of table.sides.entries()) {
    const row = panel.querySelectorAll(".buttons")[number];
    row?.classList.toggle("pending", Boolean(side.pending));
    row?.classList.toggle("turn", sideOf(table, table.turn) === number);
  }
}

function button(name, label, long, hold, send) {
  const element = h("button.press", { type: "button", "aria-label": hold ? `${long} (${hold})` : long, dataset: { button: name } }, h("span", {}, label), hold && h("small", {}, hold));
  let pointer = null;
  const press = (down) => {
    if (element.classList.contains("down") === down) return;
    element.classList.toggle("down", down);
    send({ press: name, down });
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pointer !== null) return;
    pointer = event.pointerId;
    element.setPointerCapture(pointer);
    press(true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    element.addEventListener(end, () => {
      if (pointer === null) return;
      pointer = null;
      press(false);
    });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) press(true);
  });
  element.addEventListener("keyup", (event) => (event.key === " " || event.key === "Enter") && press(false));
  element.addEventListener("blur", () => press(false));
  element.addEventListener("click", (event) => {
    if (event.detail !== 0) return; // a pointer's or a key's click was told already
    press(true);
    setTimeout(() => press(false), TAP);
  });
  return element;
}
