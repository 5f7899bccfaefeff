/* The details of the selected case. */

const viewer = new Viewer(byId("panes"), {
  source: pictureSource,
  changed: (scale) => (byId("zoom").value = `${scale < 0.1 ? (scale * 100).toFixed(1) : Math.round(scale * 100)}%`),
  pixel: (parts) => byId("pixel").replaceChildren(...(parts.length ? parts : [placesHint()])),
});

/* Returns the address of a picture, or a function that waits for it. Embedded pictures follow the script in the file,
 * so until the page is loaded, a missing picture may still arrive. */
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
  byId("legend").hidden = !item.pictures.difference || !["side", "difference"].includes(shown);
  if (item.scale) byId("legend").replaceChildren(...legend(item.scale));
  byId("pixel").replaceChildren(placesHint());
  if (shown) viewer.show(item, shown);
}

/* Returns the legend of a difference picture: first the case's steps, then the colours that mean the same in every
 * case. */
function legend([title, ...steps]) {
  const entry = (color, meaning) => {
    const swatch = make("span", { class: "swatch" });
    swatch.style.background = color;
    return make("span", {}, swatch, meaning);
  };
  const { steps: colors, others } = report.legend;
  return [make("span", {}, `${title}:`), ...steps.map((step, index) => entry(colors[index], step)),
    ...others.map(([color, meaning]) => entry(color, meaning))];
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

/* Returns the changed lines of a recipe with three unchanged lines around each. A click shows the other unchanged
 * lines. */
function recipeLines(lines) {
  const signs = { kept: " ", added: "+", removed: "−" };
  const words = { kept: undefined, added: "Added: ", removed: "Removed: " };
  const line = ([kind, text]) => {
    const sign = make("span", { class: "sign", "aria-hidden": "true" }, signs[kind]);
    const label = words[kind] && words[kind] + text;
    return make("div", { class: kind, role: "listitem", "aria-label": label }, sign, visible(text));
  };
  const isNear = (index) => lines.slice(Math.max(0, index - 3), index + 4).some(([kind]) => kind !== "kept");
  const near = lines.map((_, index) => isNear(index));
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

/* Lets the browser decode the next case's pictures while the reader looks at the current case. */
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
