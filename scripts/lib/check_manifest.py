"""Opens the HTML of manifests in a browser. Usage: check_manifest.py PACKSHOT FOLDER"""

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

packshot, folder = sys.argv[1], Path(sys.argv[2])
WIDTHS = (200, 400, 800)
# Each screen: the window's width in CSS pixels, and screen pixels per CSS pixel.
SCREENS = [(width, density) for width in WIDTHS for density in (1, 2)]
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


def make_photos():
    """Writes photos of 900 × 600 pixels, with a different colour at each position."""
    (folder / "photos").mkdir()
    for shift, name in enumerate(PHOTOS):
        rows = b"".join(bytes((x * 255 // 899, y * 255 // 599, 40 * shift)) for y in range(600) for x in range(900))
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
    def log_message(self, *_):
        pass


def expected_width(widths, window, density):
    """The smallest width with at least one pixel per screen pixel, or else the largest width."""
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
try:
    for name, (formats, _, widths) in RECIPES.items():
        write_recipe(name, formats, widths)
        # Awkward names don't depend on formats, so one recipe is enough.
        photos = list(PHOTOS) if name == "modern" else ["MUG-1"]
        run("run", f"{name}.yaml", *[f"photos/{photo}_front.png" for photo in photos], "--output", "shop")
        lines = run("manifest", "--catalog", "shop/catalog.sqlite", "--recipe", name, "--base", f"{address}/shop").splitlines()
        products = {product["sku"]: product for product in map(json.loads, lines)}
        check(f"{name}: products", sorted(products), sorted(photos))
        for sku, product in products.items():
            check(f"{name}, {sku}: pictures", len(product["pictures"]), 3)
            check_addresses(product, address)
            check_srcsets(browser, product)
            for picture in product["pictures"] if sku == "MUG-1" else product["pictures"][:1]:
                check_picture(browser, name, sku, picture, address)
finally:
    browser.close()
for line in wrong:
    print(line)
if not wrong:
    print(f"{len(RECIPES)} recipes are shown as in their manifests, on {len(SCREENS)} screens")
sys.exit(1 if wrong else 0)
