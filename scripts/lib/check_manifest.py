"""Opens the HTML of manifests in a browser, and validates it. Usage: check_manifest.py PACKSHOT FOLDER VALIDATOR

VALIDATOR is the W3C's HTML checker, a Java archive.
"""

import base64
import hashlib
import http.server
import itertools
import json
import re
import subprocess
import sys
import threading
import urllib.parse
from functools import partial
from pathlib import Path

import chromium
from checks import pictures

packshot, folder, validator = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
WIDTHS = (200, 400, 600, 800)
# Each screen: the window's width in CSS pixels, and screen pixels per CSS pixel.
SCREENS = [(width, density) for width in (100, 200, 400, 800) for density in (1, 2, 3)]
# Each recipe: its formats, then the extension and the widths of the files that the browser must choose from, on a page that shows the
# picture as wide as the window.
EACH = "steps: [ { resize: { width: %d } } ]"
RECIPES = {
    "one-format": ("jpeg", "jpg", WIDTHS),
    "modern": ("webp, jpeg", "webp", WIDTHS),
    "all": ("avif, webp, png, jpeg", "avif", WIDTHS),
    "clear": ("webp, png", "webp", WIDTHS),
    "large-png": ("png, jpeg", "jpg", WIDTHS),
    "large-tiff": ("tiff, jpeg", "jpg", WIDTHS),
    "one-size": ("webp, jpeg", "webp", (400,)),
}
# SKUs with characters that would end an address, a srcset entry or an attribute if they weren't escaped.
# A page of one's own, with all pictures.
TEMPLATE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Shop</title>
{{#products}}
<h2>{{name}}</h2>
{{#pictures}}
{{{html}}}
<img src="{{placeholder}}" width="{{width}}" height="{{height}}" alt="{{alt}}" title="{{name}}">
{{/pictures}}
{{/products}}
"""
PHOTOS = {"MUG-1": "mug", "a, b,": "comma", "50% #1?": "percent", "ü \"<'>&=": "quotes", "日本": "japanese"}
wrong = []
numbers = itertools.count()


def check(what, found, expected):
    if found != expected:
        wrong.append(f"{what}: found {found!r}, expected {expected!r}")


def run(*arguments):
    done = subprocess.run([packshot, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"packshot {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def color(x, y, shift=0):
    """The colour of a photo at a position from 0 to 1."""
    return int(x * 255), int(y * 255), 40 * shift


def make_photos():
    """Writes photos of 900 × 600 pixels, with a different colour at each position."""
    (folder / "photos").mkdir()
    for shift, name in enumerate(PHOTOS):
        rows = b"".join(bytes(color(x / 899, y / 599, shift)) for y in range(600) for x in range(900))
        (folder / "photos" / f"{name}_front.png").write_bytes(pictures.png(900, 600, rows))


def write_recipe(name, formats, widths):
    # Sepia versions and pictures with a circle have the same widths. They are different pictures in the manifest.
    steps = ["{ resize: { width: %d } }", "{ sepiaTone: 1 }, { resize: { width: %d } }", "{ sourceOver: { foreground: dot } }, { resize: { width: %d } }"]
    outputs = "".join(
        f'  - {{ file: "{name}/{{sku}}/{kind}{width}.png", formats: [{formats}], steps: [ {step % width} ] }}\n'
        for kind, step in zip(("", "sepia-", "dot-"), steps) for width in widths)
    (folder / f"{name}.yaml").write_text(
        f"packshot: 1\nname: {name}\nsources: {{ dot: {{ circle: {{ size: [300, 300], fill: red }} }} }}\n"
        f"outputs:\n{outputs}catalog: {{ sku: '(?<sku>[^_]+)_(?<view>\\w+)' }}\n")


class Server(http.server.SimpleHTTPRequestHandler):
    # Cleared while pictures have to wait.
    pictures = threading.Event()
    pictures.set()

    def log_message(self, *_):
        pass

    def end_headers(self):
        # A picture that was shown before would not be missing on the next page.
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def do_GET(self):
        if not self.path.startswith("/page.html"):
            self.pictures.wait(60)
        super().do_GET()


def expected_width(widths, window, density):
    """The smallest width with at least one pixel per screen pixel, or else the largest width: HTML gives a candidate of
    w pixels the density w / sizes, and the picture is as wide as the window."""
    return min((width for width in widths if width >= window * density), default=max(widths))


def check_picture(browser, name, sku, picture, address):
    formats, extension, widths = RECIPES[name]
    files = {file["url"]: file for file in picture["files"]}
    kind = re.search(r"/((?:[a-z]+-)?)\d+\.\w+$", picture["files"][0]["url"])[1]
    what = f"{name}, {sku}, {kind or 'plain'}"
    check(f"{what}: files of one picture", {re.search(r"/((?:[a-z]+-)?)\d+\.\w+$", url)[1] for url in files}, {kind})
    page = "<!doctype html><meta charset=utf-8><link rel=icon href=data:,><style>body { margin: 0 } img { width: 100%; height: auto }</style>" + picture["html"]
    (folder / "page.html").write_text(page)
    for window, density in SCREENS:
        browser.shape(window, 700, density=density)
        # Each page has a different address, because otherwise the browser may show the previous page from its cache.
        browser.open(f"{address}/page.html?{next(numbers)}")
        browser.run("new Promise(done => { const image = document.images[0]; image.complete ? done() : image.onload = image.onerror = done })")
        found = browser.run("document.images[0].currentSrc")
        width = expected_width(widths, window, density)
        check(f"{what}, {window} at {density}: the file", found.removeprefix(address).rsplit("/", 1)[1], f"{kind}{width}.{extension}")
        check(f"{what}, {window} at {density}: in the manifest", found in files, True)
        check(f"{what}, {window} at {density}: complaints", browser.complaints(), [])
        loaded = browser.run("document.images[0].naturalWidth > 0")
        check(f"{what}, {window} at {density}: is shown", loaded, True)


def colors(browser, points):
    """The colours on the screen at positions from 0 to 1 in the page's image."""
    data = base64.b64encode(browser.screenshot()).decode()
    return browser.run(f"""new Promise(done => {{
      const shot = new Image()
      shot.onload = () => {{
        const canvas = Object.assign(document.createElement("canvas"), {{ width: shot.width, height: shot.height }})
        const context = canvas.getContext("2d")
        context.drawImage(shot, 0, 0)
        const {{ width, height }} = document.images[0].getBoundingClientRect()
        done({json.dumps(points)}.map(([x, y]) => [...context.getImageData(x * width, y * height, 1, 1).data].slice(0, 3)))
      }}
      shot.src = "data:image/png;base64,{data}"
    }})""")


def check_placeholder(browser, picture, address):
    """Checks that the placeholder is on the screen before the picture is loaded, and then the picture."""
    points = [(x, y) for x in (0.2, 0.5, 0.8) for y in (0.2, 0.5, 0.8)]
    page = "<!doctype html><meta charset=utf-8><style>body { margin: 0 } img { width: 100%; height: auto }</style>"
    browser.shape(400, 700)
    for kind, html in (("placeholder", picture["html"]), ("nothing", re.sub(" style=\"[^\"]*\"", "", picture["html"]))):
        (folder / "page.html").write_text(page + html)
        Server.pictures.clear()
        # A lazy image doesn't delay the load event.
        browser.open(f"{address}/page.html?{next(numbers)}")
        browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        check(f"{kind}: the picture is still missing", browser.run("document.images[0].naturalWidth"), 0)
        seen = colors(browser, points)
        for (x, y), found in zip(points, seen):
            expected, tolerance = (color(x, y), 24) if kind == "placeholder" else ((255, 255, 255), 0)
            if any(abs(a - b) > tolerance for a, b in zip(found, expected)):
                wrong.append(f"{kind} at {x}, {y}: found {found}, expected {expected}")
        Server.pictures.set()
        browser.run("""new Promise(done => {
          const image = document.images[0]
          const shown = () => image.decode().then(() => requestAnimationFrame(() => requestAnimationFrame(done)))
          image.complete && image.naturalWidth ? shown() : image.onload = shown })""")
        for (x, y), found in zip(points, colors(browser, points)):
            if any(abs(a - b) > 8 for a, b in zip(found, color(x, y))):
                wrong.append(f"the picture at {x}, {y}: found {found}, expected {color(x, y)}")


def validate(pages):
    """Checks pages with the W3C's HTML checker."""
    done = subprocess.run(["java", "-jar", validator, "--format", "json", *map(str, pages)], capture_output=True, text=True)
    for message in json.loads(done.stderr)["messages"]:
        wrong.append(f"{Path(message.get('url', '')).name}: {message['message']}: {message.get('extract', '')}")


def check_addresses(product, address):
    """Checks that each file's address, decoded as a browser does, leads to the file."""
    for picture in product["pictures"]:
        for file in picture["files"]:
            path = urllib.parse.unquote(urllib.parse.urlsplit(file["url"]).path)
            content = (folder / path.lstrip("/")).read_bytes()
            check(f"{file['url']}: hash", hashlib.sha256(content).hexdigest(), file["sha256"])


def check_srcsets(browser, product):
    """Checks that every address that the browser finds in the HTML is an address of the manifest."""
    for picture in product["pictures"]:
        browser.run(f"document.body.innerHTML = {json.dumps(picture['html'])}; 0")
        found = browser.run("""[...document.querySelectorAll('[srcset]')].flatMap(element =>
          element.srcset.split(', ').map(entry => new URL(entry.split(' ')[0], location).href))""")
        urls = {file["url"] for file in picture["files"]}
        check(f"{product['sku']}: URLs without a file", [url for url in found if url not in urls], [])
        check(f"{product['sku']}: the alternative text", browser.run("document.images[0].alt"), f"{product['name']}, front")


make_photos()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, directory=str(folder)))
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
browser = chromium.Chromium(chromium.find())
(folder / "shop.html.mustache").write_text(TEMPLATE)
pages = []
try:
    for name, (formats, _, widths) in RECIPES.items():
        write_recipe(name, formats, widths)
        # Awkward names don't depend on formats, so one recipe is enough.
        photos = list(PHOTOS) if name == "modern" else ["MUG-1"]
        run("run", f"{name}.yaml", *[f"photos/{photo}_front.png" for photo in photos], "--output", "shop")
        lines = run("manifest", "--catalog", "shop/catalog.sqlite", "--recipe", name, "--base", f"{address}/shop").splitlines()
        products = {product["sku"]: product for product in map(json.loads, lines)}
        pages.append(folder / f"{name}.html")
        pages[-1].write_text(run(
            "manifest", "--catalog", "shop/catalog.sqlite", "--recipe", name, "--base", f"{address}/shop", "--template", "shop.html.mustache",
            "--alt", "{name} <\"{view}\">"))
        check(f"{name}: products", sorted(products), sorted(photos))
        for sku, product in products.items():
            check(f"{name}, {sku}: pictures", len(product["pictures"]), 3)
            check_addresses(product, address)
            check_srcsets(browser, product)
            for picture in product["pictures"] if sku == "MUG-1" else product["pictures"][:1]:
                check_picture(browser, name, sku, picture, address)
            if name == "one-format":
                check_placeholder(browser, next(p for p in product["pictures"] if "/200.jpg" in p["html"]), address)
finally:
    Server.pictures.set()
    browser.close()
validate(pages)
for line in wrong:
    print(line)
if not wrong:
    print(f"{len(RECIPES)} recipes are valid HTML and shown as in their manifests, on {len(SCREENS)} screens")
sys.exit(1 if wrong else 0)
