// Copying a link: a button that appears where script runs, and the field selects itself for who copies by hand.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const label = button.textContent;
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    await copy(field);
    button.textContent = button.dataset.copied;
    setTimeout(() => (button.textContent = label), 2_000);
  });
}

for (const time of document.querySelectorAll("time[data-moment]")) {
  const at = new Date(time.dateTime);
  time.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

/** The clipboard is there only for pages that came by HTTPS, or from this very machine. */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
}
