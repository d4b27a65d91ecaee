// The report: newest first. Whoever reads further down keeps his place and is told how many entries are new.

const battle = document.getElementById("battle");
const announce = document.getElementById("announce");
let unread = 0;
let at = "";

const box = () => document.getElementById("log-scroll");
const list = () => document.getElementById("log-entries");
const mark = () => document.getElementById("log-new");
const summary = () => document.getElementById("summary");

export function startLog() {
  battle.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.target.id !== "log-entries") return;
    event.detail.shouldSwap = false;
    add([...event.detail.fragment.children]);
  });
  mark().addEventListener("click", () => box().scrollTo({ top: 0 }));
  box().addEventListener("scroll", () => box().scrollTop < 10 && count(0));
  at = summary().dataset.at;
  document.addEventListener("battle:fresh", tell);
}

/** Read aloud once a phase, round or stage has changed: what has come of it, and who is waited for. */
function tell() {
  if (summary().dataset.at === at) return;
  at = summary().dataset.at;
  announce.textContent = summary().textContent.replace(/\s+/g, " ");
}

/** Take from a fresh report what this one lacks; earlier entries that were fetched stay. */
export function merge(fresh) {
  const entries = [...fresh.querySelectorAll("#log-entries > .entry")];
  const known = entries.some((entry) => document.getElementById(entry.id));
  for (const entry of entries) replaceIfUndone(entry);
  if (entries.length && !known) list().replaceChildren(...fresh.querySelectorAll("#log-entries > li"));
  else add(entries);
  htmx.process(list());
}

/** What the GM has rewound since says so. */
function replaceIfUndone(entry) {
  const shown = document.getElementById(entry.id);
  if (shown && shown.classList.contains("undone") !== entry.classList.contains("undone")) shown.replaceWith(entry.cloneNode(true));
}

/** Put new entries (newest first) on top. */
function add(entries) {
  const fresh = entries.filter((entry) => !document.getElementById(entry.id));
  if (!fresh.length) return;
  const { scrollTop, scrollHeight } = box();
  list().prepend(...fresh);
  if (scrollTop < 10) return;
  box().scrollTop = scrollTop + box().scrollHeight - scrollHeight;
  count(unread + fresh.length);
}

function count(number) {
  unread = number;
  mark().textContent = battle.dataset.fresh.replace("%n", () => number);
  mark().hidden = !number;
}
