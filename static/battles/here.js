// A sign of life now and then, as long as the page is in sight, and once more when it goes out of sight. The answer says who
// else is here, and to whoever was away what happened meanwhile.
import { localTimes } from "./clock.js";

const EVERY = 20_000;
let etag = "";
let next = 0;
let lost = false; // the last one did not arrive

export function startHere() {
  document.addEventListener("visibilitychange", sign);
  window.addEventListener("pageshow", (event) => event.persisted && sign());
  document.addEventListener("battle:reached", () => lost && sign());
  // Read aloud: what came with the page was there before anybody listened.
  const since = document.getElementById("since");
  if (since?.firstElementChild) setTimeout(() => since.contains(document.activeElement) || since.append(...since.childNodes), 1_000);
  since?.addEventListener("close", () => document.getElementById("board").focus({ preventScroll: true }), true);
  if (!document.hidden) sign();
}

async function sign() {
  clearTimeout(next);
  const place = document.querySelector("[data-here]");
  if (!place) return;
  const again = await post(place).catch(() => (lost = true)); // offline: the page says so elsewhere
  if (again && !document.hidden) next = setTimeout(sign, EVERY);
}

/** False once there is nothing more to say: signed out, or no longer at the table. */
async function post(place) {
  const headers = { "X-CSRFToken": token(place), "X-Requested-With": "XMLHttpRequest", ...(etag && { "If-None-Match": etag }) };
  const response = await fetch(place.dataset.here, { method: "POST", headers, credentials: "same-origin", cache: "no-store", redirect: "error", keepalive: true, signal: AbortSignal.timeout(10_000) });
  lost = false;
  if (response.status === 200) show(await response.text());
  etag = response.headers.get("ETag") ?? etag;
  return response.ok || response.status >= 500;
}

function token(place) {
  return place.dataset.token ?? JSON.parse(place.closest("[hx-headers]").getAttribute("hx-headers"))["X-CSRFToken"];
}

function show(text) {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  const [fresh, note] = body.querySelectorAll("#seats, #since-note");
  const shown = document.getElementById("seats");
  if (shown && !fresh.isEqualNode(shown)) shown.replaceWith(fresh);
  if (!note) return;
  localTimes(note);
  // What has not been read yet stays.
  const unread = document.querySelector("#since-note[open] p");
  if (unread) note.querySelector("p").prepend(...unread.childNodes, document.createElement("br"));
  document.getElementById("since")?.replaceChildren(note);
}
