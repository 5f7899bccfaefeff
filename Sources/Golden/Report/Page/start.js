/* The address, the keys and the start. The address contains the selected case, its view and the chosen place. */

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

const keys = [
  { keys: ["j", "ArrowDown"], says: ["j", "↓", "Next case"], does: () => stepCase(1) },
  { keys: ["k", "ArrowUp"], says: ["k", "↑", "Previous case"], does: () => stepCase(-1) },
  { keys: ["n"], says: ["n", "Next place in the picture"], does: () => stepPlace(1) },
  { keys: ["p"], says: ["p", "Previous place"], does: () => stepPlace(-1) },
  {
    keys: ["1", "2", "3", "4", "5", "6"], says: ["1 – 6", "Views, from side by side to difference"], does: viewByKey,
  },
  {
    keys: [" ", "x"], does: () => viewer.hold(true),
    says: ["Space", "x", "While held: the expected picture in place of the actual, and the reverse"],
  },
  { keys: ["+", "="], says: ["+", "Zoom in"], does: () => viewer.step(1) },
  { keys: ["-"], says: ["−", "Zoom out"], does: () => viewer.step(-1) },
  { keys: ["f"], says: ["f", "Fit the whole picture"], does: () => viewer.fit() },
  { keys: ["0"], says: ["0", "Real size"], does: () => viewer.zoom(1) },
  { keys: ["b"], says: ["b", "Boxes around the places, or none"], does: toggleBoxes },
  { keys: ["m"], says: ["m", "Mark the case for approval, or unmark it"], does: toggleMark },
  { keys: ["a"], says: ["a", "Mark it and go to the next"], does: markAndStep },
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

function markAndStep() {
  if (!page.current) return;
  mark([page.current], true);
  stepCase(1);
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
  // If a button has the focus, Space presses it. The key x shows the other picture everywhere.
  if (event.key === " " && target.matches("button, input, summary")) return;
  const entry = byKey.get(event.key);
  if (!entry || (target.matches(".recipe") && event.key.startsWith("Arrow"))) return;
  event.preventDefault();
  if (!event.repeat || /^[jknp+=-]$|^Arrow/.test(event.key)) entry.does(event.key);
}

function listen() {
  const clicks = {
    "zoom-in": () => viewer.step(1), "zoom-out": () => viewer.step(-1), "zoom-fit": () => viewer.fit(),
    "zoom-whole": () => viewer.zoom(1), boxes: toggleBoxes, previous: () => stepCase(-1), next: () => stepCase(1),
    "previous-place": () => stepPlace(-1), "next-place": () => stepPlace(1), mark: toggleMark,
    "mark-shown": toggleShown,
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
    const parted = names.flatMap((name, at) => (at ? [" ", name] : [name]));
    byId("keys").append(make("dt", {}, ...parted), make("dd", {}, says.at(-1)));
  }
  listen();
  const failures = filters[0].count;
  page.filter = failures ? "open" : "all";
  sift();
  const total = report.cases.length;
  const passed = total === 1 ? "The case is as expected." : `All ${whole.format(total)} cases are as expected.`;
  byId("nothing").textContent = !total ? "The suite has no cases." : failures ? "" : passed;
  // A narrow screen shows either the list or a case. It starts with the list, unless the address names a case.
  if (!readHash() && failures && !matchMedia("(max-width: 760px)").matches) read(page.shown[0]);
}

start();
