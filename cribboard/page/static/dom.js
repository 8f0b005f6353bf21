// Elements, made briefly. Nothing here takes HTML as text, so nothing that comes from the board can become HTML.

import { keepingFocus } from "./focus.js";

/** An element: `h("p.big", {title: "x", onclick: act}, "text", child)`; properties that begin with a dash are attributes. */
export function h(what, properties = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  set(element, properties);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The same in SVG, where everything is an attribute. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for" || name === "list") {
      if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    } else if (name === "dataset") Object.assign(element.dataset, value);
    else element[name] = value;
  }
}

/** Put these into an element in place of what it has. */
export function fill(element, ...children) {
  keepingFocus(() => element.replaceChildren(...children.flat().filter(Boolean)));
}

export const $ = (selector) => document.querySelector(selector);

/** Values that are kept by a browser's storage; nothing where that isn't allowed. */
function keeper(storage) {
  return {
    get(key, otherwise = "") {
      try {
        return storage().getItem(`cribboard.${key}`) ?? otherwise;
      } catch {
        return otherwise;
      }
    },
    set(key, value) {
      try {
        if (value) storage().setItem(`cribboard.${key}`, value);
        else storage().removeItem(`cribboard.${key}`);
      } catch {
        // a browser that keeps nothing asks again next time
      }
    },
  };
}

/** What is kept on this device. */
export const kept = keeper(() => localStorage);

/** What is kept while this page is open, and when it is loaded anew. */
export const keptHere = keeper(() => sessionStorage);
