// How the page looks on this device: language, colours, motion; and installing it.

import { h, kept } from "./dom.js";
import { choice } from "./sayings.js";
import { languages, say, spoken } from "./words.js";

let installing = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installing = event;
});

/** Make the page look as it was chosen. */
export function look() {
  document.documentElement.dataset.theme = kept.get("theme", "auto");
  document.documentElement.dataset.motion = kept.get("motion", "auto");
}

export function settings(onLanguage) {
  const language = choice(say("settings/language"), Object.entries(languages()), spoken());
  language.list.onchange = () => {
    kept.set("language", language.list.value);
    onLanguage(language.list.value);
  };
  const theme = kind("theme", ["auto", "light", "dark", "contrast"]);
  const motion = kind("motion", ["auto", "calm"]);
  const install = installing && h("button.quiet", { type: "button", onclick: () => installing.prompt() }, say("settings/install"));
  return h("section.panel.settings", {}, h("h2", {}, say("settings/title")), language.element, theme, motion, install);
}

function kind(name, values) {
  const { list, element } = choice(say(`settings/${name}`), values.map((value) => [value, say(`settings/${value}`)]), kept.get(name, "auto"));
  list.onchange = () => {
    kept.set(name, list.value === "auto" ? "" : list.value);
    look();
  };
  return element;
}
