// Small forms on the battle's page that are no commands: a ruling, a die, more time. htmx sends them; here is what is said
// when they do not arrive.
const battle = document.getElementById("battle");

export function startActs() {
  battle.addEventListener("htmx:sendError", lost);
  battle.addEventListener("htmx:timeout", lost);
}

function lost(event) {
  if (!event.target.closest(".act-form")) return;
  const line = Object.assign(document.createElement("p"), { className: "notice notice-error", textContent: battle.dataset.lost });
  line.setAttribute("role", "alert");
  document.getElementById("notice").replaceChildren(line);
}
