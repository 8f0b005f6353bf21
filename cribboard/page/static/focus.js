// Where a keyboard is: it stays at its place when what it was on is drawn anew, disabled or gone.

const KEYS = "button, input, select, summary";

const label = (element) => element.getAttribute("aria-label") || element.textContent;
const isUsable = (element) => element.isConnected && !element.disabled && element.checkVisibility();

/** Do this; then whoever had the focus has it still: on the same thing, else on the next one there. */
export function keepingFocus(act) {
  const had = document.activeElement;
  if (!had?.matches(KEYS)) {
    act();
    return;
  }
  const places = homesOf(had).map((home) => ({ home, place: keysOf(home).indexOf(had) }));
  act();
  if (document.activeElement !== had && document.activeElement !== document.body) return;
  if (isUsable(had)) {
    if (document.activeElement !== had) had.focus();
    return;
  }
  const { home, place } = places.find(({ home }) => home.isConnected && keysOf(home).some(isUsable)) ?? {};
  if (!home) return;
  const keys = keysOf(home);
  const isSame = (key) => label(had) && key.tagName === had.tagName && label(key) === label(had) && isUsable(key);
  const after = keys.slice(place);
  const before = keys.slice(0, place).reverse();
  (keys.find(isSame) ?? after.find(isUsable) ?? before.find(isUsable)).focus();
}

const keysOf = (home) => [...home.querySelectorAll(KEYS)];

/** The sections that it is in, the innermost first. */
function homesOf(element) {
  const homes = [];
  for (let home = element.closest("section, main, nav"); home; home = home.parentElement?.closest("section, main, nav")) homes.push(home);
  return homes;
}

/** A key that is held down acts once: the focus may have gone on, and the next thing was not meant. */
export function onceEach() {
  addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && event.target.matches?.("button")) event.preventDefault();
  });
}
