// A sign of life now and then, as long as the page is in sight; the answer says who else is here.
const EVERY = 20_000;
let etag = "";
let next = 0;

export function startHere() {
  document.addEventListener("visibilitychange", () => document.hidden || sign());
  window.addEventListener("pageshow", (event) => event.persisted && sign());
  sign();
}

async function sign() {
  clearTimeout(next);
  const place = document.querySelector("[data-here]");
  if (!place || document.hidden) return;
  const again = await post(place).catch(() => true); // offline: the page says so elsewhere
  if (again) next = setTimeout(sign, EVERY);
}

/** False once there is nothing more to say: signed out, or no longer at the table. */
async function post(place) {
  const headers = { "X-CSRFToken": token(place), "X-Requested-With": "XMLHttpRequest", ...(etag && { "If-None-Match": etag }) };
  const response = await fetch(place.dataset.here, { method: "POST", headers, credentials: "same-origin", cache: "no-store", redirect: "error", signal: AbortSignal.timeout(10_000) });
  if (response.status === 200) show(await response.text());
  etag = response.headers.get("ETag") ?? etag;
  return response.ok || response.status >= 500;
}

function token(place) {
  return place.dataset.token ?? JSON.parse(place.closest("[hx-headers]").getAttribute("hx-headers"))["X-CSRFToken"];
}

function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("seats");
  const shown = document.getElementById("seats");
  if (fresh && shown && !fresh.isEqualNode(shown)) shown.replaceWith(fresh);
}
