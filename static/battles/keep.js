// What a swap must not take from the reader: focus, what he is typing, open details, scroll positions, selected text, his
// place on the page.

/** Remember it all now; the returned function gives it back after the swap. */
export function keep(battle) {
  const back = [details(battle), scrolls(battle), place(battle), selection(), typing(battle), focus()];
  return () => back.forEach((restore) => restore());
}

const REGIONS = "#status, #standing, #board, #orders, #log, #desk";
const CONTROLS = "summary, button:enabled, a[href], input:enabled:not([type=hidden])";

/** Focus stays where it was; if that is gone, on the first control of what it was in, or on the region: of acts on the
 * region at once, since Enter pressed once too often must not seal. In another phase on the board, which is another. */
function focus() {
  const board = () => document.getElementById("board");
  const phase = board()?.dataset.phase;
  const active = document.activeElement;
  const home = active?.closest("[id]")?.id; // a <summary> has none of its own
  const around = homes(active);
  const region = active?.closest(REGIONS)?.id;
  return () => {
    if (!region || active.isConnected) return;
    const now = document.getElementById(home);
    const same = active.id ? now : now?.querySelector(active.localName);
    const near = around.map((id) => document.getElementById(id)).find(Boolean);
    const control = active.closest(".ready-bar") ? null : near?.querySelector(CONTROLS);
    const other = board()?.dataset.phase !== phase ? board() : null;
    // Which may have become one that cannot be pressed.
    for (const goal of [same, other || control, document.getElementById(region)]) {
      goal?.focus({ preventScroll: true });
      if (goal && goal === document.activeElement) return;
    }
  };
}

/** Ids of the elements around it, the nearest first, up to its region. */
function homes(element) {
  const ids = [];
  for (let each = element?.parentElement; each && !each.matches(REGIONS); each = each.parentElement) if (each.id) ids.push(each.id);
  return ids;
}

/** Text that is not yet saved, and the caret of whoever is typing. */
function typing(battle) {
  const fields = [...battle.querySelectorAll("input[type=text][id]")];
  const kept = fields.map((old) => ({ old, dirty: old.value !== old.defaultValue, caret: [old.selectionStart, old.selectionEnd, old.selectionDirection] }));
  return () => {
    for (const { old, dirty, caret } of kept) {
      const now = document.getElementById(old.id);
      if (old.isConnected || !now?.matches("input[type=text]")) continue;
      if (dirty) now.value = old.value;
      now.setSelectionRange(...caret);
    }
  };
}

function details(battle) {
  const open = new Map([...battle.querySelectorAll("details[id]")].map((each) => [each.id, each.open]));
  return () => {
    for (const each of battle.querySelectorAll("details[id]")) if (open.has(each.id)) each.open = open.get(each.id);
  };
}

function scrolls(battle) {
  const boxes = [...battle.querySelectorAll("[data-keep-scroll][id]")];
  const kept = boxes.map((box) => [box, box.id, box.scrollLeft, box.scrollTop]);
  return () => {
    for (const [old, id, left, top] of kept) {
      const box = document.getElementById(id);
      if (box && box !== old) box.scrollTo({ left, top, behavior: "instant" });
    }
  };
}

/** Keep what is at the top of the window where it is when something above it grows or shrinks. */
function place(battle) {
  if (window.scrollY < 10) return () => {};
  const edge = document.getElementById("status")?.getBoundingClientRect().bottom ?? 0;
  const orders = document.getElementById("orders");
  const fixed = orders && getComputedStyle(orders).position === "fixed" ? "#status, .signals, #orders" : "#status, .signals";
  const marks = [...battle.querySelectorAll("[id]")].filter((each) => !each.closest(fixed));
  const mark = marks.find((each) => each !== battle && each.getClientRects().length && each.getBoundingClientRect().top >= edge);
  const top = mark?.getBoundingClientRect().top;
  return () => {
    const now = mark && document.getElementById(mark.id);
    if (now) window.scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
  };
}

function selection() {
  const chosen = document.getSelection();
  if (!chosen.rangeCount || chosen.isCollapsed) return () => {};
  const { startContainer, startOffset, endContainer, endOffset } = chosen.getRangeAt(0);
  const start = mark(startContainer, startOffset);
  const end = mark(endContainer, endOffset);
  return () => {
    if (startContainer.isConnected && endContainer.isConnected) return;
    const [from, to] = [point(start), point(end)];
    if (from && to) chosen.setBaseAndExtent(...from, ...to);
  };
}

/** A spot in text as: nearest element with an id, number of characters before the spot, and the element's text. */
function mark(node, offset) {
  const home = (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest("[id]");
  if (!home) return null;
  const before = document.createRange();
  before.setStart(home, 0);
  before.setEnd(node, offset);
  return { id: home.id, length: before.toString().length, text: home.textContent };
}

function point(spot) {
  const home = spot && document.getElementById(spot.id);
  if (!home || home.textContent !== spot.text) return null;
  const walker = document.createTreeWalker(home, NodeFilter.SHOW_TEXT);
  let left = spot.length;
  while (walker.nextNode()) {
    if (left <= walker.currentNode.length) return [walker.currentNode, left];
    left -= walker.currentNode.length;
  }
  return null;
}
