// The websocket: it comes back by itself, and tells whether what is shown is live.

import { kept } from "./dom.js";

const SILENCE = 26000; // the board says something every 10 s
const RETRIES = [300, 700, 1500, 3000, 5000];

export class Link {
  /** `on` has a function for each message by its name, `frame` for lights, and `live` for whether it is. */
  constructor(language, on) {
    this.language = language;
    this.on = on;
    this.failures = 0;
    this.live = false;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    clearTimeout(this.again);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.listen(); // a socket that never opens is given up too
    socket.onopen = () => {
      const key = location.hash.slice(1);
      this.send({ hello: { language: this.language(), token: kept.get("token"), key } });
    };
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = () => socket === this.socket && this.lost();
  }

  receive(data) {
    this.listen();
    if (!this.live) {
      this.failures = 0;
      this.setLive(true);
    }
    if (data instanceof ArrayBuffer) {
      this.on.frame(new Uint8Array(data));
      return;
    }
    const message = JSON.parse(data);
    for (const [name, value] of Object.entries(message)) this.on[name]?.(value, message);
  }

  /** Whether it could be sent. */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), this.live ? SILENCE : 8000);
  }

  drop() {
    const socket = this.socket;
    this.socket = { readyState: WebSocket.CLOSED };
    socket.close?.();
    this.lost();
  }

  lost() {
    clearTimeout(this.silence);
    clearTimeout(this.again);
    this.setLive(false);
    this.again = setTimeout(() => this.open(), RETRIES[Math.min(this.failures++, RETRIES.length - 1)]);
  }

  hurry() {
    if (this.live || this.socket.readyState === WebSocket.CONNECTING) return;
    this.open();
  }

  setLive(live) {
    this.live = live;
    this.on.live(live);
  }
}
