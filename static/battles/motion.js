// What a frame brought, in a short motion over what the page already shows: arrows fly, numbers pop, who broke leaves. It takes
// no focus and no click, and nothing waits for it.
import { addLayer, arrow, squareOf } from "./arrows.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const board = () => document.getElementById("board");
const pieces = () => [...board().querySelectorAll("[data-piece]")];
const number = (piece, name) => Number(piece.dataset[name] ?? 0);
/** The newest entry of the report that tells of attacks. */
const newest = () => document.querySelector("#log-entries > .entry:has([data-by])");
const blows = () => [...(newest()?.querySelectorAll("[data-by]") ?? [])].map((line) => line.dataset);
let before = null; // what the board showed last
let skipped = false; // by a click on the very button that would play it again

export function startMotion() {
  before = look();
  document.addEventListener("battle:fresh", onFresh);
  document.addEventListener("pointerdown", (event) => (skipped = skip() && !!event.target.closest("#again")), true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && skip() && event.stopPropagation(), true);
  document.addEventListener("click", (event) => !skipped && event.target.closest("#again") && again(event.target.closest("#again")));
}

function look() {
  const map = new Map(pieces().map((each) => [each.dataset.piece, { now: number(each, "now"), gone: "gone" in each.dataset, spot: each.parentElement.id, at: each.getBoundingClientRect() }]));
  return { phase: board().dataset.phase, told: newest()?.id, map };
}

function onFresh() {
  const old = before;
  before = look();
  if (!calm.matches && !document.hidden) play(old.told === before.told ? [] : blows(), changes(old));
}

/** What has become of each piece since. */
function changes(old) {
  const same = old.phase === before.phase;
  return pieces().map((piece) => {
    const was = old.map.get(piece.dataset.piece);
    const spot = piece.parentElement.id;
    if (!was) return { piece, drops: !same && !!spot };
    const from = same && old.phase === "land" && was.spot !== spot && was.at;
    return { piece, change: number(piece, "now") - was.now, leaves: !was.gone && "gone" in piece.dataset, from };
  });
}

/** The last round as the page still shows it, or the reveal before the first. */
function again(button) {
  const drops = "reveal" in button.dataset;
  const all = pieces().map((piece) => (drops ? { piece, drops } : { piece, change: -number(piece, "cost"), leaves: "gone" in piece.dataset && (number(piece, "cost") > 0 || piece.matches("td *")) }));
  if (!calm.matches) play(drops ? [] : blows(), all);
}

function skip() {
  const moving = board().classList.contains("playing");
  if (moving) board().getAnimations({ subtree: true }).forEach((each) => each.finish());
  return moving;
}

function play(shots, all) {
  const running = [];
  const go = (element, frames, delay, duration) => running.push(element.animate(frames, { delay, duration, easing: "ease-out", fill: "backwards" }));
  const pace = Math.min(160, 1_800 / shots.length);
  const end = shots.length ? shots.length * pace + 400 : 0;
  if (shots.length) fly(shots, pace, go);
  let drop = 0;
  for (const { piece, change, leaves, drops, from } of all) {
    const hit = shots.findLastIndex((shot) => shot.on === piece.dataset.piece);
    if (from) slide(piece, from, go);
    if (change) pop(piece, change, hit < 0 ? end : hit * pace + 350, go);
    if (leaves) go(piece, LEAVING, end, 1_100);
    if (drops) go(piece, DROPPING, 40 * drop++, 350);
  }
  if (running.length) tidy(running);
}

const LEAVING = [{ opacity: 1 }, { opacity: 1, rotate: "-4deg", offset: 0.3 }, { opacity: 0, rotate: "9deg", translate: "0 40px", offset: 0.8 }, { opacity: 0 }];
const DROPPING = [{ opacity: 0, translate: "0 -26px", scale: 1.15 }, { opacity: 1, translate: "0 3px", offset: 0.8 }, { opacity: 1 }];
const FLYING = [{ opacity: 0 }, { opacity: 1, offset: 0.05 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }];
const POPPING = [{ opacity: 0, scale: 0.4 }, { opacity: 1, scale: 1.25, offset: 0.15 }, { opacity: 1, scale: 1, offset: 0.75 }, { opacity: 0, scale: 1 }];

function fly(shots, pace, go) {
  const layer = addLayer("flight");
  shots.forEach(({ by, on, dealt }, index) => {
    const [from, to] = [squareOf(by), squareOf(on)];
    if (!from || !to) return;
    const shot = arrow(layer, from, to, dealt > 0 ? "shot" : "shot spent");
    go(shot, FLYING, index * pace, 1_100);
    for (const path of shot.children) {
      path.setAttribute("pathLength", 1);
      go(path, [{ strokeDasharray: "0 2" }, { strokeDasharray: "1 2" }], index * pace, 400);
    }
  });
}

/** The number, and the bar from what it was. */
function pop(piece, change, delay, go) {
  const sign = Object.assign(document.createElement("b"), { className: "pop", ariaHidden: "true", textContent: change > 0 ? `+${change}` : `−${-change}` });
  piece.append(sign);
  go(sign, POPPING, delay, 1_300);
  const bar = piece.querySelector(".fill");
  const now = number(piece, "now");
  if (bar && now > 0) go(bar, [{ transform: `scaleX(${(now - change) / now})` }, { transform: "none" }], delay, 600);
}

function slide(piece, from, go) {
  const now = piece.getBoundingClientRect();
  go(piece, [{ translate: `${from.left - now.left}px ${from.top - now.top}px` }, { translate: "0 0" }], 0, 450);
}

/** What was put there for the motion goes with it. */
async function tidy(running) {
  const stage = board();
  stage.classList.add("playing");
  await Promise.allSettled(running.map((each) => each.finished));
  if (stage.getAnimations({ subtree: true }).some((each) => running.includes(each))) return;
  for (const each of running) each.cancel();
  stage.querySelectorAll(".pop, .flight").forEach((each) => each.remove());
  stage.classList.remove("playing");
}
