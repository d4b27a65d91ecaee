// The grid: pick a horde and place it, or pick an attacker and its target; by tap, drag or keyboard.
import { drawArrows } from "./arrows.js";
import { send } from "./commands.js";
import { hold, release } from "./live.js";
import { showSheet } from "./sheet.js";

const battle = document.getElementById("battle");
let picked = null; // the key of a horde
let centred = false; // a narrow screen starts at the middle columns, where both sides have squares
let here = null; // the id of the square that Tab reaches

const squares = () => [...battle.querySelectorAll("[data-square]")];
const holder = (key) => battle.querySelector(`[data-square][data-horde="${key}"], .unit[data-horde="${key}"]`);
const words = (text) => (text ? text.split(" ") : []);

export function startBoard() {
  battle.addEventListener("click", onClick);
  battle.addEventListener("keydown", onKey);
  battle.addEventListener("focusin", (event) => event.target.matches?.("[data-square]") && enter(event.target));
  battle.addEventListener("dragstart", onDragStart);
  battle.addEventListener("dragover", onDragOver);
  battle.addEventListener("drop", onDrop);
  battle.addEventListener("dragend", onDragEnd);
  document.addEventListener("battle:fresh", draw);
  document.addEventListener("grid:moved", point);
  draw();
}

/** Show on the page what is picked and where it may go. */
function draw() {
  const home = picked && holder(picked);
  if (!home) picked = null;
  const targets = words(home?.dataset.targets);
  for (const unit of battle.querySelectorAll(".unit[data-horde]")) unit.classList.toggle("picked", unit.dataset.horde === picked);
  for (const square of squares()) {
    const { horde, places, pick } = square.dataset;
    const chosen = square.classList.toggle("picked", !!picked && horde === picked);
    const free = square.classList.toggle("free", !!picked && words(places).includes(picked) && !horde);
    const target = square.classList.toggle("target", targets.includes(horde));
    name(square, free ? "is-free" : target ? "is-target" : "");
    if (pick || square.dataset.targets) square.ariaSelected = chosen;
    square.querySelectorAll("a, button").forEach((inner) => (inner.tabIndex = -1));
  }
  hint(home, targets.length > 0);
  point();
  rove();
  centre();
}

/** What it is good for now is said before what stands there. */
function name(square, first) {
  if (first) square.setAttribute("aria-labelledby", `${first} ${square.id}`);
  else square.removeAttribute("aria-labelledby");
}

function point() {
  const home = picked && holder(picked);
  drawArrows(home, words(home?.dataset.targets));
}

function centre() {
  const box = document.getElementById("grid-scroll");
  if (box && !centred) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2;
  centred = !!box;
}

function hint(home, aiming) {
  const line = document.getElementById("board-hint");
  if (!line) return;
  const name = home?.dataset.name ?? home?.querySelector("[data-name]")?.dataset.name ?? "";
  const text = home ? battle.dataset[aiming ? "aiming" : "picked"].replace("%n", () => name) : "";
  if (line.textContent !== text) line.textContent = text;
}

function pick(key) {
  picked = picked === key ? null : key;
  draw();
}

function onClick(event) {
  if (event.metaKey || event.ctrlKey) return;
  const place = event.target.closest("[data-square]");
  const beside = event.target.closest("a[data-pick]");
  if (beside || place?.querySelector("a")?.contains(event.target)) event.preventDefault();
  if (beside && !place) {
    pick(beside.dataset.pick);
    if (!event.detail) lead(".free"); // by a key: on to where it may stand
  }
  else if (place && !event.target.closest("button")) act(place);
}

/** What Enter, a click or a tap does on a square. */
function act(square) {
  if (square.classList.contains("free")) return place(square, picked);
  if (square.classList.contains("target")) return attack(square.dataset.horde);
  if (square.dataset.pick || square.dataset.targets) return pick(square.dataset.horde);
  if (picked) pick(picked);
}

function place(square, key) {
  here = square.id;
  picked = null;
  draw();
  send(JSON.stringify({ type: "Place", horde: Number(key), line: square.dataset.line, column: Number(square.dataset.column) }), { button: square.id });
}

/** One weapon: the order is given. Several: the orders panel opens at this target. */
function attack(target) {
  const shots = [...battle.querySelectorAll(`[id^="order-${picked}-${target}-"]`)];
  const panel = document.getElementById(`orders-of-${picked}`);
  if (panel && shots.length > 1) {
    showSheet(true, { once: true });
    panel.open = true;
    shots[0].scrollIntoView({ block: "center" });
    shots[0].focus({ preventScroll: true });
  }
  if (shots.length === 1) shots[0].click();
  pick(picked);
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function onKey(event) {
  if (event.target.closest("dialog")) return;
  if (event.key === "Escape" && picked) return putBack();
  if (!event.target.matches("[data-square]")) return;
  const square = event.target;
  if (STEPS[event.key]) step(square, ...STEPS[event.key]);
  else if (event.key === "Home" || event.key === "End") edge(square, event.key);
  else if (event.key === "Enter" || event.key === " ") enterOn(square);
  else if (event.key === "Delete" || event.key === "Backspace") takeUp(square);
  else return;
  event.preventDefault();
}

/** By a key: the focus goes along, to the first target of who was picked, and back to him when he has his order. */
function enterOn(square) {
  const home = square.matches(".target") && holder(picked);
  act(square);
  if (picked) lead(".target");
  else if (home && document.activeElement === square) home.focus();
}

function lead(mark) {
  battle.querySelector(`[data-square]${mark}`)?.focus();
}

function putBack() {
  const home = holder(picked);
  pick(picked);
  (home.querySelector("a[data-pick]") ?? home).focus();
}

function step(square, down, right) {
  const rows = [...battle.querySelectorAll("#grid .grid-row")];
  const row = rows[rows.indexOf(square.parentElement) + down];
  const column = [...square.parentElement.children].indexOf(square) + right;
  if (row?.children[column]?.matches("[data-square]")) row.children[column].focus();
}

function edge(square, key) {
  const row = square.parentElement.querySelectorAll("[data-square]");
  row[key === "Home" ? 0 : row.length - 1].focus();
}

function takeUp(square) {
  const key = square.dataset.pick;
  if (!key) return;
  picked = null;
  draw();
  send(JSON.stringify({ type: "TakeUp", horde: Number(key) }), { button: square.id });
}

/** One square is reached by Tab: the last one visited, at first the first that is one's own to use. */
function rove() {
  const all = squares();
  if (!all.length) return;
  const usable = all.find((square) => square.dataset.pick || square.dataset.places || square.dataset.targets);
  const chosen = all.find((square) => square.id === here) ?? usable ?? all[0];
  all.forEach((square) => (square.tabIndex = square === chosen ? 0 : -1));
}

function enter(square) {
  here = square.id;
  rove();
}

function onDragStart(event) {
  const source = event.target.closest?.("[draggable=true][data-horde]");
  if (!source) return;
  event.dataTransfer.setData("text/plain", source.dataset.horde);
  event.dataTransfer.effectAllowed = "move";
  hold();
  picked = source.dataset.horde;
  setTimeout(draw); // a change during dragstart would end the drag
}

function onDragOver(event) {
  const square = event.target.closest?.("[data-square]");
  squares().forEach((each) => each.classList.toggle("over", each === square && each.classList.contains("free")));
  if (square?.classList.contains("free")) event.preventDefault();
}

function onDrop(event) {
  const square = event.target.closest?.(".free[data-square]");
  if (!square || !picked) return;
  event.preventDefault();
  place(square, picked);
}

function onDragEnd() {
  picked = null;
  squares().forEach((each) => each.classList.remove("over"));
  release();
  draw();
}
