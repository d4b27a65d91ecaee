// Times as their reader has them: in his zone, and how long until then or since.
const SECONDS = { day: 86_400, hour: 3_600, minute: 60, second: 1 };
const CALM = 10_000;
const CLOSE = 120; // seconds before and after which every second is shown
const language = document.documentElement.lang;
const words = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
let next = 0;

/** Keep every countdown of the page going, whatever is swapped. */
export function startClock() {
  tick();
  document.addEventListener("battle:fresh", tick);
}

/** In the reader's zone and with it; with the day where that is wanted and it is another, with seconds where wanted. */
export function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-local])")) {
    const at = new Date(time.dateTime);
    const day = "day" in time.dataset && at.toDateString() !== new Date().toDateString() ? { weekday: "short", day: "numeric", month: "short" } : {};
    const exact = "exact" in time.dataset ? { second: "2-digit" } : {};
    time.textContent = at.toLocaleString(language, { ...day, hour: "2-digit", minute: "2-digit", ...exact, hourCycle: "h23", timeZoneName: "short" });
    time.title = at.toLocaleString(language);
    time.dataset.local = "";
  }
}

function tick() {
  clearTimeout(next);
  const shown = [...document.querySelectorAll("[data-countdown]")];
  const lefts = shown.map((each) => Math.round((new Date(each.dataset.countdown) - Date.now()) / 1000));
  shown.forEach((each, index) => put(each, said(lefts[index])));
  next = setTimeout(tick, lefts.some((left) => Math.abs(left) <= CLOSE) ? 1_000 : CALM);
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function said(seconds) {
  const size = Math.abs(seconds);
  const unit = Object.keys(SECONDS).find((each) => size >= (each === "minute" ? CLOSE : SECONDS[each])) ?? "second";
  return `(${words.format(Math.trunc(seconds / SECONDS[unit]), unit)})`;
}
