"""Opens pages of the documentation site in a headless Chromium. Usage: check_site.py FOLDER"""

import functools
import http.server
import json
import sys
import tempfile
import threading
import time
from pathlib import Path

import chromium
import documents

GUIDES = "documentation/packshotkit/"
# A guide with wide tables, a guide with pictures from another folder, the guide with most pictures, the front page, a type.
PAGES = ["recipekeys/", "goldentests/", "filters/", "", "photo/"]
WIDTHS = [390, 820, 1400]
PATIENCE = 20 # seconds

missing, wrong = [], []


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def send_error(self, code, *arguments, **named):
        missing.append(f"{self.path}: {code}")
        super().send_error(code, *arguments, **named)


def wait_for(browser, condition):
    """Waits until a JavaScript expression is true. Returns false after PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while not browser.run(condition):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def check_page(browser, address, place):
    browser.open(address)
    if not wait_for(browser, "!!document.querySelector('h1.title')"):
        wrong.append(f"{place}: the page has no title after {PATIENCE} s")
        return
    # By default, pictures are loaded only when they come into view.
    pictures = "[...document.querySelectorAll('main img')]"
    browser.run(f"{pictures}.forEach(picture => picture.loading = 'eager')")
    wait_for(browser, f"{pictures}.every(picture => picture.complete)")
    for source in browser.run(f"{pictures}.filter(picture => !picture.naturalWidth).map(picture => picture.src)"):
        wrong.append(f"{place}: the picture {source} isn't shown")
    if (width := browser.run("document.documentElement.scrollWidth")) > browser.run("innerWidth"):
        wrong.append(f"{place}: the page is {width} pixels wide")
    wrong.extend(f"{place}: {complaint}" for complaint in browser.complaints())


def check_navigation(folder):
    """Checks that the navigation lists every guide once, in reading order."""
    titles = [guide.read_text().splitlines()[0].removeprefix("# ") for guide in documents.guides()]
    module = json.loads((folder / "index/index.json").read_text())["interfaceLanguages"]["swift"][0]
    listed = [node["title"].replace("’", "'") for node in module["children"] if node["type"] == "article"][1:]
    if listed != titles:
        wrong.append(f"the navigation lists {listed}; Guides.md lists {titles}")


def check_search(browser, root):
    browser.open(f"{root}{GUIDES}colours/")
    wait_for(browser, "!!document.querySelector('.site-header input')")
    form = browser.run("document.querySelector('.site-header').action")
    browser.open(f"{form}?q=how+do+I+keep+the+backdrop")
    if not wait_for(browser, "!!document.querySelector('#results a')"):
        wrong.append("the search finds nothing")
        return
    found = browser.run("[...document.querySelectorAll('#results a')].slice(0, 3).map(link => link.getAttribute('href'))")
    if f"../{GUIDES}productpictures/#Keep-the-backdrop-on-a-larger-canvas" not in found:
        wrong.append(f"the search for a kept backdrop finds {found} first, and not the section about it")


def main():
    folder = Path(sys.argv[1]).resolve()
    check_navigation(folder)
    with tempfile.TemporaryDirectory() as host:
        (Path(host) / "sub").mkdir()
        (Path(host) / "sub/folder").symlink_to(folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=host))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{server.server_address[1]}/sub/folder/"
        browser = chromium.Chromium(chromium.find())
        try:
            for page in PAGES:
                for width in WIDTHS:
                    for dark in (False, True):
                        browser.shape(width, 900, dark=dark, phone=width < 500)
                        check_page(browser, root + GUIDES + page, f"{page or 'the front page'} at {width} pixels")
            check_search(browser, root)
            print(f"opened {len(PAGES)} pages at {len(WIDTHS)} widths, light and dark")
        finally:
            browser.close()
            server.shutdown()
    for line in dict.fromkeys(wrong + missing):
        print(line, file=sys.stderr)
    return 1 if wrong or missing else 0


sys.exit(main())
