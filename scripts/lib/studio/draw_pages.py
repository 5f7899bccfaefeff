"""Draws pages of the studio for the golden suite Tests/StudioGoldens, each at one width and in one theme.
Usage: draw_pages.py PACKSHOT FOLDER PICTURES

The pictures depend on the studio alone, as far as possible: the shop is always the same, dates of today are replaced, and the
fonts are given. Also writes chromium.txt, which names the browser."""

import os
import pathlib
import shutil
import sys

import chromium
from check_page import LOADING, SHAPES
from person import Person, StoryEnded
from shop import Studio

# The studio formats dates and numbers by the machine's locale and time zone.
os.environ.update(TZ="UTC", LC_ALL="C.UTF-8")
FONTS = ("Inter", "DejaVu Sans Mono")
# A machine's own settings for letters and colours don't count.
FLAGS = ("--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb", "--hide-scrollbars")
SUITE = pathlib.Path("Tests/StudioGoldens")

RECIPE = """\
packshot: 1
name: web
steps:
  - fit: { width: 300, height: 300, background: "#ffffff" }
  - sepiaTone: 0.5
outputs:
  - { file: "{stem}.jpg", quality: 82 }
catalog:
  sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?'
"""
SIMPLE_RECIPE = RECIPE.replace("  - sepiaTone: 0.5\n", "")

# Removes what changes from run to run or from machine to machine: the caret, the machine's fonts for code and for the button that
# chooses files, today's date, and how long something took. Dates in the sample shop are before 2026, and stay.
FREEZING = r"""(async () => {
  document.activeElement.blur();
  const style = new CSSStyleSheet();
  style.replaceSync(`* { caret-color: transparent !important; animation: none !important; transition: none !important; }
    pre, code, .bench textarea { font-family: "DejaVu Sans Mono" !important; }
    ::file-selector-button { font-family: Inter; }`);
  document.adoptedStyleSheets = [style];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const fixed = text.data.replace(/\d+ \w+ (202[6-9]|20[3-9]\d) at \d+:\d+\s[AP]M/g, "1 May 2026 at 10:00 AM")
      .replace(/in [\d.,]+ seconds?/g, "in 1 second");
    if (fixed !== text.data) text.data = fixed;
  }
  await document.fonts.ready;
})()"""


# Changes the recipe on the bench and waits for its pictures or its mistake. The page tries the unchanged recipe first. Waits for
# that, too, because its answer would otherwise be taken for the changed recipe's.
TRYING = """
  const [text, trials] = [document.getElementById("text"), document.getElementById("trials")];
  const wait = async (selector) => {
    for (let step = 0; step < 500 && !trials.querySelector(selector); step++) await new Promise((done) => setTimeout(done, 20));
  };
  await wait("section, .error");
  trials.replaceChildren();
  ["LMP-045", "BOK-042", "RNG-088"].forEach((photo, at) => {
    document.getElementById(`photo${at + 1}`).value = `photos/${photo}_front.jpg`;
  });
  text.value = text.value.%s;
  text.dispatchEvent(new Event("input", { bubbles: true }));
  await wait("%s");
"""


class Pages:
    """Opens pages and draws what the window shows."""

    def __init__(self, person, pictures):
        self.person, self.browser, self.pictures = person, person.browser, pictures
        self.person.story = "pictures of pages"

    def draw(self, name, width, theme, address=None, before=None):
        """Draws a page. `before` is JavaScript that is run on the page first, and waited for."""
        height = next(height for known, height in SHAPES if known == width)
        self.browser.shape(width, height, theme == "dark", phone=width < 500)
        if address:
            self.browser.navigate(address)
        if before:
            self.browser.run(f"(async () => {{ {before} }})()")
        self.browser.run(LOADING)
        self.browser.run(FREEZING)
        self.browser.run(LOADING)
        (self.pictures / f"{name}-{width}-{theme}.png").write_bytes(self.browser.screenshot())
        for part in ("layout", "colours"):
            if not (SUITE / part / name / "case.yaml").exists():
                self.person.report(f"{SUITE} has no case {part}/{name}; write a case.yaml like another page's")


def missing_fonts(browser):
    """The fonts that Chromium replaces by others."""
    browser.open("about:blank")
    for domain in ("DOM", "CSS"):
        browser.call(f"{domain}.enable")
    paragraphs = "".join(f"<p style='font-family: \"{font}\"'>Text</p>" for font in FONTS)
    # Chromium knows a text's font once it is painted.
    browser.run(f"document.body.innerHTML = `{paragraphs}`")
    browser.run("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    root = browser.call("DOM.getDocument")["root"]["nodeId"]
    nodes = browser.call("DOM.querySelectorAll", nodeId=root, selector="p")["nodeIds"]
    for font, node in zip(FONTS, nodes, strict=True):
        if font not in [used["familyName"] for used in browser.call("CSS.getPlatformFontsForNode", nodeId=node)["fonts"]]:
            yield font


def fill_shop(studio):
    """Adds photos, recipes and a golden suite to the sample shop. One of the suite's two cases fails."""
    samples = pathlib.Path("Assets/samples").resolve()
    (studio.folder / "photos").mkdir()
    for name in ("bottles/PRF-050", "home/BOK-042", "home/LMP-045", "accessories/RNG-088"):
        shutil.copy(samples / f"{name}_front.jpg", studio.folder / "photos")
    (studio.folder / "web.yaml").write_text(SIMPLE_RECIPE)
    (studio.folder / "thumbnails.yaml").write_text(SIMPLE_RECIPE.replace("300", "120"))
    for case, photo, recipe in (("book", "BOK-042", "thumbnails"), ("lamp", "LMP-045", "web")):
        studio.packshot("golden", "new", "goldens", case, "--recipe", f"{recipe}.yaml", "--input", f"photos/{photo}_front.jpg")
    (studio.folder / "web.yaml").write_text(RECIPE)
    studio.packshot("photos", "add", *[f"photos/{path.name}" for path in sorted((studio.folder / "photos").iterdir())])


def draw_all(pages, studio):
    person, browser = pages.person, pages.browser
    pages.draw("recipes", 390, "light", f"{studio.origin}/recipes")
    studio.packshot("run", "web.yaml", "photos", "--output", "shop", "--quiet")
    pages.draw("home", 1440, "light", studio.origin)
    pages.draw("photos", 820, "light", f"{studio.origin}/photos")
    pages.draw("photo", 1440, "dark", studio.origin + person.first_link("/photos?product=LMP-045"))
    pages.draw("products", 390, "dark", f"{studio.origin}/products")
    pages.draw("product", 1440, "light", studio.origin + person.first_link("/products?where=sku%3DTIE-06"))
    pages.draw("customer", 820, "dark", studio.origin + person.first_link("/customers?q=chlo"))
    bench = f"{studio.origin}/recipes/edit?file=web.yaml"
    pages.draw("mistake", 1440, "light", bench, TRYING % ("replace('fit:', 'fitt:')", "[role=alert]"))
    pages.draw("bench", 1440, "dark", bench, TRYING % ("replace('sepiaTone: 0.5', 'sepiaTone: 1')", "img[alt=After]"))
    pages.draw("goldens", 390, "light", f"{studio.origin}/goldens")
    # The bench asks before it is left with an unsaved recipe, for which Chromium wants a click first.
    studio.check_quiet(allowed=["beforeunload"])
    studio.open("/goldens/suite?suite=goldens")
    person.click("Check")
    pages.draw("failed-golden", 820, "light")


def main():
    program, folder, pictures = (pathlib.Path(path).absolute() for path in sys.argv[1:])
    pictures.mkdir(parents=True)
    browser = chromium.Chromium(chromium.find(), patience=20, flags=FLAGS)
    try:
        if missing := list(missing_fonts(browser)):
            print("SKIPPED: comparing pages of the studio with approved pictures, which needs Debian's packages fonts-inter and "
                  f"fonts-dejavu-core; missing: {', '.join(missing)}")
            return 0
        version = browser.call("Browser.getVersion")["product"].split("/")[1].split(".")[0]
        (pictures / "chromium.txt").write_text(f"Chromium {version}\n")
        person = Person(browser)
        pages = Pages(person, pictures)
        with Studio(person, program, folder / "pages", sample=True) as studio:
            fill_shop(studio)
            draw_all(pages, studio)
        with Studio(person, program, folder / "no-pages") as studio:
            pages.draw("empty", 390, "dark", f"{studio.origin}/photos")
    except StoryEnded as error:
        person.report(f"ended early: {error}")
    finally:
        browser.close()
    for line in dict.fromkeys(person.wrong):
        print(line)
    return 1 if person.wrong else 0


sys.exit(main())
