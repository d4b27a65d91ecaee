// The orders on a narrow screen: a sheet that slides up from a bar. Whether it is open is a class of #battle, which no swap
// touches. Beside the board there is no handle, and nothing of this shows.
const battle = document.getElementById("battle");
const handle = () => document.getElementById("sheet-handle");
const isOpen = () => battle.classList.contains("sheet-open");
let forOne = false; // opened for one order: it goes when that is given

export function startSheet() {
  battle.addEventListener("click", (event) => event.target.closest("#sheet-handle") && showSheet(!isOpen()));
  battle.addEventListener("submit", onSubmit);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("focusin", ({ target }) => isOpen() && !target.closest("#orders, .signals, dialog") && showSheet(false));
  document.addEventListener("battle:fresh", mark);
}

export function showSheet(open, { once = false } = {}) {
  const inside = !open && document.activeElement?.closest(".sheet-body");
  forOne = open && once;
  battle.classList.toggle("sheet-open", open);
  mark();
  if (inside) handle()?.focus();
}

function mark() {
  handle()?.setAttribute("aria-expanded", isOpen());
}

/** After an act that goes on there is something to see on the board. */
function onSubmit({ target, submitter }) {
  if (isOpen() && submitter?.id !== "undo" && (forOne || !("chain" in { ...target.dataset, ...submitter?.dataset }))) showSheet(false);
}

function onKey(event) {
  if (event.key !== "Escape" || event.target.closest("dialog") || !isOpen() || !handle()?.checkVisibility()) return;
  showSheet(false);
  event.stopPropagation();
}
