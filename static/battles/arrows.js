// Arrows over the grid, drawn from where the squares are: orders that are given, and what a picked horde may hit.

const box = () => document.getElementById("grid-scroll");
export const squareOf = (key) => box()?.querySelector(`[data-piece="${key}"]`)?.closest("[data-square]");

/** Draw them all; `from` is the square of the horde that is picked, `targets` are keys. */
export function drawArrows(from, targets) {
  const home = box();
  if (!home) return;
  home.querySelector(".arrows.still")?.remove();
  const layer = addLayer("still");
  for (const each of home.querySelectorAll("[data-order]")) if (each !== from) arrow(layer, each, squareOf(each.dataset.order), "order");
  for (const each of home.querySelectorAll("[data-rises]")) arrow(layer, each, squareAhead(each), "order");
  for (const key of targets) arrow(layer, from, squareOf(key), "aim").dataset.to = key;
  watch(home);
}

const squareAhead = (square) => box().querySelector(`#${square.id.replace("rear", "front")}`);

export function addLayer(name) {
  const layer = element("svg", { class: `arrows ${name}`, "aria-hidden": "true", width: 1, height: 1 });
  box().append(layer);
  return layer;
}

/** From the facing edge of a square to the facing edge of another, in a slight bend, in its side's colour. */
export function arrow(layer, from, to, kind) {
  const group = element("g", { class: `${kind} of-${from.id.split("-")[1]}` });
  if (to) for (const name of ["halo", "shaft"]) group.append(element("path", { class: name, d: way(layer, from, to) }));
  layer.append(group);
  return group;
}

/** An attack from the Rear Line goes round the square before it. */
function way(layer, from, to) {
  const [zero, a, b] = [layer, from, to].map((each) => each.getBoundingClientRect());
  const up = b.top < a.top;
  const far = Math.abs(b.top - a.top) > 1.9 * a.height;
  const [x, y] = [a.left + a.width / 2 - zero.left, (up ? a.top : a.bottom) - zero.top];
  const [toX, toY] = [b.left + b.width / 2 + (a.left - b.left) * 0.12 - zero.left, (up ? b.bottom : b.top) - zero.top];
  const bend = [x + (toX - x) * 0.3 + (far ? a.width * (toX < x ? -1.1 : 1.1) : 0), y + (toY - y) * 0.6];
  const turn = Math.atan2(toY - bend[1], toX - bend[0]);
  const wing = (side) => `${toX - 11 * Math.cos(turn + side)} ${toY - 11 * Math.sin(turn + side)}`;
  return `M${x} ${y}Q${bend.join(" ")} ${toX} ${toY}M${wing(0.5)}L${toX} ${toY}L${wing(-0.5)}`;
}

function element(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  return made;
}

/** Squares move when the page gets wider or narrower; scrolling takes the arrows along. */
let watched = null;
const observer = new ResizeObserver(() => document.dispatchEvent(new CustomEvent("grid:moved")));
function watch(home) {
  const grid = home.firstElementChild;
  if (watched === grid) return;
  observer.disconnect();
  observer.observe((watched = grid));
}
