// The replay: slider, keys, play and pause fetch one step after the other. Without script every button is a plain link.
import { keep } from "./keep.js";

const replay = document.getElementById("replay");
const slider = document.getElementById("replay-slider");
const play = document.getElementById("replay-play");
const speed = document.getElementById("replay-speed");
const told = document.getElementById("replay-told");
const trouble = document.getElementById("replay-trouble");
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const frame = () => document.getElementById("replay-frame");
const move = (name) => document.getElementById(`replay-${name}`)?.dataset.step;

let playing = false;
let timer = 0;
let keepPlace = false; // in the browser's history: a step of its own, or the present one's place
let restore = null;

document.documentElement.classList.add("has-script");

function show(step, { replace = false } = {}) {
  keepPlace = replace;
  const place = { source: replay, target: "#replay-frame", swap: "outerHTML" };
  htmx.ajax("GET", `${replay.dataset.part}&step=${step}`, place).catch(() => {}); // said below
}

document.addEventListener("htmx:beforeSwap", () => (restore = keep(replay)));

document.addEventListener("htmx:afterSettle", () => {
  restore?.();
  restore = null;
  arrived();
});

/** A step is there: the address, the slider and the reader's ear follow; while playing the next one is due. */
function arrived() {
  const { step, last, page, told: words } = frame().dataset;
  trouble.hidden = true;
  if (page !== location.pathname + location.search) history[keepPlace ? "replaceState" : "pushState"]({}, "", page);
  slider.max = last;
  if (!slider.matches(":active")) slider.value = step;
  slider.setAttribute("aria-valuetext", words);
  if (!playing) told.textContent = words;
  else goOn();
}

function goOn() {
  clearTimeout(timer);
  const next = move("next");
  if (!next) return setPlaying(false);
  timer = setTimeout(() => playing && show(next, { replace: true }), Number(speed.value));
}

function setPlaying(now) {
  playing = now;
  clearTimeout(timer);
  play.setAttribute("aria-pressed", String(now));
  play.querySelector(".play-label").textContent = now ? replay.dataset.pause : replay.dataset.play;
  if (!now) return;
  const again = !move("next") && move("first");
  show(again || move("next") || frame().dataset.step, { replace: true });
}

for (const name of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(name, () => {
    setPlaying(false);
    trouble.textContent = replay.dataset.trouble;
    trouble.hidden = false;
  });
}

play.addEventListener("click", () => setPlaying(!playing));
slider.addEventListener("input", () => show(slider.value, { replace: true }));
slider.addEventListener("change", () => (slider.value = frame().dataset.step));

replay.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  event.preventDefault();
  show(link.dataset.step);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  if (event.target.closest("select, summary, textarea, .scroll-x, .scroll-y, input:not([type=range])")) return;
  const step = KEYS[event.key] && move(KEYS[event.key]);
  if (!KEYS[event.key]) return;
  event.preventDefault();
  if (step) show(step);
});

addEventListener("popstate", () => {
  setPlaying(false);
  show(new URLSearchParams(location.search).get("step") ?? "", { replace: true });
});
