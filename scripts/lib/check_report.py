"""Uses the report pages in a folder, made by ReportSample, in a browser. Usage: check_report.py FOLDER"""

import shlex
import subprocess
import sys

import chromium

folder = sys.argv[1]
browser = chromium.Chromium(chromium.find())
wrong = []


def check(what, found, expected):
    if found != expected:
        wrong.append(f"{what}: found {found!r}, expected {expected!r}")


def text(selector):
    return browser.run(f"document.querySelector({selector!r}).textContent")


def click(selector):
    browser.run(f"document.querySelector({selector!r}).click()")


def shown():
    return browser.run("page.shown.length")


def counts():
    return browser.run("""Object.fromEntries([...document.querySelectorAll('#states button:not([hidden])')]
      .map((button) => [button.dataset.filter, button.querySelector('b').textContent]))""")


def command():
    return browser.run("document.getElementById('command').value")


def words(line):
    """The arguments into which bash splits a packshot command."""
    script = f'packshot() {{ printf "%s\\0" "$@"; }}; {line}'
    return subprocess.run(["bash", "-c", script], capture_output=True, check=True).stdout.decode().split("\0")[:-1]


def settle():
    """Waits until the page has drawn its changes."""
    browser.run("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")


def open_page(name, end=""):
    """Opens a report and returns the seconds that loading took."""
    address = f"file://{folder}/{name}/report.html{end}"
    seconds = browser.open(address)
    settle()
    return seconds


def check_quiet(name):
    check(f"{name}: complaints", browser.complaints(), [])
    foreign = [url for url in browser.requests() if not url.startswith(("file:", "data:"))]
    check(f"{name}: requests", foreign, [])


def check_awkward():
    open_page("awkward")
    check("counts", counts(), {
        "open": "10", "failed": "7", "missing": "1", "broken": "1", "obsolete": "1", "passed": "30", "all": "40"})
    check("the first case", browser.run("page.current.name"), "</script><script>alert(1)</script><b>&amp;\"quotes' and")
    check("its heading", text("#name"), "</script><script>alert(1)</script><b>&amp;\"quotes' and")
    check("the suite", text("#suite"), 'Shop <goldens> & "print"')
    names = browser.run("report.cases.map((item) => item.shown)")
    check("line ends are shown", names[2], "new⟨000A⟩line⟨0009⟩tab⟨0007⟩bell")
    check("direction marks are shown", names[4], "right⟨202E⟩gnp.to left")

    # Keys for cases, places, views and zoom.
    browser.press("j")
    browser.press("ArrowDown")
    check("j and ↓", browser.run("page.current.index"), 2)
    browser.press("k")
    check("k", browser.run("page.current.index"), 1)
    browser.press("n")
    browser.press("n")
    check("n", browser.run("viewer.chosen"), 1)
    check("the view zooms to a place", browser.run("viewer.camera.scale > 1"), True)
    check("its box", browser.run("document.querySelectorAll('.box.chosen').length"), 3)
    check("its place in the list", text("#damage [aria-current] .number"), "2")
    browser.press("p")
    check("p", browser.run("viewer.chosen"), 0)
    browser.press("f")
    check("f", browser.run("viewer.camera.fit"), True)
    browser.press("0")
    check("0", text("#zoom"), "100%")
    browser.press("+")
    check("+", text("#zoom"), "200%")
    browser.press("-")
    check("-", text("#zoom"), "100%")
    panes = {"1": 3, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1}
    for key, number in panes.items():
        browser.press(key)
        settle()
        check(f"panes after {key}", browser.run("document.querySelectorAll('.pane').length"), number)
        check(f"pictures after {key}", browser.run(
            "[...document.querySelectorAll('.picture img')].every((image) => image.naturalWidth === 360)"), True)
    browser.press("5")
    browser.press(" ", down=True, up=False)
    check("while Space is held", text(".pane figcaption"), "Expected360 × 300")
    browser.press(" ", down=False)
    browser.run("document.querySelector('[data-view=actual]').focus()")
    browser.press("x", down=True, up=False)
    check("while x is held, whatever has the focus", text(".pane figcaption"), "Expected360 × 300")
    browser.press("x", down=False)
    check("after Space and x", text(".pane figcaption"), "Actual360 × 300")
    browser.press("2")
    browser.run("document.querySelector('.handle').focus()")
    browser.press("ArrowRight")
    check("the slider moves", browser.run("document.querySelector('.handle').getAttribute('aria-valuenow')"), "52")
    browser.run("document.activeElement.blur()")
    browser.press("?")
    check("?", browser.run("document.getElementById('help').open"), True)
    browser.press("j")
    check("keys are ignored while the help is open", browser.run("page.current.index"), 1)
    browser.press("Escape")
    check("Escape", browser.run("document.getElementById('help').open"), False)

    # The address of a case.
    hash_before = browser.run("location.hash")
    check("the address", "view=slider" in hash_before and "case=pipe%7Ctick" in hash_before, True)

    # Filters and search.
    click("[data-filter=passed]")
    check("passed", shown(), 30)
    click("[data-filter=all]")
    browser.run("""(() => { const search = document.getElementById('search');
      search.value = 'RIM- plates'; search.dispatchEvent(new Event('input')); })()""")
    check("searched", browser.run("page.shown.every((item) => /plates.*rim-/.test(item.name))"), True)
    check("found", shown() > 0, True)
    browser.run("""(() => { const search = document.getElementById('search');
      search.value = ''; search.dispatchEvent(new Event('input')); })()""")
    click("[data-filter=open]")
    check("alike", browser.run("(read(page.shown[0]), document.getElementById('alike').click(), page.shown.length)"), 3)
    click("#end-alike")
    check("without the alike filter", shown(), 10)

    # Marks and the command.
    browser.press("M")
    check("all but the broken are marked", browser.run("page.marked.size"), 9)
    names = browser.run("report.cases.filter((item) => item.approve).map((item) => item.name)")
    arguments = words(command())
    check("the command", arguments[:4], ["golden", "approve", "--", "goldens/it's a shop"])
    check("what it approves", [argument.rsplit("@", 1)[0] for argument in arguments[4:]], names)
    check("nothing in a name was run", subprocess.run(["test", "-e", "gone"]).returncode, 1)
    browser.press("M")
    check("none is marked", browser.run("page.marked.size"), 0)
    browser.run("read(page.shown[0])")
    browser.press("a")
    browser.press("m")
    check("two are marked", [browser.run("page.marked.size"), counts()["marked"]], [2, "2"])
    check("a continues with the next case", browser.run("page.current.index"), 1)
    before = command()
    click("#copy")
    settle()
    check("the copy button", text("#copy") in ("Copied", "Selected: copy it now"), True)
    check_quiet("awkward")

    open_page("awkward", "?again")
    check("marks after a reload", command(), before)
    open_page("awkward", hash_before)
    check("the case of the address", browser.run("[page.current.index, page.view]"), [1, "slider"])
    check_quiet("awkward, by address")


def check_pictures_beside():
    """Checks pictures that didn't fit into the page. They are loaded from files whose paths have a space and a percent sign."""
    browser.run("read(report.cases.findLast((item) => item.state === 'failed'), { view: 'side' })")
    browser.run("new Promise((done) => setTimeout(done, 300))")
    check("pictures beside the page", browser.run(
        "[...document.querySelectorAll('.picture img')].map((image) => image.naturalWidth)"), [360] * 5)
    sources = browser.run("[...document.querySelectorAll('.picture img')].map((image) => image.getAttribute('src'))")
    check("their addresses", sources[0], "./pictures/expected%20100%25.png")


def check_large():
    seconds = open_page("large")
    ready = browser.run("performance.getEntriesByType('navigation')[0].loadEventEnd / 1000")
    print(f"5000 cases: ready after {ready:.2f} s ({seconds:.2f} s with the browser's own work)")
    check("ready within two seconds", seconds < 2, True)
    check("counts", counts(), {
        "open": "2,500", "failed": "1,750", "missing": "250", "broken": "250", "obsolete": "250", "passed": "2,500",
        "all": "5,000"})
    check("few rows", browser.run("document.querySelectorAll('.row').length < 60"), True)
    filtered = browser.run("""(() => { const start = performance.now(); choose('all'); document.body.offsetHeight;
      return performance.now() - start; })()""")
    print(f"5000 cases: filtered in {filtered:.0f} ms")
    check("filtered within a third of a second", filtered < 333, True)
    browser.run("document.getElementById('list').scrollTop = 54 * 4000")
    settle()
    check("rows follow the scrolling", browser.run(
        "[...document.querySelectorAll('.row')].some((row) => row.getAttribute('aria-posinset') === '4001')"), True)
    check_pictures_beside()
    browser.press("M")
    step = browser.run("""(() => { const start = performance.now(); for (let step = 0; step < 20; step++) stepCase(-1);
      document.body.offsetHeight; return (performance.now() - start) / 20; })()""")
    print(f"5000 cases: next case in {step:.0f} ms, with all failures marked")
    check("next case within a tenth of a second", step < 100, True)
    lines = command().split("\n")
    check("commands fit the limit of the system", all(len(line) < 110_000 for line in lines), True)
    check("they approve all", sum(len(shlex.split(line.replace("$'", "'"))) - 5 for line in lines[1:])
          + len(words(lines[0])) - 4, 2250)
    browser.press("M")
    check_quiet("large")


def check_without_failures():
    open_page("passed")
    check("all passed", text("#nothing"), "All 12 cases are as expected.")
    check("they are listed", shown(), 12)
    check_quiet("passed")
    open_page("empty")
    check("no cases", text("#nothing"), "The suite has no cases.")
    check_quiet("empty")


PICTURE_WIDTHS = "[...document.querySelectorAll('.picture:has(img)')].map((frame) => frame.clientWidth)"


def check_phone(width):
    browser.shape(width, 780, phone=True)
    open_page("awkward", f"?{width}")
    # If a page is too wide, a phone lays it out wider and shows it smaller, so innerWidth grows.
    wide = "[innerWidth, document.documentElement.scrollWidth]"
    check("the list fits a phone", browser.run(wide), [width, width])
    check("the list comes first", browser.run("getComputedStyle(document.getElementById('case')).display"), "none")
    click(".row button")
    settle()
    check("then the case", browser.run("getComputedStyle(document.getElementById('case')).display"), "block")
    check("the case fits a phone", browser.run(wide), [width, width])
    check("nothing is cut off", browser.run("document.getElementById('case').scrollWidth > innerWidth"), False)
    check("pictures as wide as a phone", browser.run(f"Math.min(...{PICTURE_WIDTHS}) >= {width} - 50"), True)
    click("#mark")
    check("with a command too", browser.run(wide), [width, width])
    click("#back")
    check("and back", browser.run("getComputedStyle(document.getElementById('case')).display"), "none")
    check_quiet("phone")
    browser.run("localStorage.clear()")


def check_room():
    """Checks that three pictures of 360 × 300 are side by side if there is room, and otherwise arranged so that they are largest."""
    for width, height, least in ((900, 1200, 270), (1400, 900, 310)):
        browser.shape(width, height)
        open_page("awkward", f"?{width}")
        check(f"pictures at {width}", browser.run(f"Math.min(...{PICTURE_WIDTHS}) >= {least}"), True)


def check_legend():
    open_page("awkward")
    check("the legend", text("#legend"), "Times the allowed 2 levels:up to 2 ×2–4 ×4–8 ×8–16 ×over 16 ×"
          "within toleranceanti-aliasingnot comparedin one picture only")
    check("its darkest red", browser.run(
        "document.querySelectorAll('#legend .swatch')[4].style.background"), "rgb(88, 1, 6)")
    browser.press("5")
    check("without the difference, no legend", browser.run("document.getElementById('legend').hidden"), True)


try:
    browser.shape(1280, 800)
    check_awkward()
    check_large()
    check_without_failures()
    check_legend()
    for phone in (360, 390):
        check_phone(phone)
    check_room()
finally:
    browser.close()
for line in wrong:
    print(line)
sys.exit(1 if wrong else 0)
