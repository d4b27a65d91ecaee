// Frames: one writer of the page. A frame comes by the socket, by healing or with a command's answer; an older one never
// replaces a newer one, and a gap is healed by fetching.
import { localTimes } from "./clock.js";
import { keep } from "./keep.js";
import { merge } from "./log.js";

const OPEN_POLL = 25_000;
const CLOSED_POLL = 5_000;
const LATE_POLL = 3_000; // what is shown later than it happens is not pushed
const LONGEST_DELAY = 5_000;
const LONGEST_HOLD = 4_000;
const HEADER = /<!--frame version=(\d+) kind=(push|full)-->/;

const battle = document.getElementById("battle");
const connection = document.getElementById("connection");
const shown = new Map(); // region -> the HTML it was last given
const held = []; // frames that wait for a drag to end
let socket = null; // the newest WebSocket
let heard = 0; // version of the last frame that came by the socket
let listening = 0; // when the newest socket began to hear the battle
let etag = battle.dataset.etag;
let healing = false;
let healAgain = false;
let poll = 0;
let holding = 0;

export const version = () => Number(battle.dataset.version);
export const isLive = () => socket?.readyState === WebSocket.OPEN;

export function startLive() {
  for (const id of ["status", "standing", "board", "orders"]) shown.set(id, document.getElementById(id).outerHTML);
  htmx.config.wsReconnectDelay = delay;
  htmx.createWebSocket = (url) => (socket = new WebSocket(url));
  battle.addEventListener("htmx:wsBeforeMessage", onMessage);
  battle.addEventListener("htmx:wsOpen", onOpen);
  battle.addEventListener("htmx:wsClose", onClose);
  battle.addEventListener("htmx:oobBeforeSwap", onRegion);
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  for (const name of ["pageshow", "online"]) window.addEventListener(name, wake);
  window.addEventListener("offline", () => show(battle.dataset.offline));
  localTimes(battle);
  plan();
}

/** Split an answer into what precedes its frame and the frame. */
export function split(text) {
  const found = HEADER.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index)] : [text, ""];
}

/** Bring a frame onto the page, if it is the next one. */
export function apply(text) {
  const [, number, kind] = HEADER.exec(text) ?? [];
  if (!kind) return;
  if (holding) return void held.push(text);
  const next = Number(number);
  if (kind === "push" && next > version() + 1) return void heal();
  if (next < version() || (kind === "push" && next === version())) return;
  const restore = keep(battle);
  htmx.swap(connection, text, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
  battle.dataset.version = next;
  localTimes(battle);
  document.dispatchEvent(new CustomEvent("battle:fresh"));
  restore();
}

/** Let frames wait while something is dragged, for a few seconds at most. */
export function hold() {
  holding ||= setTimeout(release, LONGEST_HOLD);
}

export function release() {
  clearTimeout(holding);
  holding = 0;
  held.splice(0).forEach(apply);
}

/** Fetch the board as it is now. One fetch at a time; a call during one makes another follow. */
export async function heal() {
  healAgain = healing;
  if (healing) return;
  healing = true;
  try {
    await fetchFrame();
  } catch {
    show(battle.dataset.offline);
  } finally {
    healing = false;
  }
  if (healAgain) heal();
}

async function fetchFrame() {
  const asked = version();
  const began = performance.now();
  const headers = { "X-Requested-With": "XMLHttpRequest", ...(etag && { "If-None-Match": etag }) };
  const response = await fetch(battle.dataset.frameUrl, { headers, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(10_000) });
  if (response.redirected) return location.replace(`/sign-in/?next=${location.pathname}`);
  if ([401, 403, 404].includes(response.status)) {
    if (reloads()) return;
    throw new Error(String(response.status));
  }
  if (response.status >= 500) throw new Error(String(response.status));
  if (response.status === 200) {
    const text = await response.text();
    const before = version();
    // An older board than this page's: the server was put back to an earlier copy of its data.
    if (HEADER.exec(text)?.[1] < asked && reloads()) return;
    apply(text);
    etag = response.headers.get("ETag") ?? "";
    if (version() > before && began > listening + 1_000) suspectSocket(version());
  }
  showReach();
  document.dispatchEvent(new CustomEvent("battle:reached"));
}

/** News that did not come by an open socket: the socket is deaf. Give it a moment, then open another. */
function suspectSocket(missed) {
  setTimeout(() => isLive() && heard < missed && wrapper?.reconnect(), 2_000);
}

let wrapper = null;

function onMessage(event) {
  event.preventDefault();
  wrapper = event.detail.socketWrapper;
  if (event.detail.message.includes("kind=hello")) return void listen();
  heard = Number(HEADER.exec(event.detail.message)?.[1] ?? heard);
  apply(event.detail.message);
}

/** From here on this socket hears everything; what came before it is fetched. */
function listen() {
  listening = performance.now();
  heal();
}

function onOpen(event) {
  wrapper = event.detail.socketWrapper;
  heard = version();
  showReach();
  plan();
}

function onClose(event) {
  const { event: close, socketWrapper } = event.detail;
  if (close.target !== socket) return; // one that was replaced
  if ([4401, 4403, 4404].includes(close.code) && reloads()) return;
  show(battle.dataset.offline);
  plan();
  // The extension opens another after these codes only.
  if (![1006, 1011, 1012, 1013].includes(close.code)) setTimeout(() => socketWrapper.reconnect(), 500 + delay(1));
}

function wake() {
  if (socket?.readyState === WebSocket.CLOSED) wrapper?.reconnect();
  heal();
  plan();
}

function plan() {
  clearTimeout(poll);
  poll = setTimeout(() => heal().then(plan), "late" in document.getElementById("standing").dataset ? LATE_POLL : isLive() ? OPEN_POLL : CLOSED_POLL);
}

/** Full jitter, so that a crowd does not come back in one instant. */
function delay(tries) {
  return Math.random() * Math.min(LONGEST_DELAY, 500 * 2 ** Math.min(tries, 10));
}

/** Leave alone a region that did not change; the report is merged, since earlier entries may have been fetched. */
function onRegion(event) {
  const fresh = event.detail.fragment.firstElementChild;
  const id = event.target.id;
  if (id === "log") {
    merge(fresh);
    event.detail.shouldSwap = false;
  } else if (shown.has(id)) {
    event.detail.shouldSwap = shown.get(id) !== fresh.outerHTML;
    shown.set(id, fresh.outerHTML);
  }
}

/** How the server is reached now; what the browser knows of its own network comes first. */
function showReach() {
  show(!navigator.onLine ? battle.dataset.offline : isLive() ? "" : battle.dataset.polling);
}

function show(text) {
  if (connection.textContent !== text) connection.textContent = text;
  connection.hidden = !text;
}

/** Signed out or no longer seated: the server says where to go. Never in a loop: false if it was asked just now. */
function reloads() {
  const last = Number(sessionStorage.getItem("battle-reload") ?? 0);
  if (Date.now() - last < LONGEST_DELAY) return false;
  sessionStorage.setItem("battle-reload", String(Date.now()));
  location.reload();
  return true;
}
