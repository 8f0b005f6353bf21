// The page's words, in the language that was chosen or that the device speaks.

import { kept } from "./dom.js";

let words = {};
let names = { en: "English" };
let language = "en";

/** A word by its dotted name, with {values} filled in. */
export function say(name, values = {}) {
  let word = words;
  for (const part of name.split("/")) word = word?.[part];
  if (typeof word !== "string") return name;
  return word.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

/** Whether there is such a word. */
export const has = (name) => say(name) !== name;

export const spoken = () => language;
export const languages = () => names;

/** How dates are written: as this device does where it speaks the page's language. */
export const locale = () => navigator.languages.find((one) => one.startsWith(language)) ?? language;

/** A card's name, as the board says it. */
export function cardName(code) {
  const rank = "A23456789TJQK".indexOf(code[0]);
  return say("card", { rank: words.ranks?.[rank] ?? code[0], suit: words.suits?.[code[1]] ?? code[1] });
}

/** Load the words. A language that the board doesn't speak becomes English. */
export async function learn(wanted = kept.get("language") || navigator.language) {
  const answer = await fetch(`words/${wanted.slice(0, 2)}.json`);
  ({ language, words, languages: names } = await answer.json());
  document.documentElement.lang = language;
}
