"use strict";
// The page is whole without this: the script filters, sorts, unfolds and copies what stands there.
(() => {
  const at = (id) => document.getElementById(id);
  const table = at("table");
  const rows = [...table.tBodies].map((body, place) => ({
    body,
    place,
    decision: body.className,
    reason: body.querySelector("td .reason").textContent,
    strictness: Number(body.dataset.reason),
    parent: Number(body.dataset.parent),
    patch: Number(body.dataset.patch),
    prop: body.querySelector("th").textContent,
    text: body.textContent.toLowerCase(),
  }));

  const filter = () => {
    const words = at("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const decision = at("decision").value;
    const reason = at("reason").value;
    let shown = 0;
    for (const row of rows) {
      const fits =
        (!decision || row.decision === decision) &&
        (!reason || row.reason === reason) &&
        words.every((word) => row.text.includes(word));
      row.body.hidden = !fits;
      shown += fits;
    }
    at("shown").textContent = `${shown} of ${rows.length} shown`;
    at("none").hidden = shown > 0;
  };

  // Equal rows keep the order in which they were written: by strictness, then by the contract.
  const { compare } = new Intl.Collator("en", { numeric: true });
  const orders = {
    prop: (one, other) => compare(one.prop, other.prop),
    reason: (one, other) => one.strictness - other.strictness,
    red: (one, other) => one.patch - other.patch || one.parent - other.parent,
  };

  const sort = (header) => {
    const was = header.getAttribute("aria-sort");
    const first = header.dataset.by === "prop" ? "ascending" : "descending";
    const other = first === "ascending" ? "descending" : "ascending";
    const now = was === first ? other : first;
    for (const each of table.tHead.querySelectorAll("th")) each.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", now);
    const order = orders[header.dataset.by];
    const way = now === "ascending" ? 1 : -1;
    const sorted = [...rows].sort((a, b) => way * order(a, b) || a.place - b.place);
    table.append(...sorted.map((row) => row.body));
  };

  for (const header of table.tHead.querySelectorAll("th[data-by]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    button.addEventListener("click", () => sort(header));
    header.replaceChildren(button);
  }

  const folds = [...table.querySelectorAll("details")];
  const anyFolded = () => folds.some((fold) => !fold.open);
  const sayFold = () => {
    at("fold").textContent = anyFolded() ? "Unfold all" : "Fold all";
  };
  at("fold").addEventListener("click", () => {
    const open = anyFolded();
    for (const fold of folds) fold.open = open;
    sayFold();
  });
  table.addEventListener("toggle", sayFold, true); // it does not bubble

  // Pages from a file may not write to the clipboard: then the lines are selected, for the keys.
  const select = () => {
    const range = document.createRange();
    range.selectNodeContents(at("four-lines"));
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return document.execCommand("copy");
  };
  const say = (done) => {
    at("copied").textContent = done ? "copied" : "selected: copy with Ctrl+C or ⌘C";
  };
  at("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(at("four-lines").textContent);
      say(true);
    } catch {
      say(select());
    }
  });

  // Browsers that cannot unfold for paper by style alone are told to.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const fold of folded) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of folded) fold.open = false;
  });

  at("bar").addEventListener("submit", (event) => event.preventDefault());
  at("bar").addEventListener("input", filter);
  filter();
  sayFold();
  at("fold").hidden = folds.length === 0;
  at("bar").hidden = false;
  at("copy").hidden = false;
})();
