/*
 * The page: the list of cases, the selected case, and the marks. The results are the JSON in #report. `page` holds what
 * the reader has selected and marked, and the functions named `show…` draw it. All scripts share one scope and run in
 * the order in which report.html includes them.
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
  // The changed lines of the recipe without their position, to group cases whose recipes were edited in the same way.
  item.change = item.recipe.filter(([kind]) => kind !== "kept").map((line) => line.join(" ")).join("\n");
});
const byName = new Map(report.cases.map((item) => [item.name, item]));
const count = (accepts) => report.cases.reduce((sum, item) => sum + (accepts(item) ? 1 : 0), 0);

/* Stores the marks and the viewed cases across reloads. Browsers may deny storage to a page opened from a file; then
 * they are lost on reload. */
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
      // Storage is denied, but the marks are still in memory.
    }
  },
};
const before = kept.read();
const page = {
  filter: "", search: "", order: "name", alike: null, shown: [], current: null, view: "side",
  marked: new Set((before.marked ?? []).filter((name) => byName.get(name)?.approve)),
  seen: new Set((before.seen ?? []).filter((name) => byName.has(name))),
};

function byId(id) {
  return document.getElementById(id);
}
