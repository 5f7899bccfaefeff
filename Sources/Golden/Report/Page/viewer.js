"use strict";

/*
 * The pictures of one case: expected, actual and difference, in one or several panes that zoom and move together.
 *
 * All panes share one camera: the point of the pictures, in their pixels, that is in the middle of a pane, and the
 * number of screen pixels per pixel. Pictures are positioned and sized by left, top, width and height, which stays
 * sharp at every scale, and the browser scales them.
 */
class Viewer {
  static roles = ["expected", "actual", "difference"];
  static titles = { expected: "Expected", actual: "Actual", difference: "Difference" };
  static views = [
    { name: "side", title: "Side by side", needs: [] },
    { name: "slider", title: "Slider", needs: ["expected", "actual"] },
    { name: "flicker", title: "Flicker", needs: ["expected", "actual"] },
    { name: "expected", title: "Expected", needs: ["expected"] },
    { name: "actual", title: "Actual", needs: ["actual"] },
    { name: "difference", title: "Difference", needs: ["difference"] },
  ];
  static largestScale = 64;
  /* Maximum number of boxes drawn at once, besides the box of the chosen place. */
  static mostBoxes = 200;
  /* Milliseconds between the two pictures: less than three flashes a second, which could trigger seizures. */
  static flickerInterval = 600;

  /* `source` returns the address of a picture (`pictureSource`). `changed` is called with the scale whenever the view
   * is drawn. `pixel` shows texts and nodes about the pixel under the pointer. */
  constructor(element, { source, changed, pixel }) {
    this.element = element;
    this.source = source;
    this.changed = changed;
    this.pixel = pixel;
    this.camera = { fit: true, scale: 1, x: 0, y: 0 };
    this.boxesShown = true;
    this.split = 0.5;
    this.panes = [];
    this.held = false;
    this.sample = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    this.sample.canvas.width = this.sample.canvas.height = 1;
    new ResizeObserver(() => this.place()).observe(element);
  }

  /* Returns the names of the views that a case has pictures for. */
  static available(item) {
    const has = (role) => Boolean(item.pictures[role]);
    return Viewer.views.filter((view) => view.needs.every(has) && Viewer.roles.some(has)).map((view) => view.name);
  }

  /* Shows a case in a view. The camera moves only if the case changes, so that views of a case can be compared. */
  show(item, view) {
    if (item !== this.item) {
      this.item = item;
      this.chosen = -1;
      this.camera.fit = true;
    }
    this.view = view;
    this.flickered = false;
    clearInterval(this.flicker);
    this.panes = this.layout(view).map((layers) => this.pane(layers));
    this.element.replaceChildren(...this.panes.map((pane) => pane.element));
    if (view === "slider") this.addHandle(this.panes[0]);
    if (view === "flicker") {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!still) this.flicker = setInterval(() => this.alternate(), Viewer.flickerInterval);
    }
    this.turn();
    this.place();
  }

  /* Returns the panes of a view, each as a list of the pictures stacked in it, from bottom to top. */
  layout(view) {
    const has = (role) => Boolean(this.item.pictures[role]);
    const other = { expected: "actual", actual: "expected" };
    if (view === "slider" || view === "flicker") return [["expected", "actual"]];
    const shown = view === "side" ? Viewer.roles.filter(has) : [view];
    return shown.map((role) => (has(other[role]) ? [role, other[role]] : [role]));
  }

  pane(roles) {
    const element = make("figure", { class: "pane" });
    const caption = make("figcaption");
    const window = make("div", { class: "window", tabindex: "0", role: "group" });
    const pane = { element, caption, window, layers: roles.map((role) => this.layer(role)), boxes: [] };
    window.append(...pane.layers.map((layer) => layer.element));
    element.append(caption, window);
    this.listen(pane);
    return pane;
  }

  layer(role) {
    const { address, whenReady } = this.source(this.item.pictures[role]);
    const element = make("div", { class: "layer" });
    const frame = make("div", { class: "picture" });
    const alt = `${Viewer.titles[role]} picture of ${visible(this.item.name)}`;
    const image = make("img", { alt, draggable: "false" });
    const layer = { role, element, frame, image };
    image.addEventListener("load", () => this.place());
    image.addEventListener("error", () => {
      frame.hidden = true;
      const path = this.item.pictures[role].path;
      const text = path
        ? `${visible(path)} could not be opened. It belongs beside this report.`
        : "This picture is damaged.";
      element.append(make("p", { class: "absent" }, text));
    });
    if (address) image.src = address;
    else whenReady((later) => (image.src = later));
    frame.append(image);
    element.append(frame);
    return layer;
  }

  /* Shows one layer of each pane, or the other layer while a key is held. The slider shows both. */
  turn() {
    for (const pane of this.panes) {
      const slider = this.view === "slider" && !this.held;
      const other = this.view === "flicker" ? this.flickered !== this.held : this.held;
      const index = pane.layers.length < 2 ? 0 : Number(other);
      pane.layers.forEach((layer, at) => layer.element.classList.toggle("away", !slider && at !== index));
      if (pane.handle) {
        pane.handle.hidden = this.held;
        pane.layers[1].element.style.clipPath = slider ? `inset(0 0 0 ${this.split * 100}%)` : "";
        for (const side of pane.window.querySelectorAll(".side")) side.hidden = this.held;
      }
      const role = pane.layers[index].role;
      const title = slider ? "Expected and actual" : Viewer.titles[role];
      pane.window.setAttribute("aria-label", title);
      const size = slider ? "" : (this.size(pane.layers[index]) ?? []).join(" × ");
      pane.caption.replaceChildren(title, make("span", {}, size));
    }
  }

  alternate() {
    this.flickered = !this.flickered;
    this.turn();
  }

  hold(held) {
    if (this.held === held) return;
    this.held = held;
    this.turn();
  }

  /* Returns the size of a layer's picture: from the picture if it is loaded, otherwise from the report. */
  size({ role, image }) {
    if (image.naturalWidth) return [image.naturalWidth, image.naturalHeight];
    return this.item[`${role}Size`] ?? this.item.actualSize ?? this.item.expectedSize;
  }

  /* Returns the smallest size that contains all pictures, which share their top left corners. */
  extent() {
    const sizes = this.panes.flatMap((pane) => pane.layers.map((layer) => this.size(layer))).filter(Boolean);
    return [Math.max(1, ...sizes.map((size) => size[0])), Math.max(1, ...sizes.map((size) => size[1]))];
  }

  /* Puts as many panes in a row as makes the pictures largest. On a narrow screen, the style sheet puts one pane below
   * the other, each with the proportions of the pictures. */
  arrange() {
    const [width, height] = this.extent();
    const gap = 8, caption = 22;
    const scale = (columns) => {
      const rows = Math.ceil(this.panes.length / columns);
      const paneWidth = (this.element.clientWidth + gap) / columns - gap;
      const paneHeight = (this.element.clientHeight + gap) / rows - gap - caption;
      return Math.min(paneWidth / width, paneHeight / height);
    };
    const choices = this.panes.map((_, index) => this.panes.length - index);
    const columns = choices.reduce((best, other) => (scale(other) > scale(best) ? other : best));
    this.element.style.setProperty("--columns", columns);
    this.element.style.setProperty("--ratio", `${width} / ${height}`);
  }

  fitScale() {
    const [width, height] = this.extent();
    const window = this.panes[0].window;
    const scale = Math.min((window.clientWidth - 16) / width, (window.clientHeight - 16) / height);
    return scale > 1 ? Math.min(8, Math.floor(scale)) : Math.max(0.005, scale);
  }

  place() {
    if (!this.panes.length || !this.element.clientWidth) return;
    this.arrange();
    const camera = this.camera;
    if (camera.fit) {
      const [width, height] = this.extent();
      Object.assign(camera, { scale: this.fitScale(), x: width / 2, y: height / 2 });
    }
    for (const pane of this.panes) {
      const left = Math.round(pane.window.clientWidth / 2 - camera.x * camera.scale);
      const top = Math.round(pane.window.clientHeight / 2 - camera.y * camera.scale);
      for (const layer of pane.layers) {
        const size = this.size(layer);
        if (!size) continue;
        lay(layer.frame, left, top, size[0] * camera.scale, size[1] * camera.scale);
        layer.frame.classList.toggle("large", camera.scale >= 1);
      }
      this.placeBoxes(pane, left, top);
      if (pane.handle) pane.handle.style.left = `${this.split * 100}%`;
    }
    this.turn();
    this.changed(camera.scale);
  }

  placeBoxes(pane, left, top) {
    const scale = this.camera.scale;
    const damage = this.item.damage;
    const drawn = !this.boxesShown ? [] : damage.slice(0, Viewer.mostBoxes).map((_, index) => index);
    if (this.boxesShown && this.chosen >= Viewer.mostBoxes) drawn.push(this.chosen);
    while (pane.boxes.length > drawn.length) pane.boxes.pop().remove();
    while (pane.boxes.length < drawn.length) {
      pane.boxes.push(make("div", { class: "box" }));
      pane.window.append(pane.boxes.at(-1));
    }
    drawn.forEach((index, at) => {
      // Two screen pixels between the place and the box's border of one, so that the border covers no changed pixel.
      const [x, y, width, height] = damage[index];
      lay(pane.boxes[at], left + x * scale - 3, top + y * scale - 3, width * scale + 6, height * scale + 6);
      pane.boxes[at].classList.toggle("chosen", index === this.chosen);
    });
  }

  /* Centres the camera on a damaged place. The margins around it take as much of the pane as the place itself. */
  choose(index) {
    this.chosen = index;
    const [x, y, width, height] = this.item.damage[index];
    const window = this.panes[0]?.window;
    if (window) {
      const air = Math.max(12, width, height);
      const scale = Math.min(window.clientWidth / (width + air), window.clientHeight / (height + air), 24);
      Object.assign(this.camera, {
        fit: false, scale: scale > 1 ? Math.floor(scale) : scale, x: x + width / 2, y: y + height / 2,
      });
    }
    this.place();
  }

  fit() {
    this.camera.fit = true;
    this.place();
  }

  /* Zooms to a scale. The point at `atX`, `atY` of the pane, by default its middle, stays where it is. */
  zoom(scale, pane = this.panes[0], atX, atY) {
    if (!pane) return;
    const camera = this.camera;
    atX ??= pane.window.clientWidth / 2;
    atY ??= pane.window.clientHeight / 2;
    const dx = atX - pane.window.clientWidth / 2;
    const dy = atY - pane.window.clientHeight / 2;
    const pointX = camera.x + dx / camera.scale;
    const pointY = camera.y + dy / camera.scale;
    camera.fit = false;
    camera.scale = Math.min(Viewer.largestScale, Math.max(Math.min(0.05, this.fitScale()), scale));
    camera.x = pointX - dx / camera.scale;
    camera.y = pointY - dy / camera.scale;
    this.place();
  }

  /* Zooms to the next larger (`direction` > 0) or smaller of some fixed scales. */
  step(direction) {
    const scales = [0.05, 0.1, 0.25, 1 / 3, 0.5, 0.75, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
    const now = this.camera.scale;
    const next = direction > 0
      ? scales.find((scale) => scale > now * 1.01) : scales.findLast((scale) => scale < now * 0.99);
    if (next) this.zoom(next);
  }

  move(dx, dy) {
    this.camera.fit = false;
    this.camera.x -= dx / this.camera.scale;
    this.camera.y -= dy / this.camera.scale;
    const [width, height] = this.extent();
    this.camera.x = Math.min(width, Math.max(0, this.camera.x));
    this.camera.y = Math.min(height, Math.max(0, this.camera.y));
    this.place();
  }

  listen(pane) {
    const window = pane.window;
    const pointers = new Map();
    const at = (event) => {
      const bounds = window.getBoundingClientRect();
      return [event.clientX - bounds.left, event.clientY - bounds.top];
    };
    window.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(this.camera.scale * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), pane, ...at(event));
    }, { passive: false });
    window.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.target === pane.handle) return;
      pointers.set(event.pointerId, at(event));
      window.setPointerCapture(event.pointerId);
    });
    window.addEventListener("pointermove", (event) => {
      const [x, y] = at(event);
      this.tell(pane, x, y);
      const before = pointers.get(event.pointerId);
      if (!before) return;
      pointers.set(event.pointerId, [x, y]);
      if (pointers.size === 1) return this.move(x - before[0], y - before[1]);
      const [[otherX, otherY]] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const apart = (pointX, pointY) => Math.max(8, Math.hypot(pointX - otherX, pointY - otherY));
      this.zoom(this.camera.scale * apart(x, y) / apart(...before), pane, (x + otherX) / 2, (y + otherY) / 2);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, (event) => pointers.delete(event.pointerId));
    }
    window.addEventListener("pointerleave", () => this.pixel([]));
    window.addEventListener("dblclick", (event) => {
      if (event.target === pane.handle) return;
      if (this.camera.scale >= 8) this.fit();
      else this.zoom(Math.max(1, Math.floor(this.camera.scale)) * 4, pane, ...at(event));
    });
    window.addEventListener("keydown", (event) => {
      const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
      if (!moves[event.key] || event.target !== window) return;
      event.preventDefault();
      event.stopPropagation();
      this.move(...moves[event.key]);
    });
  }

  addHandle(pane) {
    pane.handle = make("div", {
      class: "handle", role: "slider", tabindex: "0", "aria-label": "Border between expected and actual",
      "aria-valuemin": "0", "aria-valuemax": "100",
    });
    const set = (split) => {
      this.split = Math.min(1, Math.max(0, split));
      pane.handle.setAttribute("aria-valuenow", Math.round(this.split * 100));
      this.place();
    };
    pane.handle.addEventListener("pointerdown", (event) => pane.handle.setPointerCapture(event.pointerId));
    pane.handle.addEventListener("pointermove", (event) => {
      if (!pane.handle.hasPointerCapture(event.pointerId)) return;
      const bounds = pane.window.getBoundingClientRect();
      set((event.clientX - bounds.left) / bounds.width);
    });
    pane.handle.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: -0.02, ArrowRight: 0.02, Home: -1, End: 1 };
      if (!steps[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      set(this.split + steps[event.key]);
    });
    pane.window.append(
      pane.handle, make("span", { class: "side left" }, "Expected"), make("span", { class: "side right" }, "Actual"));
    set(this.split);
  }

  /* Shows the position of the pixel under the pointer, and its colours if the browser lets the page read them. */
  tell(pane, x, y) {
    const { camera } = this;
    const column = Math.floor(camera.x + (x - pane.window.clientWidth / 2) / camera.scale);
    const row = Math.floor(camera.y + (y - pane.window.clientHeight / 2) / camera.scale);
    const [width, height] = this.extent();
    if (column < 0 || row < 0 || column >= width || row >= height) return this.pixel([]);
    const parts = [`x ${column}, y ${row}`];
    const layers = new Map(this.panes.flatMap((shown) => shown.layers).map((layer) => [layer.role, layer]));
    for (const role of ["expected", "actual"]) {
      const color = layers.has(role) && this.color(layers.get(role).image, column, row);
      if (!color) continue;
      const swatch = make("span", { class: "swatch" });
      swatch.style.background = color;
      parts.push(swatch, `${role} ${color}`);
    }
    this.pixel(parts);
  }

  color(image, column, row) {
    if (column >= image.naturalWidth || row >= image.naturalHeight) return undefined;
    try {
      this.sample.clearRect(0, 0, 1, 1);
      this.sample.drawImage(image, column, row, 1, 1, 0, 0, 1, 1);
      const [red, green, blue, alpha] = this.sample.getImageData(0, 0, 1, 1).data;
      const hex = (values) => "#" + values.map((value) => value.toString(16).padStart(2, "0")).join("");
      return hex(alpha === 255 ? [red, green, blue] : [red, green, blue, alpha]);
    } catch {
      // A picture from a file taints the canvas, whose pixels then can't be read any more. So a new one is needed.
      this.sample = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      this.sample.canvas.width = this.sample.canvas.height = 1;
      return undefined;
    }
  }
}

/* Returns a new element with attributes and children. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

function lay(element, left, top, width, height) {
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
}

/* Returns a text with invisible characters replaced by their code points, because names that differ only in invisible
 * characters must not look the same. Joiners within words and emoji are kept. */
function visible(text) {
  return text.replace(/[\p{Cc}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu, (character) => {
    return `⟨${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
