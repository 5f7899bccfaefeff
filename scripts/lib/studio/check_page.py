"""Checks what all pages of the studio have in common, at three widths, light and dark."""

import json
import re

from person import CONTROLS, FIELDS

# Widths and heights of windows.
SHAPES = ((390, 844), (820, 1180), (1440, 900))

# Waits for the pictures in the window. The value is the time of the first paint in milliseconds, how much the layout shifted, and
# what moved.
LOADING = """(async () => {
  const isPending = (image) => !image.complete && image.getBoundingClientRect().top < innerHeight;
  for (let step = 0; step < 150 && [...document.images].some(isPending); step++) await new Promise((done) => setTimeout(done, 20));
  let shift = 0;
  const parts = new Set();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries().filter((entry) => !entry.hadRecentInput)) {
      shift += entry.value;
      entry.sources.forEach(({ node }) => parts.add(node?.outerHTML?.slice(0, 40) ?? node?.textContent?.trim()));
    }
  }).observe({ type: "layout-shift", buffered: true });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
  return [performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null, shift, [...parts].slice(0, 3)];
})()"""

PROBLEMS = r"""((width, isLoaded) => {
  const found = [];
  const name = (part) => {
    const text = (part.innerText || part.value || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${part.localName}${part.id ? "#" + part.id : ""} “${text}”`;
  };
  const all = [...document.querySelectorAll("body *")];

  // If a page is too wide, a phone lays it out wider and shows it smaller, so innerWidth grows.
  if (innerWidth > width || document.documentElement.scrollWidth > width) {
    const wide = all.filter((part) => part.getBoundingClientRect().right > width + 1 && part.checkVisibility());
    found.push(`scrolls sideways, to ${Math.max(innerWidth, document.documentElement.scrollWidth)}: ${wide.slice(0, 3).map(name)}`);
  }
  const here = isLoaded && document.querySelector("nav [aria-current]")?.getBoundingClientRect();
  if (here && (here.left < -1 || here.right > width + 1)) found.push("the current part is out of view in the navigation");
  for (const part of all) {
    const { overflowX, textOverflow } = getComputedStyle(part);
    if (["hidden", "clip"].includes(overflowX) && textOverflow !== "ellipsis" && part.scrollWidth > part.clientWidth + 1
        && part.clientWidth > 1 && !part.matches("input, select, textarea") && part.checkVisibility()) found.push(`cut off: ${name(part)}`);
  }

  // Structure.
  const ids = all.map((part) => part.id).filter(Boolean);
  ids.filter((id, index) => ids.indexOf(id) !== index).forEach((id) => found.push(`the ID ${id} occurs twice`));
  all.filter((part) => part.tabIndex > 0).forEach((part) => found.push(`tabindex ${part.tabIndex}: ${name(part)}`));
  for (const image of document.images) {
    if (!image.hasAttribute("alt")) found.push(`no alt: ${image.src.slice(0, 80)}`);
    if (image.complete && image.getAttribute("src") && !image.naturalWidth) found.push(`broken picture: ${image.src.slice(0, 80)}`);
  }
  for (const label of document.querySelectorAll("label")) if (!label.control) found.push(`a label of nothing: ${name(label)}`);
  for (const part of document.querySelectorAll("[list], [aria-describedby], [aria-labelledby], [aria-controls]"))
    for (const attribute of ["list", "aria-describedby", "aria-labelledby", "aria-controls"])
      for (const id of part.getAttribute(attribute)?.split(" ") ?? [])
        if (!document.getElementById(id)) found.push(`${attribute} names ${id}, which is missing: ${name(part)}`);
  if (document.querySelectorAll("h1").length !== 1) found.push(`${document.querySelectorAll("h1").length} headings of level 1`);
  for (const part of document.querySelectorAll("h1, h2, h3, th, legend, summary"))
    if (!part.textContent.trim()) found.push(`an empty ${part.localName}`);
  for (const list of document.querySelectorAll("main ul, main ol, main dl")) if (!list.children.length) found.push(`an empty ${list.localName}`);
  if (!document.title || !document.documentElement.lang) found.push("no title or language");
  if (/undefined|NaN|\bnil\b|\{\{|Optional\(/.test(document.body.innerText)) found.push("a value shows how it was made");

  // Contrast. A canvas turns any notation of a colour into numbers.
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const read = (color) => {
    if (!known.has(color)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(color, [r, g, b, a / 255]);
    }
    return known.get(color);
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const light = (color) => {
    const [r, g, b] = color.map((value) => value / 255).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const canvasColor = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
  // The color behind a part; null if a picture is behind it.
  const ground = (part) => {
    if (!part) return canvasColor;
    const { backgroundColor, backgroundImage } = getComputedStyle(part);
    if (backgroundImage !== "none") return null;
    const color = read(backgroundColor);
    if (color[3] === 1) return color.slice(0, 3);
    const behind = ground(part.parentElement);
    return behind && over(color, behind);
  };
  const opacity = (part) => part ? getComputedStyle(part).opacity * opacity(part.parentElement) : 1;
  const compare = (part, style, what) => {
    const [r, g, b, a] = read(style.color);
    const behind = ground(part);
    if (!behind || a === 0) return;
    const [one, two] = [light(over([r, g, b, a * opacity(part)], behind)), light(behind)].sort((one, two) => two - one);
    const ratio = (one + 0.05) / (two + 0.05);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
    if (ratio < least) found.push(`contrast of ${ratio.toFixed(2)}, below ${least}: ${what} ${name(part)}`);
  };
  const isOff = (part) => part.closest(":disabled, [aria-disabled=true], option, svg");
  for (const part of all) {
    if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isOff(part)) continue;
    if ([...part.childNodes].some((child) => child.nodeType === 3 && child.data.trim())) compare(part, getComputedStyle(part), "text of");
    if (part.matches("input, textarea")) {
      if (part.value && !part.matches("[type=checkbox], [type=range]")) compare(part, getComputedStyle(part), "value of");
      if (part.placeholder) compare(part, getComputedStyle(part, "::placeholder"), "placeholder of");
    }
  }
  return found;
})"""


class PageCheck:
    """Checks pages. Keeps the times of their first paints by name, in milliseconds; None if Chromium measured none."""

    def __init__(self, person, pictures=None):
        self.person, self.browser, self.pictures, self.paints = person, person.browser, pictures, {}

    def check(self, name, address=None, shapes=SHAPES):
        """Checks a page at several widths. Without an address, checks the page as it is."""
        found = {}
        for width, height in shapes:
            self.browser.shape(width, height, phone=width < 500)
            if address:
                self.browser.navigate(address)
                paint, shift, parts = self.browser.run(LOADING)
                self.paints.setdefault(name, []).append(paint)
                if shift >= 0.1:
                    found.setdefault(f"the layout shifts by {shift:.2f}, with {parts}", []).append(f"{width}")
            for theme in ("light", "dark"):
                self.browser.shape(width, height, theme == "dark", phone=width < 500)
                problems = self.browser.run(f"{PROBLEMS}({width}, {json.dumps(bool(address))})")
                if theme == "light":
                    problems += self.nameless()
                for problem in problems:
                    found.setdefault(problem, []).append(f"{width} {theme}")
                if self.pictures:
                    self.draw(name, width, theme)
        for problem, places in found.items():
            self.person.report(f"{name}: {problem} (at {', '.join(places)})")
        self.browser.shape(1280, 800)

    def nameless(self):
        """Controls without a name that a screen reader could read."""
        for node in self.browser.call("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value")
            if not node["ignored"] and role in FIELDS | CONTROLS and not node.get("name", {}).get("value", "").strip():
                part = self.browser.call("DOM.describeNode", backendNodeId=node["backendDOMNodeId"])["node"]
                yield f"a {role} has no name: {part['localName']} {' '.join(part.get('attributes', []))[:80]}"

    def draw(self, name, width, theme):
        """Saves a picture of the whole page."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        height = min(6000, self.browser.run("document.documentElement.scrollHeight"))
        # Rows out of the window aren't drawn, so the window becomes as high as the page.
        self.browser.shape(width, height, theme == "dark", phone=width < 500)
        self.browser.run("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
        file = f"{re.sub('[^a-z0-9]+', '-', name.lower())}-{width}-{theme}.png"
        (self.pictures / file).write_bytes(self.browser.screenshot())
