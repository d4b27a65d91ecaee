// The pages that are reached from a control room. All of them work without this.
import { localTimes, startClock } from "./clock.js";
import { startHere } from "./here.js";

localTimes(document);
startClock();
startHere();
for (const field of document.querySelectorAll("[data-filter]")) field.addEventListener("input", () => filter(field));
const zone = document.querySelector("[data-zone]");
if (zone && !zone.value) zone.value = own(document.getElementById("zones"));

/** Show only what has every word that is typed; the button does the same on the server. */
function filter(field) {
  const words = field.value.toLocaleLowerCase().split(/\s+/);
  for (const group of document.querySelectorAll(field.dataset.filter)) {
    const rows = [...group.querySelectorAll(field.dataset.filterRows)];
    for (const row of rows) row.hidden = !words.every((word) => row.dataset.text.toLocaleLowerCase().includes(word));
    group.hidden = rows.every((row) => row.hidden);
  }
}

/** The reader's own zone, if it is among those offered. */
function own(list) {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...list.options].some((option) => option.value === name) ? name : "";
}
