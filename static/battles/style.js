// What only the board's own script puts on a square, for the page of parts.
const states = { "square-red-front-3": "picked", "square-blue-front-2": "target", "square-blue-front-3": "target", "square-red-front-1": "free", "square-red-front-4": "draft" };
document.documentElement.classList.add("has-script");
for (const [id, state] of Object.entries(states)) document.getElementById(id).classList.add(state);
