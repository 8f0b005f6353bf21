// Keeps the page's files, so that the installed page opens even while the board can't be reached; it then says so.

const KEPT = "cribboard-3";
const FILES = [
  "./", "look.css", "layout.css", "cards.css", "panels.css", "app.js", "board.js", "buttons.js", "cards.js", "dom.js",
  "felt.js", "focus.js", "link.js", "pad.js", "pairing.js", "past.js", "plots.js", "replay.js", "sayings.js", "scores.js",
  "settings.js", "simulator.js", "words.js", "app.webmanifest", "icon.svg",
  "icon-192.png", "icon-512.png", "words/en.json", "words/ja.json", "words/zh.json", "board/classic-2-121-91-61.svg",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
});

/** The board's own file where it answers, for it may be newer; else what was kept of it. */
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(newest(request));
});

async function newest(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const isWords = new URL(request.url).pathname.startsWith("/words/"); // of a language that the board doesn't speak
    const kept = (await cache.match(request, { ignoreSearch: true })) ?? (isWords && (await cache.match("words/en.json")));
    if (kept) return kept;
    throw error;
  }
}
