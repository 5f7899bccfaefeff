/*
 * The page: a list of cases, the one that is read, and the marks. What it shows is the JSON in #report; what the reader
 * does to it is in `page`, and `show…` puts that on the screen.
 */
const report = JSON.parse(byId("report").textContent);
const states = {
  failed: { symbol: "✕", title: "Failed", says: "differs from its expected picture" },
  missing: { symbol: "+", title: "Missing", says: "has no expected picture yet" },
  broken: { symbol: "!", title: "Broken", says: "could not be rendered or compared" },
  obsolete: { symbol: "○", title: "Obsolete", says: "is expected, and no longer made" },
  passed: { symbol: "✓", title: "Passed", says: "is as expected" },
};
const rowHeight = 54;
const whole = new Intl.NumberFormat("en");

report.cases.forEach((item, index) => {
  item.index = index;
  item.shown = visible(item.name);
  item.found = item.name.toLowerCase();
  item.pixels = item.damage.reduce((sum, place) => sum + place[4], 0);
  // What was changed in the recipe, without where: cases that one edit of many recipes has changed are alike.
  item.change = item.recipe.filter(([kind]) => kind !== "kept").map((line) => line.join(" ")).join("\n");
});
const byName = new Map(report.cases.map((item) => [item.name, item]));
const count = (accepts) => report.cases.reduce((sum, item) => sum + (accepts(item) ? 1 : 0), 0);

/* What is kept over a reload. A browser may refuse to keep anything, for a file above all; then it is kept until then. */
const kept = {
  key: `packshot golden ${report.key}`,
  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key)) ?? {};
    } catch {
      return {};
    }
  },
  write() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ marked: [...page.marked], seen: [...page.seen] }));
    } catch {
      // Nothing to do: the marks are still on the page.
    }
  },
};
const before = kept.read();
const page = {
  filter: "", search: "", order: "name", alike: null, shown: [], current: null, view: "side",
  marked: new Set((before.marked ?? []).filter((name) => byName.get(name)?.approve)),
  seen: new Set((before.seen ?? []).filter((name) => byName.has(name))),
};

const viewer = new Viewer(byId("panes"), {
  source: pictureSource,
  changed: (scale) => (byId("zoom").value = `${scale < 0.1 ? (scale * 100).toFixed(1) : Math.round(scale * 100)}%`),
  pixel: (parts) => byId("pixel").replaceChildren(...(parts.length ? parts : [placesHint()])),
});

function byId(id) {
  return document.getElementById(id);
}

/* Pictures in this file stand behind the script, so one that is not there yet may still come. */
function pictureSource(picture) {
  const held = () => byId(`picture-${picture.id}`);
  const address = () => {
    const element = held();
    return element ? `data:${element.dataset.type};base64,${element.textContent}` : relativeAddress(picture.path);
  };
  if (held() || document.readyState !== "loading") return { address: address() };
  return { whenReady: (use) => document.addEventListener("DOMContentLoaded", () => use(address())) };
}

function relativeAddress(path) {
  return path ? "./" + path.split("/").map(encodeURIComponent).join("/") : "data:,";
}

function placesHint() {
  return page.current?.damage.length > Viewer.mostBoxes ? `The first ${Viewer.mostBoxes} places have boxes.` : "";
}

/* --- The summary --- */

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
  byId("run").textContent = `${whole.format(total)} ${total === 1 ? "case" : "cases"} in ${time} · packshot ${report.version}`;
  for (const filter of filters) {
    filter.count = count(filter.accepts);
    filter.button = make("button", { type: "button", title: filter.says && `The case ${filter.says}`, "data-filter": filter.name });
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
    const symbol = filter.symbol ? [make("span", { class: `symbol ${filter.name}`, "aria-hidden": "true" }, filter.symbol)] : [];
    filter.button.replaceChildren(...symbol, `${filter.title} `, make("b", {}, whole.format(number)));
  }
}

function choose(filter) {
  page.filter = filter;
  page.alike = null;
  sift();
}

/* All cases with the same change of their recipes, whatever their state: they are decided together. */
function showAlike() {
  page.filterBefore = page.filter;
  page.filter = "all";
  page.alike = page.current.change;
  back();
  sift();
}

/* --- The list: only the rows that are seen are there --- */

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
  // One row can be reached by the Tab key: the case that is read, or else the first.
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

/* Scrolls the list to the case that is read. */
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

/* --- One case --- */

function read(item, { view = page.view, place = -1 } = {}) {
  const isNew = item !== page.current;
  page.current = item;
  page.seen.add(item.name);
  kept.write();
  document.body.classList.add("reading");
  byId("nothing").hidden = true;
  byId("details").hidden = false;
  if (isNew) {
    showWords(item);
    byId("case").scrollTop = 0;
  }
  showView(view);
  if (place >= 0 && place < item.damage.length) choosePlace(place);
  reveal();
  showRows();
  showMarks();
  writeHash();
  preload(page.shown[item.at + 1]);
}

function showView(view) {
  const item = page.current;
  const available = Viewer.available(item);
  page.view = view;
  const shown = available.includes(view) ? view : available[0];
  byId("tools").hidden = byId("panes").hidden = byId("pixel").hidden = !shown;
  for (const button of byId("views").children) {
    button.disabled = !available.includes(button.dataset.view);
    button.setAttribute("aria-pressed", button.dataset.view === shown);
  }
  byId("boxes").hidden = !item.damage.length;
  byId("pixel").replaceChildren(placesHint());
  if (shown) viewer.show(item, shown);
}

function showWords(item) {
  const state = states[item.state];
  byId("name").textContent = item.shown;
  byId("state").className = `state ${item.state}`;
  byId("state").textContent = `${state.symbol} ${state.title}`;
  byId("headline").textContent = visible(item.headline);
  part("objections", item.objections.length, item.objections.map((text) => make("li", {}, visible(text))));
  part("facts", item.facts.length, item.facts.flatMap(([label, value]) => (
    [make("dt", {}, visible(label)), make("dd", {}, visible(value))])));
  part("note", item.note, [item.note]);
  part("recipe", item.recipe.length, recipeLines(item.recipe));
  showDamage(item);
  const alike = item.change ? count((other) => other.change === item.change) - 1 : 0;
  byId("alike").hidden = !alike;
  byId("alike").textContent = `Show the ${whole.format(alike + 1)} cases with this same change`;
}

function part(id, content, nodes) {
  byId(`${id}-part`).hidden = !content;
  byId(id).replaceChildren(...(content ? nodes : []));
}

const mostPlaces = 500;

function showDamage(item) {
  const number = item.damage.length;
  byId("damage-title").textContent = `${whole.format(number)} ${number === 1 ? "place" : "places"} changed`;
  const entries = item.damage.slice(0, mostPlaces).map(([x, y, width, height, pixels, largest], index) => {
    const button = make(
      "button", { type: "button" }, make("span", { class: "number" }, `${index + 1}`),
      make("span", { class: "place" }, `${width} × ${height} at ${x}, ${y}`),
      make("span", { class: "amount" }, `${whole.format(pixels)} px, up to ${largest}`));
    button.addEventListener("click", () => choosePlace(index));
    return make("li", {}, button);
  });
  if (number > mostPlaces) entries.push(make("li", { class: "more" }, `and ${whole.format(number - mostPlaces)} more`));
  part("damage", number, entries);
}

function choosePlace(index) {
  viewer.choose(index);
  [...byId("damage").querySelectorAll("button")].forEach((button, at) => {
    if (at !== index) return button.removeAttribute("aria-current");
    button.setAttribute("aria-current", "true");
    const list = byId("damage");
    if (button.offsetTop < list.scrollTop + list.offsetTop) list.scrollTop = button.offsetTop - list.offsetTop;
    const below = button.offsetTop + button.offsetHeight - list.offsetTop - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  });
  byId("panes").scrollIntoView({ block: "nearest" });
  writeHash();
}

function stepPlace(direction) {
  const number = Math.min(page.current?.damage.length ?? 0, mostPlaces);
  if (!number || !viewer.panes.length) return;
  choosePlace(viewer.chosen < 0 && direction < 0 ? number - 1 : (viewer.chosen + direction + number) % number);
}

/* The changes of a recipe, with three lines around each; the others open on a click. */
function recipeLines(lines) {
  const signs = { kept: " ", added: "+", removed: "−" };
  const words = { kept: undefined, added: "Added: ", removed: "Removed: " };
  const line = ([kind, text]) => {
    const sign = make("span", { class: "sign", "aria-hidden": "true" }, signs[kind]);
    return make("div", { class: kind, role: "listitem", "aria-label": words[kind] && words[kind] + text }, sign, visible(text));
  };
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - 3), index + 4).some(([kind]) => kind !== "kept"));
  const nodes = [];
  for (let start = 0; start < lines.length;) {
    let end = start;
    while (end < lines.length && near[end] === near[start]) end++;
    const part = lines.slice(start, end);
    if (near[start] || part.length < 3) {
      nodes.push(...part.map(line));
    } else {
      const button = make("button", { type: "button" }, `${part.length} unchanged lines`);
      button.addEventListener("click", () => button.replaceWith(...part.map(line)));
      nodes.push(button);
    }
    start = end;
  }
  return nodes;
}

/* Lets the browser decode the next case's pictures while this one is looked at. */
let ahead = [];
function preload(item) {
  if (!item || item.state === "passed") return;
  const load = () => {
    ahead = Object.values(item.pictures).map((picture) => {
      const image = new Image();
      image.src = pictureSource(picture).address ?? "";
      return image;
    });
  };
  if (window.requestIdleCallback) requestIdleCallback(load, { timeout: 1000 });
}

function stepCase(direction) {
  if (!page.shown.length) return;
  const at = isShown(page.current) ? page.current.at + direction : 0;
  const item = page.shown[Math.min(page.shown.length - 1, Math.max(0, at))];
  if (item !== page.current) read(item);
}

/* --- Marks and the command --- */

function mark(items, marked) {
  for (const item of items) {
    if (!item.approve) continue;
    if (marked) page.marked.add(item.name);
    else page.marked.delete(item.name);
  }
  kept.write();
  if (page.filter === "marked") sift();
  showFilters();
  showRows();
  showMarks();
}

function toggleMark() {
  const item = page.current;
  if (item?.approve) mark([item], !page.marked.has(item.name));
}

function toggleShown() {
  const open = page.shown.filter((item) => item.approve);
  mark(open, !open.every((item) => page.marked.has(item.name)));
}

function showMarks() {
  const open = page.shown.filter((item) => item.approve);
  const button = byId("mark-shown");
  button.hidden = !open.length;
  button.textContent = open.length && open.every((item) => page.marked.has(item.name)) ? "Unmark all shown" : "Mark all shown";
  const current = page.current;
  const isMarked = Boolean(current) && page.marked.has(current.name);
  byId("mark").hidden = !current?.approve;
  byId("mark").setAttribute("aria-pressed", isMarked);
  byId("mark").replaceChildren(isMarked ? "✓ Marked" : "Mark to approve", make("kbd", { "aria-hidden": "true" }, "m"));

  const marked = report.cases.filter((item) => page.marked.has(item.name));
  const unseen = marked.filter((item) => !page.seen.has(item.name)).length;
  const words = marked.length
    ? [make("b", {}, `${whole.format(marked.length)} marked`), unseen ? `, ${whole.format(unseen)} not yet looked at` : ""]
    : [count((item) => item.approve) ? "Mark what is right; the command that approves it appears here." : "There is nothing to approve."];
  byId("marked").replaceChildren(...words);
  byId("command").value = commands(marked.map((item) => item.approve)).join("\n");
  for (const id of ["command", "copy", "unmark"]) byId(id).hidden = !marked.length;
}

/* The approving command, or several where it would be longer than a system takes. */
function commands(words) {
  const longest = 100_000;
  const lines = [];
  let line = "";
  for (const word of words) {
    if (line && line.length + word.length > longest) {
      lines.push(line);
      line = "";
    }
    line = line ? `${line} ${word}` : `${report.command} ${word}`;
  }
  return line ? [...lines, line] : lines;
}

/* A page from a file may be refused the clipboard; the text is selected then, for the reader to copy. */
async function copyCommand() {
  const command = byId("command");
  if (command.hidden) return;
  let copied = false;
  try {
    await navigator.clipboard.writeText(command.value);
    copied = true;
  } catch {
    command.focus();
    command.select();
    copied = document.execCommand("copy");
  }
  byId("copy").textContent = copied ? "Copied" : "Selected: copy it now";
  setTimeout(() => (byId("copy").textContent = "Copy command"), 2000);
}

/* --- The address: which case, how, and where in it --- */

function writeHash() {
  const parts = [`case=${encodeURIComponent(page.current.name)}`, `view=${page.view}`];
  if (viewer.item === page.current && viewer.chosen >= 0) parts.push(`place=${viewer.chosen + 1}`);
  const hash = "#" + parts.join("&");
  if (hash === location.hash) return;
  try {
    history.replaceState(null, "", hash);
  } catch {
    location.replace(hash);
  }
}

function readHash() {
  const values = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
  const item = byName.get(values.get("case"));
  if (!item) return false;
  const view = Viewer.views.some(({ name }) => name === values.get("view")) ? values.get("view") : page.view;
  if (!isShown(item)) choose("all");
  read(item, { view, place: (parseInt(values.get("place"), 10) || 0) - 1 });
  return true;
}

/* --- Keys --- */

const keys = [
  { keys: ["j", "ArrowDown"], says: ["j", "↓", "Next case"], does: () => stepCase(1) },
  { keys: ["k", "ArrowUp"], says: ["k", "↑", "Previous case"], does: () => stepCase(-1) },
  { keys: ["n"], says: ["n", "Next place in the picture"], does: () => stepPlace(1) },
  { keys: ["p"], says: ["p", "Previous place"], does: () => stepPlace(-1) },
  { keys: ["1", "2", "3", "4", "5", "6"], says: ["1 – 6", "Views, from side by side to difference"], does: viewByKey },
  { keys: [" ", "x"], says: ["Space", "x", "While held: the expected picture in place of the actual, and the reverse"], does: () => viewer.hold(true) },
  { keys: ["+", "="], says: ["+", "Zoom in"], does: () => viewer.step(1) },
  { keys: ["-"], says: ["−", "Zoom out"], does: () => viewer.step(-1) },
  { keys: ["f"], says: ["f", "Fit the whole picture"], does: () => viewer.fit() },
  { keys: ["0"], says: ["0", "Real size"], does: () => viewer.zoom(1) },
  { keys: ["b"], says: ["b", "Boxes around the places, or none"], does: toggleBoxes },
  { keys: ["m"], says: ["m", "Mark the case for approval, or unmark it"], does: toggleMark },
  { keys: ["a"], says: ["a", "Mark it and go to the next"], does: () => { if (page.current) { mark([page.current], true); stepCase(1); } } },
  { keys: ["M"], says: ["Shift M", "Mark all cases shown, or unmark them"], does: toggleShown },
  { keys: ["c"], says: ["c", "Copy the command that approves what is marked"], does: copyCommand },
  { keys: ["/"], says: ["/", "Search"], does: () => { back(); byId("search").focus(); } },
  { keys: ["?"], says: ["?", "These keys"], does: () => byId("help").showModal() },
];
const byKey = new Map(keys.flatMap((entry) => entry.keys.map((key) => [key, entry])));

function viewByKey(key) {
  const view = Viewer.views[Number(key) - 1].name;
  if (page.current && Viewer.available(page.current).includes(view)) {
    showView(view);
    writeHash();
  }
}

function toggleBoxes() {
  viewer.boxesShown = !viewer.boxesShown;
  byId("boxes").setAttribute("aria-pressed", viewer.boxesShown);
  viewer.place();
}

function back() {
  document.body.classList.remove("reading");
  showRows();
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  const target = event.target;
  if (event.key === "Escape" && target === byId("search")) return target.blur();
  if (target.matches("input[type=search], textarea, select")) return;
  // Space presses the button that has the focus; the key x serves everywhere.
  if (event.key === " " && target.matches("button, input, summary")) return;
  const entry = byKey.get(event.key);
  if (!entry || (target.matches(".recipe") && event.key.startsWith("Arrow"))) return;
  event.preventDefault();
  if (!event.repeat || /^[jknp+=-]$|^Arrow/.test(event.key)) entry.does(event.key);
}

/* --- Putting it together --- */

function listen() {
  const clicks = {
    "zoom-in": () => viewer.step(1), "zoom-out": () => viewer.step(-1), "zoom-fit": () => viewer.fit(),
    "zoom-whole": () => viewer.zoom(1), boxes: toggleBoxes, previous: () => stepCase(-1), next: () => stepCase(1),
    "previous-place": () => stepPlace(-1), "next-place": () => stepPlace(1), mark: toggleMark, "mark-shown": toggleShown,
    copy: copyCommand, unmark: () => mark(report.cases, false), back, "open-help": () => byId("help").showModal(),
    alike: showAlike, "end-alike": () => choose(page.filterBefore),
  };
  for (const [id, does] of Object.entries(clicks)) byId(id).addEventListener("click", does);
  byId("search").addEventListener("input", (event) => { page.search = event.target.value; sift(); });
  byId("order").addEventListener("change", (event) => { page.order = event.target.value; sift(); });
  let waiting = false;
  byId("list").addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; showRows(); });
  });
  new ResizeObserver(showRows).observe(byId("list"));
  byId("command").addEventListener("focus", (event) => event.target.select());
  addEventListener("keydown", pressed);
  addEventListener("keyup", (event) => { if (event.key === " " || event.key === "x") viewer.hold(false); });
  addEventListener("blur", () => viewer.hold(false));
  addEventListener("hashchange", readHash);
}

function start() {
  showSummary();
  Viewer.views.forEach(({ name, title }, index) => {
    const button = make("button", { type: "button", "data-view": name, "aria-keyshortcuts": index + 1 }, title);
    button.addEventListener("click", () => { showView(name); writeHash(); });
    byId("views").append(button);
  });
  for (const { says } of keys) {
    const names = says.slice(0, -1).map((name) => make("kbd", {}, name));
    byId("keys").append(make("dt", {}, ...names.flatMap((name, at) => (at ? [" ", name] : [name]))), make("dd", {}, says.at(-1)));
  }
  listen();
  const failures = filters[0].count;
  page.filter = failures ? "open" : "all";
  sift();
  const total = report.cases.length;
  byId("nothing").textContent = !total ? "The suite has no cases." : failures ? "" : `${total === 1 ? "The case is" : `All ${whole.format(total)} cases are`} as expected.`;
  // On a narrow screen the list comes first, unless the address names a case.
  if (!readHash() && failures && !matchMedia("(max-width: 760px)").matches) read(page.shown[0]);
}

start();
