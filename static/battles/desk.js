// The GM's desk: told by a socket that something has changed, it fetches what is live on it. A slow poll heals what was missed.
import { localTimes, startClock } from "./clock.js";
import { keep } from "./keep.js";

const BREATH = 300; // several changes at once are one fetch
const OPEN_POLL = 20_000;
const CLOSED_POLL = 5_000;
const LONGEST_DELAY = 5_000;
const page = document.getElementById("desk-page");
const connection = document.getElementById("connection");
let socket = null;
let tries = 0;
let etag = "";
let soon = 0;
let poll = 0;

localTimes(document);
startClock();
connect();
plan();
document.addEventListener("visibilitychange", () => document.hidden || look());
for (const name of ["pageshow", "online"]) window.addEventListener(name, () => look());

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/gm/`);
  socket.addEventListener("open", () => (tries = 0));
  socket.addEventListener("message", () => {
    clearTimeout(soon);
    soon = setTimeout(look, BREATH);
  });
  socket.addEventListener("close", ({ code }) => {
    if ([4401, 4404].includes(code)) return location.reload();
    setTimeout(connect, 500 + Math.random() * Math.min(LONGEST_DELAY, 500 * 2 ** tries++));
  });
}

function plan() {
  clearTimeout(poll);
  poll = setTimeout(look, socket?.readyState === WebSocket.OPEN ? OPEN_POLL : CLOSED_POLL);
}

async function look() {
  try {
    await fetchDesk();
    say("");
  } catch {
    say(page.dataset.offline);
  }
  plan();
}

async function fetchDesk() {
  const headers = { "X-Requested-With": "XMLHttpRequest", ...(etag && { "If-None-Match": etag }) };
  const response = await fetch(page.dataset.fragment, { headers, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(10_000) });
  if (response.redirected || response.status === 404) return location.reload();
  if (response.status === 200) {
    show(await response.text());
    etag = response.headers.get("ETag") ?? "";
  } else if (response.status !== 304) throw new Error(String(response.status));
}

function show(text) {
  const desk = document.getElementById("desk");
  const restore = keep(desk);
  desk.innerHTML = text;
  localTimes(desk);
  document.dispatchEvent(new CustomEvent("battle:fresh"));
  restore();
}

function say(text) {
  connection.textContent = text;
  connection.hidden = !text;
}
