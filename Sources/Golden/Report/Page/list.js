/* The summary and the list of cases. */

const filters = [
  { name: "open", title: "Not passed", accepts: (item) => item.state !== "passed" },
  ...Object.entries(states).map(([name, { symbol, title, says }]) => (
    { name, symbol, title, says, accepts: (item) => item.state === name })),
  { name: "all", title: "All", accepts: () => true },
  { name: "marked", title: "Marked", accepts: (item) => page.marked.has(item.name) },
];

function showSummary() {
  document.title = `${visible(report.name)}: ${summaryWords()}`;
  byId("suite").textContent = visible(report.name);
  const time = report.seconds < 60
    ? `${report.seconds.toFixed(1)} s` : `${Math.floor(report.seconds / 60)} min ${Math.round(report.seconds % 60)} s`;
  const total = report.cases.length;
  const cases = `${whole.format(total)} ${total === 1 ? "case" : "cases"}`;
  byId("run").textContent = `${cases} in ${time} · packshot ${report.version}`;
  for (const filter of filters) {
    filter.count = count(filter.accepts);
    const title = filter.says && `The case ${filter.says}`;
    filter.button = make("button", { type: "button", title, "data-filter": filter.name });
    filter.button.addEventListener("click", () => choose(filter.name));
    byId("states").append(filter.button);
  }
  showFilters();
}

function summaryWords() {
  const words = Object.keys(states).map((name) => [name, count((item) => item.state === name)])
    .filter(([, number]) => number).map(([name, number]) => `${number} ${name}`);
  return words.join(", ") || "no cases";
}

function showFilters() {
  for (const filter of filters) {
    const number = filter.name === "marked" ? page.marked.size : filter.count;
    filter.button.hidden = !number && filter.name !== "all" && filter.name !== page.filter;
    filter.button.setAttribute("aria-pressed", filter.name === page.filter);
    filter.button.replaceChildren(`${filter.title} `, make("b", {}, whole.format(number)));
    if (!filter.symbol) continue;
    filter.button.prepend(make("span", { class: `symbol ${filter.name}`, "aria-hidden": "true" }, filter.symbol));
  }
}

function choose(filter) {
  page.filter = filter;
  page.alike = null;
  sift();
}

/* Lists all cases whose recipes have the same change as the selected case, in any state, to decide them together. */
function showAlike() {
  page.filterBefore = page.filter;
  page.filter = "all";
  page.alike = page.current.change;
  back();
  sift();
}

/* The rows that have elements, by position: only those that are scrolled into view, because there may be thousands. */

const rows = new Map();

function sift() {
  const { accepts } = filters.find((filter) => filter.name === page.filter);
  const words = page.search.toLowerCase().split(/\s+/).filter(Boolean);
  page.shown = report.cases.filter((item) =>
    accepts(item) && words.every((word) => item.found.includes(word))
    && (page.alike === null || item.change === page.alike));
  if (page.order === "most") page.shown.sort((one, other) => other.pixels - one.pixels || one.index - other.index);
  if (page.order === "least") page.shown.sort((one, other) => one.pixels - other.pixels || one.index - other.index);
  page.shown.forEach((item, at) => (item.at = at));
  for (const row of rows.values()) row.remove();
  rows.clear();
  byId("rows").style.height = `${page.shown.length * rowHeight}px`;
  byId("list").scrollTop = 0;
  const number = page.shown.length;
  byId("shown").textContent = number ? `${whole.format(number)} shown` : "No case is like that";
  byId("end-alike").hidden = page.alike === null;
  showFilters();
  reveal();
  showRows();
  showMarks();
}

function showRows() {
  const list = byId("list");
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
  const last = Math.min(page.shown.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 5);
  for (const [at, row] of rows) {
    if (at >= first && at < last) continue;
    row.remove();
    rows.delete(at);
  }
  for (let at = first; at < last; at++) {
    if (rows.has(at)) continue;
    const row = makeRow(page.shown[at], at);
    rows.set(at, row);
    const after = rows.get(at + 1);
    if (after) after.before(row);
    else byId("rows").append(row);
  }
  // The Tab key reaches only one row: the selected case, or else the first row.
  const within = isShown(page.current) && rows.has(page.current.at) ? page.current.at : first;
  for (const [at, row] of rows) showRow(row, page.shown[at], at === within);
}

function makeRow(item, at) {
  const row = make("li", { class: "row", "aria-setsize": page.shown.length, "aria-posinset": at + 1 });
  row.style.top = `${at * rowHeight}px`;
  const box = make("input", { type: "checkbox", "aria-label": `Mark ${item.shown}`, disabled: !item.approve });
  box.addEventListener("change", () => mark([item], box.checked));
  const label = make("label", { title: item.approve ? "Mark for approval" : "There is nothing to approve" }, box);
  if (!item.approve) box.hidden = true;
  const cut = item.shown.lastIndexOf("/") + 1;
  const state = states[item.state];
  const open = make(
    "button", { type: "button", title: item.shown },
    make("span", { class: `symbol ${item.state}`, role: "img", "aria-label": state.title }, state.symbol),
    make("bdi", { class: "label" }, make("span", { class: "folder" }, item.shown.slice(0, cut)), item.shown.slice(cut)),
    make("span", { class: "reason" }, visible(item.headline)));
  open.addEventListener("click", () => read(item));
  row.append(label, open);
  return row;
}

function showRow(row, item, reachable) {
  const box = row.querySelector("input");
  const open = row.querySelector("button");
  box.checked = page.marked.has(item.name);
  box.tabIndex = open.tabIndex = reachable ? 0 : -1;
  row.classList.toggle("seen", page.seen.has(item.name) || item.state === "passed");
  row.classList.toggle("current", item === page.current);
  if (item === page.current) open.setAttribute("aria-current", "true");
  else open.removeAttribute("aria-current");
}

/* Scrolls the list to the selected case. */
function reveal() {
  if (!isShown(page.current)) return;
  const list = byId("list");
  const top = page.current.at * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
}

function isShown(item) {
  return Boolean(item) && page.shown[item.at] === item;
}
