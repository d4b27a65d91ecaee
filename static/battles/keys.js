// A letter for each usual act. What it does says so itself (data-key); the list of them comes with the page.
import { showSheet } from "./sheet.js";

const SPOT = '[data-square][tabindex="0"]';
const CONTROLS = "a[href], button, summary";
const FIELDS = "input, select, textarea";
const list = document.getElementById("keys");
const letters = document.getElementById("keys-on"); // whoever speaks to his browser, or slips, can do without them

const all = (what) => [...document.querySelectorAll(what)].filter((each) => !each.disabled && each.checkVisibility());

export function startKeys() {
  letters.checked = stored()?.letters !== "false";
  letters.addEventListener("change", () => stored() && (stored().letters = letters.checked));
  document.getElementById("keys-open").addEventListener("click", open);
  document.addEventListener("keydown", onKey);
}

/** Where the switch is remembered; nothing where the browser keeps nothing. */
function stored() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The list, of those keys that have something to do now. */
function open() {
  for (const row of list.querySelectorAll("[data-needs]")) row.hidden = !all(row.dataset.needs).length;
  list.showModal();
}

function onKey(event) {
  const { key, target, ctrlKey, altKey, metaKey, repeat } = event;
  if (ctrlKey || altKey || metaKey || repeat || !letters.checked || list.open || target.closest(FIELDS) || !/^[a-z?]$/.test(key)) return;
  const to = key === "n" ? next() : all(`[data-key="${key}"]`)[0];
  if (!to) return;
  event.preventDefault();
  if (to.matches("button:not(.danger)")) to.click();
  else go(to);
}

/** The next of one's own that lacks something, from where the focus is. */
function next() {
  const lacking = all("[data-open]");
  const { activeElement } = document;
  return lacking.find((each) => activeElement.compareDocumentPosition(each) & 4) ?? lacking[0]; // 4: it follows
}

/** What cannot be taken back is only gone to, and so are places: to the square that Tab reaches, or to the first control. */
function go(to) {
  if (to.closest("#orders")) showSheet(true);
  const spot = to.querySelector(SPOT) ?? to;
  spot.focus();
  if (document.activeElement !== spot) to.querySelector(CONTROLS)?.focus();
}
