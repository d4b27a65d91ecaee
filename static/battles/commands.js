// Commands: one at a time, each with the token of the view it was decided on, taken when it was clicked.
import { apply, heal, isLive, split } from "./live.js";

const BREATH = 800; // how long a fresh button waits after an act: a double click must not press what takes its place
const ON_SCREEN = 4_000; // how long a success stays on the screen
const SETTLING = 1_500; // how long the socket may take to bring what a success changed
const battle = document.getElementById("battle");
const form = document.getElementById("command");
const notice = document.getElementById("notice");
const queue = []; // {command, seen, chain, button, values, form}: the first one is being sent
let previous = null; // the draft edit that last succeeded: {clicked, sent, next}
let done = null; // the item that last succeeded, until the page shows it
let answer = null; // the request that last ended
let sending = false;
let resting = 0;
let fading = 0;

const seen = () => document.getElementById("seen").value;

export function startCommands() {
  form.addEventListener("submit", onSubmit);
  battle.addEventListener("submit", onTyped);
  // The script sends the token itself; the form then is the same as one that comes by the socket.
  battle.querySelectorAll("form.typed [name=csrfmiddlewaretoken]").forEach((token) => token.remove());
  battle.addEventListener("htmx:afterRequest", (event) => event.detail.elt === battle && (answer = event.detail.xhr));
  battle.addEventListener("htmx:beforeSwap", onAnswer);
  document.addEventListener("battle:fresh", () => {
    if (done?.seen !== seen()) done = null;
    markQueue();
    rest();
  });
  document.addEventListener("battle:reached", flush);
  htmx.config.timeout = 20_000;
}

/**
 * Queue a command. It may follow an edit of the own draft that the page does not show yet; chain: it is such an edit.
 * values: what was typed, by field, in the form of that id.
 */
export function send(command, { chain = true, button = "", values = {}, form = "" } = {}) {
  const item = { command, seen: seen(), chain, button, values, form };
  if ((chain ? [queue.at(-1) ?? done] : [done, ...queue]).some((other) => repeats(item, other))) return;
  queue.push(item);
  markQueue();
  flush();
}

/** The second click of a double click: it could only be refused as stale. */
const repeats = (item, other) =>
  other?.command === item.command && other.seen === item.seen && JSON.stringify(other.values) === JSON.stringify(item.values);

function onSubmit(event) {
  event.preventDefault();
  const { value, id, dataset, ariaDisabled } = event.submitter ?? {};
  if (id === "undo" && queue.length) return; // what it would take back is on its way
  if (value && ariaDisabled !== "true") send(value, { chain: "chain" in dataset, button: id });
}

function onTyped(event) {
  const { target, submitter } = event;
  if (!target.matches("form.typed")) return;
  event.preventDefault();
  const values = Object.fromEntries([...new FormData(target)].filter(([name]) => name.startsWith("typed-")));
  send(target.elements.command.value, { chain: "chain" in target.dataset, button: submitter?.id, values, form: target.id });
}

/** What was typed is saved: the page shows the server's word for it, now if it is fresh or with the next swap. */
function settle(item, fresh) {
  for (const field of document.getElementById(item.form)?.elements ?? []) {
    if (field.value !== item.values[field.name]) continue;
    if (fresh) field.value = field.defaultValue;
    else field.defaultValue = field.value;
  }
}

async function flush() {
  if (sending) return;
  sending = true;
  while (queue.length && (await post(queue[0]))) {
    queue.shift();
    markQueue();
  }
  sending = false;
}

/** Resolves to false when the server could not be reached: the command stays in the queue. */
async function post(item) {
  const token = follows(item) ? previous.next : item.seen;
  const headers = { "X-Live": isLive() ? "on" : "off" };
  answer = null;
  item.unsent = false;
  await htmx
    .ajax("POST", form.action, { source: battle, target: notice, swap: "innerHTML", values: { ...item.values, command: item.command, seen: token }, headers })
    .catch(() => {});
  if (!answer?.status) return keepForLater(item);
  const next = answer.getResponseHeader("X-Seen");
  const saved = answer.status < 300 && next;
  if (saved) done = item;
  if (saved) settle(item, seen() === next);
  if (saved && !item.chain) breathe();
  previous = saved && item.chain ? { clicked: item.seen, sent: token, next } : null;
  if (saved) setTimeout(() => queue.length || seen() === next || heal(), SETTLING);
  return true;
}

function breathe() {
  resting = performance.now() + BREATH;
  rest();
  setTimeout(rest, BREATH);
}

/** Acts that go on (not edits of the draft) are out of reach for a moment after one. */
function rest() {
  const quiet = performance.now() < resting;
  for (const button of battle.querySelectorAll("button[form=command]:not([data-chain])")) {
    if (quiet) button.ariaDisabled = "true";
    else button.removeAttribute("aria-disabled");
  }
}

const follows = (item) => previous && [previous.clicked, previous.sent].includes(item.seen);

function keepForLater(item) {
  item.unsent = true;
  markQueue();
  const drop = Object.assign(document.createElement("button"), { type: "button", textContent: battle.dataset.drop, className: "small" });
  drop.addEventListener("click", () => {
    queue.splice(0);
    markQueue();
    notice.replaceChildren();
  });
  say("error", battle.dataset.kept, drop);
  return false;
}

/** The answer is a notice and perhaps a frame; a whole page (an error page) never lands in the notice. */
function onAnswer(event) {
  if (event.target !== notice) return;
  const { xhr, serverResponse } = event.detail;
  const whole = /<html/i.test(serverResponse) || xhr.status >= 500;
  const [text, frame] = whole ? ["", ""] : split(serverResponse);
  event.detail.serverResponse = text;
  event.detail.shouldSwap &&= !whole;
  if (whole) say("error", xhr.status >= 500 ? battle.dataset.broken : battle.dataset.refused);
  if (frame) apply(frame);
  if (xhr.status < 300) fade();
}

function fade() {
  clearTimeout(fading);
  fading = setTimeout(() => queue.length || notice.querySelector(".notice-ok")?.remove(), ON_SCREEN);
}

function say(level, text, ...more) {
  const words = Object.assign(document.createElement("span"), { textContent: text });
  const sign = Object.assign(document.createElement("span"), { className: "notice-mark", ariaHidden: "true" });
  const line = Object.assign(document.createElement("p"), { className: `notice notice-${level}` });
  line.setAttribute("role", "alert");
  line.append(sign, words, ...more);
  notice.replaceChildren(line);
}

/** Show on each button of the queue that it is being sent, or that it was not. */
function markQueue() {
  for (const old of battle.querySelectorAll("[data-mark]")) {
    old.removeAttribute("data-mark");
    old.removeAttribute("aria-busy");
  }
  for (const { button, unsent } of queue) {
    const element = button && document.getElementById(button);
    element?.setAttribute("data-mark", unsent ? battle.dataset.unsent : battle.dataset.saving);
    element?.setAttribute("aria-busy", String(!unsent));
  }
}
