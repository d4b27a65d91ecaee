// The tables of an army. htmx swaps rows and tables; this is what keys and clicks do, and where focus goes afterwards.
// Without script each row has a page of its own.
const EDITORS = "tr.editing";
let wanted = "name"; // the column whose cell was clicked
let before = null;

document.addEventListener("keydown", (event) => {
  const row = event.key === "Escape" && event.target.closest(EDITORS);
  if (!row) return;
  window.htmx.process(row); // which htmx itself does a moment after the row has come
  row.querySelector(".cancel-row").click();
});

document.addEventListener("click", ({ target }) => {
  const cell = target.closest("tr.army-row:not(.editing) [data-column]");
  if (!cell || target.closest("a, button") || !document.getSelection().isCollapsed) return;
  wanted = cell.dataset.column;
  cell.closest("tr").querySelector(".edit-row")?.click();
});

document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  const active = document.activeElement;
  const row = active?.closest("tr");
  before = {
    target: target.id,
    had: target.contains(active),
    active: active?.id,
    row: row?.id,
    place: row ? [...row.parentElement.children].indexOf(row) : 0,
    editors: target.matches("section") ? [...target.querySelectorAll(EDITORS)] : [],
  };
});

document.addEventListener("htmx:afterSwap", () => {
  if (!before) return;
  const { target, had, editors } = before;
  const now = document.getElementById(target);
  for (const editor of editors) restore(editor);
  if (had || now?.matches(EDITORS)) focusIn(now, before);
  before = null;
});

for (const failed of ["htmx:responseError", "htmx:sendError"]) document.addEventListener(failed, say);

/** What could not be sent says so, and what was typed stays. */
function say() {
  const notice = document.getElementById("army-notice");
  const sentence = document.createElement("p");
  sentence.className = "notice notice-error";
  sentence.append(Object.assign(document.createElement("span"), { className: "notice-mark" }), notice.dataset.failed);
  notice.replaceChildren(sentence);
}

/** A row that is being edited stays so when its table is swapped, with what was typed. */
function restore(editor) {
  const now = document.getElementById(editor.id);
  if (!now || now === editor) return;
  now.replaceWith(editor);
  window.htmx.process(editor);
}

function focusIn(now, { active, row, place }) {
  if (!now) return;
  if (now.matches(EDITORS)) return focusField(now);
  if (now.matches("tr")) return now.querySelector(".edit-row")?.focus();
  const same = document.getElementById(active);
  if (same && !same.disabled) return same.focus();
  const rows = [...now.querySelectorAll("tbody tr")];
  const near = document.getElementById(row) ?? rows[Math.min(place, rows.length - 1)] ?? now;
  (near.querySelector("[name=to]:enabled") ?? near.querySelector("a[href], button:enabled"))?.focus();
}

/** The field that was refused, or the one whose cell was clicked. */
function focusField(row) {
  const field = row.querySelector("[aria-invalid=true]") ?? row.querySelector(`[name=${wanted}]`) ?? row.querySelector("input");
  wanted = "name";
  field.focus();
  if (field.matches("input") && !field.hasAttribute("aria-invalid")) field.select();
}
