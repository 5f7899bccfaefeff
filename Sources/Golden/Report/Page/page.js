/*
 * The page: a list of cases, the one that is read, and the marks. What it shows is the JSON in #report; what the reader
 * does to it is in `page`, and `show…` puts that on the screen. The scripts run as one, in the order they have in
 * report.html.
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

/* What is kept over a reload. A browser may refuse that to a page from a file; then the marks last until the reload. */
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

function byId(id) {
  return document.getElementById(id);
}
