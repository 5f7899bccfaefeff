"""Uses the studio in a browser, in folders that it makes. Usage: check_stories.py [--pictures FOLDER] [--only STORIES] PACKSHOT FOLDER"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import sys
import time

import chromium
from person import FIELDS, Person, StoryEnded
from check_page import SHAPES, PageCheck
from shop import Studio

parser = argparse.ArgumentParser()
parser.add_argument("--pictures", type=pathlib.Path)
parser.add_argument("--only", default="")
parser.add_argument("packshot", type=os.path.abspath)
parser.add_argument("folder", type=pathlib.Path)
arguments = parser.parse_args()
samples = pathlib.Path("Assets/samples").resolve()
browser = chromium.Chromium(chromium.find(), patience=20)
first_tab = (browser.call("Target.getTargets")["targetInfos"][-1]["targetId"], browser.session)
person = Person(browser)
pages = PageCheck(person, arguments.pictures)
audit = pages.check
report, check, find, says, is_shown = person.report, person.check, person.find, person.says, person.is_shown
click, click_row, fill, choose, unfold = (
    person.click, person.click_row, person.fill, person.choose, person.unfold)
value, rows, outline, count = person.value, person.rows, person.outline, person.count


def shop(name, sample=False):
    return Studio(person, arguments.packshot, arguments.folder / name, sample)


def add(studio, part, fields):
    """Adds a record through its form."""
    if browser.run("location.pathname") != f"/{part}s":
        studio.open(f"/{part}s/new")
    else:
        click(f"New {part}")
    for label, text in fields.items():
        fill(label, text)
    click(f"Add {part}")
    check(f"the page of the new {part}", lambda: fields.get("Name", fields.get("Product")) in browser.run(
        "document.querySelector('h1').textContent"), True)


def play_shop():
    with shop("shop") as studio:
        studio.open("/products")
        for name in ("Bread", "Can", "Canned Fish", "Jam"):
            add(studio, "product", {"Name": name, "SKU": name.upper(), "Price": "2.50", "In stock": "100"})
        for name in ("Candace", "Ben", "Zoe"):
            add(studio, "customer", {"Name": name})

        studio.open("/products")
        check("all products", lambda: outline(), ["B", "Bread", "C", "Can", "Canned Fish", "J", "Jam"])
        browser.run("window.isSame = true")
        fill("Search", "Can", at_once=False)
        check("search while typing", lambda: sorted(rows()), ["Can", "Canned Fish"])
        check("the count follows", count, 2)
        check("typing doesn't load the page again", lambda: browser.run("window.isSame"), True)
        fill("Search", "canned fish", at_once=False)
        check("a search with a space", rows, ["Canned Fish"])
        fill("Search", "")
        check("without a search, all again", lambda: len(rows()), 4)

        click_row("Bread")
        fill("Quantity", "3")
        fill("Customer", "Candace")
        click("Sell")
        check("stock on the page", lambda: value("In stock"), "97")
        check("stock in the catalog", lambda: studio.product("Bread").get("quantity"), 97)
        check("the sale on the product's page", lambda: says("3 × Bread") and says("7.50"), True)
        studio.open("/customers")
        click_row("Candace")
        check("the sale on the customer's page", lambda: says("3 × Bread"), True)

        add(studio, "sale", {"Customer": "Zoe", "Product": "Jam", "Quantity": "2"})
        check("a sale at the product's price", lambda: [
            (sale["quantity"], sale["unitPrice"]) for sale in studio.packshot("sales", "list", "--json", "--where", "customer.name=Zoe")],
            [(2, "2.50")])

        studio.open("/customers")
        click_row("Ben")
        fill("Name", "David")
        click("Save")
        studio.open("/customers")
        check("David is below D", outline, ["C", "Candace", "D", "David", "Z", "Zoe"])

        click_row("Candace")
        click("Remove…")
        check("the confirmation names the customer", lambda: "Candace" in browser.run("document.querySelector('h1').textContent"), True)
        check("the confirmation names what is removed too", lambda: says("1 × Sale") or says("1 sale"), True)
        click("Remove")
        check("without Candace", outline, ["D", "David", "Z", "Zoe"])
        check("without the sale", lambda: [sale["customer.name"] for sale in studio.packshot("sales", "list", "--json")], ["Zoe"])
        click("Undo")

        def state():
            names = [customer["name"] for customer in studio.packshot("customers", "list", "--json")]
            return names, sorted((sale["quantity"], sale["customer.name"]) for sale in studio.packshot("sales", "list", "--json"))
        whole = (["Candace", "David", "Zoe"], [(2, "Zoe"), (3, "Candace")])
        check("Undo brings back the customer and the sale", state, whole)
        browser.press("Z", modifiers=10)
        check("Shift-Ctrl-Z removes them again", state, (["David", "Zoe"], [(2, "Zoe")]))
        check("the page after Redo", lambda: browser.run("document.readyState"), "complete")
        browser.press("z", modifiers=2)
        check("Ctrl-Z brings them back", state, whole)

        studio.open("/products?q=bread")
        click_row("Bread")
        place = lambda: browser.run("location.pathname + location.search + location.hash")
        page = place()
        price = lambda: float(studio.product("Bread")["price"])
        fill("Price", "3")
        click("Save")
        click("Undo")
        check("undo stays on the page, and says what was undone", lambda: (place(), says("Undone: Edit product “Bread”: price Redo"), price()), (page, True, 2.5))
        audit("a page after undo")
        click("Redo")
        check("redo, too", lambda: (place(), says("Redone: Edit product “Bread”: price Undo"), price()), (page, True, 3))
        browser.call("Page.reload")
        check("the page says it once", lambda: browser.run("document.readyState === 'complete' && !document.querySelector('#step').checkVisibility()"), True)
        add(studio, "product", {"Name": "Rye"})
        click("Undo")
        check("undo of an addition leads to the list", lambda: (place(), says("Undone: Add product “Rye” Redo")), ("/products", True))
        studio.open("/products?q=bread")
        click("Redo")
        check("redo stays on a search", lambda: (place(), says("Redone: Add product “Rye”")), ("/products?q=bread", True))


def play_tie(studio):
    studio.open("/products")
    unfold("More filters")
    fill("Condition", "tint=indigo")
    click("Find")
    check("the tie by its colour", rows, ["Indigo Bow Tie"])
    click_row("Indigo Bow Tie")
    before = studio.product("Indigo Bow Tie")["timesWorn"]
    click("Worn today")
    check("worn once more", lambda: studio.product("Indigo Bow Tie")["timesWorn"], before + 1)
    check("the page tells how often it was worn", lambda: browser.run(
        f"/worn\\D*{before + 1}\\b|\\b{before + 1}\\D{{0,9}}worn/i.test(document.querySelector('main').innerText)"), True)
    fill("Rating", "4.5")
    click("Save")
    check("rated", lambda: studio.product("Indigo Bow Tie").get("rating"), 4.5)
    fill("Rating", "7")
    fill("Note", "For the\nopera")
    click("Save")
    check("the refused value is kept", lambda: value("Rating"), "7")
    check("the other change is kept", lambda: value("Note"), "For the\nopera")
    # The message is what a screen reader reads after the field's name.
    described = """function () { return [this.ariaInvalid, ...this.getAttribute("aria-describedby")?.split(" ") ?? [],
      this.getAttribute("aria-errormessage")].map((id) => document.getElementById(id)?.innerText ?? (id === "true" ? id : "")).join(" "); }"""
    found = browser.call_on(find("Rating", FIELDS), described)
    if not re.search(r"true.*\b7\b", found):
        report(f"the refused field is described as {found!r}, expected a message that names 7")
    check("the message is beside the field", lambda: browser.call_on(find("Rating", FIELDS), """function () {
      return [...this.parentElement.querySelectorAll("*")].some((part) => /\\b7\\b/.test(part.innerText ?? "")); }"""), True)
    check("nothing was saved", lambda: (
        studio.product("Indigo Bow Tie")["rating"], studio.product("Indigo Bow Tie")["note"]), (4.5, None))
    studio.check_quiet(allowed=["422"])
    audit("a refused form")
    fill("Rating", "5")
    click("Save")
    check("after the correction, all is saved", lambda: studio.product("Indigo Bow Tie").get("note"), "For the\nopera")


def play_books():
    books = [("The Dispossessed", "Ursula K. Le Guin"), ("The Lathe of Heaven", "Ursula K. Le Guin"), ("Kindred", "Octavia E. Butler"),
             ("Good Omens", "Terry Pratchett, Neil Gaiman")]
    with shop("books") as studio:
        for title, authors in books:
            add(studio, "product", {"Name": title, "SKU": title[:8], "Makers": authors})
        studio.open("/products")
        unfold("More filters")
        fill("Condition", 'makers.name="Ursula K. Le Guin"')
        click("Find")
        check("books by an author", lambda: sorted(rows()), ["The Dispossessed", "The Lathe of Heaven"])
        studio.open("/products")
        fill("Search", "kin", at_once=False)
        check("a book by its title", rows, ["Kindred"])
        click_row("Kindred")
        # A file chooser can't be used by mouse, and isn't found by name.
        browser.call("DOM.setFileInputFiles", files=[str(samples / "home" / "BOK-042_front.jpg")], backendNodeId=browser.node(
            "document.querySelector('main input[type=file]')"))
        check("an added photo appears", lambda: "BOK-042_front.jpg" in rows(), True, 10)
        check("an added photo in the catalog", lambda: len(studio.packshot(
            "photos", "list", "--json", "--where", "product.name=Kindred")), 1)
        play_photo(studio)
        click("Products")
        fill("Search", "gaiman", at_once=False)
        check("a book by its author in the search", rows, ["Good Omens"])
        studio.open("/makers")
        check("each author once", lambda: len(rows()), 4)
        click_row("Ursula K. Le Guin")
        check("an author's page lists the books", lambda: sorted(
            row for row in rows() if row.startswith("The ")), ["The Dispossessed", "The Lathe of Heaven"])


def play_photo(studio):
    """Sets a photo's focus, and replaces its file, on the page of a book with one photo."""
    def photo():
        return studio.packshot("photos", "list", "--json", "--where", "kind=original")[0]
    click_row("BOK-042_front.jpg")
    picture = lambda: browser.node("document.querySelector('main .whole img')")
    check("the photo", lambda: browser.run("document.querySelector('main .whole img').naturalWidth > 0"), True, 10)
    # The photo fills its frame from top to bottom, so a quarter of the frame is a quarter of the photo.
    browser.click(picture(), 0.5, 0.25)
    chosen = value("Focus")
    check("a click chooses a point", lambda: re.fullmatch(r"50(\.\d)?% 2[45](\.\d)?%", chosen) is not None, True)
    check("a mark shows it", lambda: browser.run("(({ left }) => left && !!parseFloat(left))(document.querySelector('.mark').style)"), True)
    click("Set focus")
    check("the photo's focus in the catalog", lambda: photo()["focus"], chosen)
    fill("Focus", "left")
    click("Set focus")
    check("another text is refused", lambda: browser.run("document.querySelector('[role=alert]').innerText.includes('30% 42.5%')"), True)
    studio.check_quiet(allowed=["422", "400"])
    studio.open(f"/photos/{photo()['id']}")
    audit("a photo with a focus")
    before, own = photo(), studio.folder / "photos" / "Kindred"
    chooser = "document.querySelector('main input[type=file]')"
    (studio.folder / "notes.jpg").write_text("no picture")
    browser.call("DOM.setFileInputFiles", files=[str(studio.folder / "notes.jpg")], backendNodeId=browser.node(chooser))
    check("a file that is no picture is refused", lambda: "notes.jpg" in browser.run(
        "document.querySelector('[data-upload] [role=status]').innerText"), True, 10)
    check("the photo stays", lambda: (photo()["sha256"], sorted(path.name for path in own.glob("*.jpg"))),
          (before["sha256"], ["BOK-042_front.jpg"]))
    studio.check_quiet(allowed=["409", "422"])
    other = samples / "home" / "LMP-045_front.jpg"
    browser.call("DOM.setFileInputFiles", files=[str(other)], backendNodeId=browser.node(chooser))
    unfold("File and colours")
    check("the other file on the page", lambda: says(hashlib.sha256(other.read_bytes()).hexdigest()), True, 10)
    check("the other file in the catalog", lambda: [photo()[name] for name in ("id", "path", "sha256", "focus")],
          [before["id"], before["path"], hashlib.sha256(other.read_bytes()).hexdigest(), None])
    file, hash_of = own / "BOK-042_front.jpg", lambda path: hashlib.sha256(path.read_bytes()).hexdigest()
    click("Undo")
    check("undo brings back the file and its record", lambda: (hash_of(file), photo()["sha256"], photo()["focus"]), (before["sha256"],) * 2 + (chosen,))
    click("Redo")
    check("redo, too", lambda: (hash_of(file), photo()["sha256"]), (hash_of(other),) * 2)
    click("Undo")
    for path in (own / ".replaced").iterdir():
        if path.is_file() and hash_of(path) == hash_of(other):
            path.unlink()
    click("Redo")
    check("without the file, redo is refused", lambda: (says("the former file is gone"), photo()["sha256"]), (True, before["sha256"]))
    studio.check_quiet(allowed=["404"])
    for _ in range(2):
        studio.open("/history")
        click("Undo")
    check("undo of an added photo removes its file and record", lambda: (file.exists(), studio.packshot("photos", "list", "--json")), (False, []))
    for _ in range(2):
        click("Redo")
    check("redo brings both back", lambda: (hash_of(file), photo()["sha256"], photo()["focus"]), (before["sha256"],) * 2 + (chosen,))

    address = f"/photos/{photo()['id']}"
    second = browser.tab()
    for label, name, text, saved in (("Focus", "focus", "90% 90%", "10% 10%"), ("Product", "product.sku", "The Disp", "Good Ome")):
        browser.use(first_tab)
        studio.open(address)
        # Typed before the other saves, because a page shows what others save where nobody has typed yet.
        fill(label, text)
        browser.use(second)
        studio.open(address)
        fill(label, saved)
        click(f"Set {label.lower()}")
        browser.use(first_tab)
        click(f"Set {label.lower()}")
        check(f"the second editor of a {label} is told", lambda: browser.run("document.querySelector('[role=alert]')?.innerText.includes('changed')"), True)
        check(f"the first {label} is kept", lambda: photo()[name], saved)
        check("what the second typed is kept", lambda: value(label), text)
        studio.check_quiet(allowed=["409"])
        click(f"Set {label.lower()}")
        check("the second can insist", lambda: photo()[name], text)
    browser.use(second)
    browser.call("Target.closeTarget", targetId=second[0])
    browser.use(first_tab)


def play_editors():
    with shop("editors") as studio:
        studio.packshot("products", "add", "Bread", "--price", "2", "--stock", "5")
        studio.open("/products")
        click_row("Bread")
        address = browser.run("location.pathname")
        second = browser.tab()
        studio.open(address)
        browser.use(first_tab)
        fill("Price", "3")
        click("Save")
        browser.use(second)
        fill("Note", "Rye")
        click("Save")

        def bread():
            product = studio.product("Bread")
            return float(product["price"]), product["note"]
        check("changes of different fields are both kept", bread, (3, "Rye"))
        browser.use(second)
        fill("Note", "Wheat")
        browser.use(first_tab)
        studio.open(address)
        fill("Note", "Rye, a kilo")
        click("Save")
        browser.use(second)
        click("Save")
        check("the second editor of a field is told", lambda: browser.run(
            "document.querySelector('[role=alert]')?.innerText.includes('changed')"), True)
        check("the first value is kept", bread, (3, "Rye, a kilo"))
        check("what the second typed is kept", lambda: value("Note"), "Wheat")
        studio.check_quiet(allowed=["409", "422"])
        audit("an edit in conflict")
        click("Save")
        check("the second can insist", bread, (3, "Wheat"))
        browser.use(first_tab)
        studio.open(address)
        fill("Price", "4")
        fill("Note", "Spelt")
        click("Save")
        browser.use(second)
        fill("Price", "5")
        fill("Note", "Oats")
        click("Save")
        check("both values of the other editor are shown", lambda: [text in browser.run("document.querySelector('.fields').innerText")
              for text in ("Now it is: 4.00", "Now it is: Spelt")], [True, True])
        check("and kept", bread, (4, "Spelt"))
        studio.check_quiet(allowed=["409", "422"])
        browser.call("Target.closeTarget", targetId=second[0])
        browser.use(first_tab)
        with shop("other"):
            pass
        studio.open(address)
        check("opening another studio doesn't lock this one", lambda: says("Bread"), True)


def play_clicks():
    """Sending a form several times processes it once, and a refused form can be sent again."""
    with shop("clicks") as studio:
        studio.packshot("products", "add", "Bread", "--price", "2", "--stock", "50")
        studio.open("/products")
        click_row("Bread")
        address = browser.run("location.pathname")
        stock = lambda: studio.product("Bread")["quantity"]
        # As a slow connection does, on which nothing says yet that the first click has arrived.
        browser.run("""{ const form = document.querySelector('form[action$="/sell"]');
          window.answers = Promise.all([1, 2, 3, 4].map(() => fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }))); }""")
        check("all clicks get the answer of the first", lambda: browser.run(
            "answers.then((all) => [...new Set(all.map((answer) => answer.status + new URL(answer.url).pathname))])"), ["200" + address])
        check("sold once", stock, 49)
        studio.open(address)
        node = find("Sell", {"button"})
        for _ in range(2):
            try:
                browser.click(node)
            except RuntimeError:
                pass  # The next page is there already.
        check("a double click sells once", stock, 48)
        check("the page after it", lambda: value("In stock"), "48")
        studio.open(address)
        click("Sell")
        check("the next sale", stock, 47)
        # A form that was refused can be sent again as it is.
        fill("Quantity", "48")
        click("Sell")
        check("more than there is", lambda: browser.run("!!document.querySelector('[role=alert]')"), True)
        check("isn't sold", stock, 47)
        studio.check_quiet(allowed=["409", "422"])


def play_many():
    """Every list shows its total and links to all its records."""
    with shop("many") as studio:
        (studio.folder / "Product.csv").write_text("sku,name,makers,quantity\n" + "".join(f"M-{n},Mug {n},Kiln,100\n" for n in range(260)))
        studio.packshot("catalog", "import", "Product.csv")
        (studio.folder / "Sale.csv").write_text(
            "product.sku,quantity,unitPrice,currency,productName,soldAt\n"
            + "".join(f"M-1,1,2.00,EUR,Mug 1,2026-01-01T10:{n % 60:02}:00Z\n" for n in range(75)))
        studio.packshot("catalog", "import", "Sale.csv")
        pixel = (samples / "mugs" / "MUG-001_front.jpg")
        for n in range(64):
            shutil.copy(pixel, studio.folder / f"M-1_{n:02}.jpg")
        studio.packshot("photos", "add", *[f"M-1_{n:02}.jpg" for n in range(64)], "--product", "M-1")

        def scroll(expected, what):
            check(what, lambda: (browser.run("scrollTo(0, document.body.scrollHeight)"), len(rows()))[1], expected, 10)
        studio.open("/products")
        fill("Search", "mug", at_once=False)
        check("what a search found", count, 260)
        scroll(260, "all that a search found")
        studio.open("/products?q=M-1&where=sku%3DM-1")
        check("a search with a condition", lambda: (count(), rows()), (1, ["Mug 1"]))
        click_row("Mug 1")
        address = browser.run("location.pathname")
        click("All 75 sales")
        check("all sales of a product", count, 75)
        scroll(75, "all of its sales in the list")
        studio.open(address)
        click("All 64 photos")
        check("all photos of a product", count, 64)
        studio.open("/makers")
        click_row("Kiln")
        click("All 260 products")
        check("all products of a maker", count, 260)
        (studio.folder / "bad").mkdir()
        for n in range(501):
            (studio.folder / "bad" / f"{n:03}.jpg").write_bytes(b"\xff\xd8\xff")
        (studio.folder / "web.yaml").write_text(RECIPE)
        studio.packshot("run", "web.yaml", "bad", "--output", "out", code=1)
        studio.open("/runs")
        browser.open(studio.origin + person.first_link("/runs"))
        check("how many failed", lambda: says("Failed: 501 photos"), True)
        click("More failed photos")
        check("the last of them", lambda: says("500.jpg") and not says("499.jpg"), True)


def play_failures():
    """Failed photos stay listed until the same recipe renders them, even if they were never recorded or other recipes run."""
    with shop("failures") as studio:
        (studio.folder / "web.yaml").write_text(RECIPE.replace("steps:", "steps:\n  - whiten: { otherwise: leave }"))
        for folder in ("new", "other"):
            (studio.folder / folder).mkdir()
        good = samples / "mugs" / "MUG-001_front.jpg"
        for name in ("A-1", "A-2", "A-3"):
            (studio.folder / "new" / f"{name}.jpg").write_bytes(good.read_bytes()[:3000])
        (studio.folder / "noise.yaml").write_text("packshot: 1\nsteps:\n  - crop: { width: 300, height: 300, at: center }\noutputs:\n  - { file: '{stem}.jpg' }\n")
        studio.packshot("run", "noise.yaml", str(good), "--output", "other", "--catalog", "noise.sqlite")
        studio.packshot("run", "web.yaml", "new", "--output", "shop", code=1)
        studio.packshot("run", "web.yaml", "other", "--output", "other-shop")

        def failed():
            return [name.removeprefix("new/") for name in rows()]
        studio.open("/photos")
        choose("State", "Failed")
        check("photos that were never rendered", failed, ["A-1.jpg", "A-2.jpg", "A-3.jpg"])
        check("how many", count, 3)
        check("why", lambda: says("cut short"), True)
        audit("failed photos")
        (studio.folder / "new" / "A-1.jpg").write_bytes(good.read_bytes())
        (studio.folder / "new" / "A-2.jpg").unlink()
        studio.packshot("run", "web.yaml", "new", "--output", "shop", code=1)
        check("without a repaired and a removed photo", failed, ["A-3.jpg"])
        (studio.folder / "new" / "A-3.jpg").write_bytes(good.read_bytes())
        studio.packshot("run", "web.yaml", "new", "--output", "shop")
        check("nothing is left", failed, [])
        check("nor counted", count, 0)
        # A recipe that fails on a photo, and is taken back.
        plain = "packshot: 1\nsteps:\n  - crop: { width: 64, height: 64, at: topLeft }\noutputs: [ { file: 'P-1.png' } ]\n"
        (studio.folder / "plain.yaml").write_text(plain)
        studio.packshot("run", "plain.yaml", str(good), "--output", "plain", "--catalog", "plain.sqlite")
        whole = RECIPE.replace("{stem}", "{stem}-web")
        (studio.folder / "step.yaml").write_text(whole)
        studio.packshot("run", "step.yaml", "plain", "--output", "stepped")
        (studio.folder / "step.yaml").write_text(whole.replace("steps:", "steps:\n  - cutout"))
        studio.packshot("run", "step.yaml", "plain", "--output", "stepped", code=1)
        check("a recipe's failure", lambda: [name.removeprefix("plain/") for name in rows()], ["P-1.png"])
        (studio.folder / "step.yaml").write_text(whole)
        studio.packshot("run", "step.yaml", "plain", "--output", "stepped")
        check("is over when the recipe is taken back", rows, [])
        (studio.folder / "gone.yaml").write_text(whole.replace("steps:", "steps:\n  - cutout"))
        studio.packshot("run", "gone.yaml", "plain", "--output", "gone", code=1)
        check("another recipe's failure", lambda: len(rows()), 1)
        (studio.folder / "gone.yaml").unlink()
        browser.call("Page.reload")
        check("is over when the recipe is removed", rows, [])
        (studio.folder / "new" / "A-3.jpg").write_bytes(good.read_bytes()[:3000])
        studio.packshot("run", "web.yaml", "new", "--output", "shop", code=1)
        check("a photo with pictures that fails again", failed, ["A-3.jpg"])
        click_row("new/A-3.jpg")
        check("why, on its page", lambda: says("cut short"), True)
        runs = studio.packshot("runs", "list", "--json")
        whitened = next(run for run in runs if run["options"].find("/other-shop\"") > 0)
        studio.open(f"/runs/{whitened['id']}")
        check("a run's warnings", lambda: says("whiten: backdrop kept on 1 of 1 photos"), True)
        check("the photo that they are about", rows, ["other/MUG-001_front.jpg", "MUG-001_front.jpg"])
        audit("a run with warnings")
        click_row("other/MUG-001_front.jpg")
        check("why its backdrop was kept", lambda: says("the backdrop was kept, because"), True)
        studio.open("/photos")
        choose("State", "With warnings")
        check("photos with warnings", lambda: "other/MUG-001_front.jpg" in rows(), True)
        warned = rows()
        audit("photos with warnings")
        click("packshot")
        click(f"{len(warned)} photo{'s have warnings' if len(warned) > 1 else ' has a warning'}")
        check("photos with warnings, from home", rows, warned)
        (studio.folder / "web.yaml").write_text(RECIPE)
        studio.packshot("run", "web.yaml", "other", "--output", "other-shop")
        check("without a photo whose pictures were rendered without warnings", rows, [name for name in warned if not name.startswith("other/")])


def play_lost():
    """Typed text survives a moved catalog and a restart of the studio."""
    with shop("lost") as studio:
        studio.packshot("products", "add", "Bread", "--price", "2", "--stock", "5")
        studio.open("/products")
        click_row("Bread")
        fill("Note", "Rye")
        catalog, moved = studio.folder / "catalog.sqlite", studio.folder / "moved.sqlite"
        catalog.rename(moved)
        click("Save")
        check("the page says that the catalog is gone", lambda: says("was removed or replaced while it was open, so nothing can be saved"), True)
        check("what was typed stays", lambda: value("Note"), "Rye")
        studio.check_quiet(allowed=["404"])
        audit("without a catalog")
        moved.rename(catalog)
        click("Save")
        check("saved once it is back", lambda: studio.product("Bread")["note"], "Rye")

        fill("Note", "Rye, a kilo")
        port = int(studio.origin.rsplit(":", 1)[1])
        studio.program.terminate()
        studio.program.wait()
        check("the page says that the studio is gone", lambda: browser.run("document.body.classList.contains('lost')"), True)
        click("Save", goes=False)
        check("what was typed stays on the page", lambda: value("Note"), "Rye, a kilo")
        studio.start(port)
        second = browser.tab()
        browser.open(studio.link)
        browser.use(first_tab)
        check("the page finds the studio again", lambda: browser.run("document.body.classList.contains('lost')"), False, 10)
        check("its typed text", lambda: value("Note"), "Rye, a kilo")
        click("Save")
        check("saved after a restart", lambda: studio.product("Bread")["note"], "Rye, a kilo")
        browser.use(second)
        browser.call("Target.closeTarget", targetId=second[0])
        browser.use(first_tab)
        studio.check_quiet(allowed=["404", "403", "ERR_", "Failed to load", "EventSource"])


def play_doors():
    """An edit by a form leaves the same records as the command, and is undone as one step, too."""
    with shop("doors") as studio:
        typed = ["--catalog", "typed.sqlite"]
        catalogs = ([], typed)

        def records(catalog):
            """The records without what differs between any two: ids and times."""
            lines = studio.text("catalog", "export", "-", *catalog)
            return sorted(str(sorted((key, value) for key, value in record.items() if not re.match(
                "[0-9a-f]{8}-[0-9a-f]{4}-|[0-9-]{10}T", str(value)))) for record in json.loads(lines))

        def on_product(*fields, press="Save"):
            studio.open("/products?q=MUG-1")
            click_row("One")
            for label, text in fields:
                if text:
                    fill(label, text)
                else:
                    browser.click(find(label, FIELDS))
            click(press)
        for catalog in catalogs:
            studio.packshot("products", "add", "MUG-1", "--name", "One", "--price", "2", "--stock", "9", *catalog)
        for what, by_form, command in (
                ("stock", lambda: on_product(("In stock", "12")), "products stock MUG-1 12"),
                ("values", lambda: on_product(("Price", "12.50"), ("Note", "sale")), "products edit MUG-1 price=12.50 note=sale"),
                ("sold", lambda: on_product(("Quantity", "2"), press="Sell"), "products sell MUG-1 2"),
                ("archived", lambda: on_product(("No longer sold", None)), "products archive MUG-1"),
                ("a product", lambda: add(studio, "product", {"Name": "Two", "SKU": "MUG-2", "Price": "3", "In stock": "5"}),
                 "products add MUG-2 --name Two --price 3 --stock 5"),
                ("a customer", lambda: add(studio, "customer", {"Name": "Ann"}), "customers add Ann")):
            before = records([])
            by_form()
            studio.packshot(*command.split(), *typed)
            check(f"{what}: by the form as by the command", lambda: (set(records([])) ^ set(records(typed)), records([]) != before), (set(), True))
            studio.open("/history")
            for catalog in catalogs:
                studio.packshot("catalog", "undo", *catalog)
            check(f"{what}: undone", lambda: set(records([])) ^ set(before) | set(records(typed)) ^ set(before), set())


def play_live():
    with shop("live") as studio:
        studio.packshot("products", "add", "Bread")
        studio.open("/products")
        browser.run("window.isSame = true")
        read_again = lambda: browser.run("performance.getEntriesByType('resource').filter((entry) => entry.initiatorType === 'fetch').length")
        # When another connection is there and two other pages were read, this page would have been read again.
        browser.run("""new Promise((done) => { const source = new EventSource("/changes");
          source.addEventListener("number", () => { source.close(); done(); }); })""")
        browser.run("(async () => { for (const q of [1, 2]) await (await fetch('/products?q=' + q)).text(); })()")
        check("nothing has changed, so the page isn't read again", read_again, 2)
        fill("Search", "")
        for name, expected in (("Apple", ["Apple", "Bread"]), ("Quince", ["Apple", "Bread", "Quince"])):
            studio.packshot("products", "add", name)
            check(f"{name} appears", rows, expected)
        check("without a reload", lambda: browser.run("window.isSame"), True)
        check("the count follows", count, 3)
        fill("Search", "pea", at_once=False)
        check("nothing found", rows, [])
        studio.packshot("products", "add", "Pear")
        check("a new match appears in a search", rows, ["Pear"])


RECIPE = """\
packshot: 1
name: web
steps:
  - fit: { width: 300, height: 300, background: "#ffffff" }
outputs:
  - { file: "{stem}.jpg", quality: 82 }
catalog:
  sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?'
"""



def sku(name):
    """The product in a photo's name, as the recipe reads it."""
    return re.match("[A-Za-z0-9-]+", name)[0]


# Makes three more photos of each sample, with other views.
VARIATIONS = """\
packshot: 1
steps:
  - resize: { width: 900 }
outputs:
  - { file: "{stem}_mirrored.jpg", steps: [ { flip: horizontal } ] }
  - { file: "{stem}_dark.jpg", steps: [ { exposure: -0.7 } ] }
  - { file: "{stem}_turned.jpg", steps: [ { rotate: 4 } ] }
"""
# As many as a small shop has.
PHOTOS = 47


def make_photos(studio):
    """Puts 47 photos into the shop's folder: other projects' if they are here, or else the samples and variations of them.
    Returns their names."""
    photos = studio.folder / "photos"
    photos.mkdir()
    others = pathlib.Path(os.environ.get("PACKSHOT_CORPUS", "nowhere"), "photos")
    found = sorted(path for path in others.rglob("*") if path.suffix in (".jpg", ".png"))
    if len(found) != PHOTOS:
        found = sorted(samples.glob("*/*.jpg"))[:12]
        (studio.folder / "variations.yaml").write_text(VARIATIONS)
        studio.packshot("run", "variations.yaml", *map(str, found), "--output", "variations", "--catalog", "variations.sqlite")
        found += sorted((studio.folder / "variations").rglob("*.jpg"))[:PHOTOS - len(found)]
    for path in found:
        shutil.copy(path, photos)
    return sorted(path.name for path in photos.iterdir())


def work_studio():
    """A shop with 47 photos, a recipe and a golden suite."""
    studio = shop("work", sample=True)
    studio.photos = make_photos(studio)
    studio.pictures = sorted(f"{pathlib.Path(name).stem}.jpg" for name in studio.photos)
    studio.first = f"{pathlib.Path(studio.photos[0]).stem}.jpg"
    studio.sku = sku(studio.first)
    (studio.folder / "web.yaml").write_text(RECIPE)
    studio.packshot("photos", "add", *[f"photos/{name}" for name in studio.photos])
    for case, name in zip(("first", "second"), studio.photos):
        studio.packshot("golden", "new", "goldens", case, "--recipe", "web.yaml", "--input", f"photos/{name}")
    return studio


def play_photos(studio):
    studio.open("/recipes")
    check("the studio has the catalog locked", studio.is_locked, True)
    click_row("web.yaml")
    check("the recipe", lambda: value("Recipe"), RECIPE)
    for number, name in enumerate(studio.photos[::16], 1):
        fill(f"Photo {number}", f"photos/{name}")
    fill("Recipe", RECIPE.replace("fit:", "fitt:"))
    check("a mistake is named with its line while typing", lambda: browser.run(
        "/line 4\\b.*fitt/is.test([...document.querySelectorAll('[role=alert], [aria-live]')].map((part) => part.innerText).join())"), True)
    audit("a mistake in a recipe")
    sepia = RECIPE.replace("outputs:", "  - sepiaTone: 1\noutputs:")
    fill("Recipe", sepia)
    check("the corrected recipe's pictures", lambda: browser.run(
        "[...document.querySelectorAll('main img[alt=After]')].map((image) => image.complete && image.naturalWidth)"), [300] * 3, 15)
    check("no mistake any more", lambda: browser.run("document.querySelector('main [role=alert]')"), None)
    audit("the bench with pictures")
    fill("Folders of photos", "photos")
    fill("Output folder", "shop")
    click("What would change?")
    check("all photos would be rendered", lambda: says(f"{PHOTOS} photos to render"), True)
    audit("what a run would do")
    check("nothing was written yet", lambda: [(studio.folder / "shop").exists(), (studio.folder / "web.yaml").read_text()], [False, RECIPE])
    click("Save and run")
    check("the run's page", lambda: browser.run("location.pathname.startsWith('/runs/')"), True)
    check("finishes without a reload", lambda: browser.run("/finished/.test(document.querySelector('main').innerText)"), True, 30)
    check("rendered", lambda: browser.run(f"/Rendered\\s+{PHOTOS}\\b/.test(document.querySelector('main').innerText)"), True)
    check("failed", lambda: browser.run("/Failed\\s+0\\b/.test(document.querySelector('main').innerText)"), True)
    check("the saved recipe", lambda: (studio.folder / "web.yaml").read_text(), sepia)
    check("the files", lambda: sorted(path.name for path in (studio.folder / "shop").rglob("*.jpg")), studio.pictures)

    click_row(studio.photos[0])
    click(studio.first)
    file = (studio.folder / "shop" / studio.first).read_bytes()
    check("what made the picture", lambda: says("300 × 300 jpeg, made with the recipe web"), True)
    unfold("File and colours")
    for what, text in {"path": f"shop/{studio.first}", "size": "300 × 300", "hash": hashlib.sha256(file).hexdigest()}.items():
        check(f"the picture's {what}", lambda: says(text), True)
    unfold("The recipe web")
    check("the picture's recipe", lambda: says("sepiaTone"), True)
    photo = studio.packshot("photos", "list", "--json", "--where", f"path=shop/{studio.first}")[0]
    run = studio.packshot("runs", "list", "--json")[0]
    check("the picture's run in the catalog", lambda: photo["run"], run["id"])
    check("the link to the run", lambda: browser.run(f"document.querySelectorAll('main a[href=\"/runs/{run['id']}\"]').length > 0"), True)

    check("the pictures to compare", lambda: is_shown("Before") and is_shown("After"), True, 10)
    slider = find("Before and after", {"slider"})
    browser.call_on(slider, "function () { this.focus(); }")
    seen = []
    for key in ("Home", "End", "ArrowLeft"):
        browser.press(key)
        box = browser.run("""(() => { const after = [...document.querySelectorAll('main img')].find((image) => image.alt === 'After');
          const { left, top, width, height } = after.parentElement.getBoundingClientRect();
          return { x: left + scrollX, y: top + scrollY, width, height: height * 0.9 }; })()""")
        seen.append((value("Before and after"), browser.screenshot(clip=box)))
    check("the slider's values", lambda: [place for place, _ in seen], ["0", "100", "99"])
    check("the slider shows one picture or the other", lambda: seen[0][1] != seen[1][1], True)
    # If a run in the studio drops the studio's lock on the catalog, another process deletes the log that the studio writes to.
    check("after a run, the studio still has the catalog locked", studio.is_locked, True)
    studio.packshot("customers", "add", "Vera")
    studio.open("/customers")
    check("after a run, a change by another process appears", lambda: "Vera" in rows(), True)
    click_row("Vera")
    fill("Phone", "+44 20 7946 0002")
    click("Save")
    check("after a run, an edit is in the catalog", lambda: studio.packshot(
        "customers", "list", "--json", "--where", "name=Vera")[0]["phone"], "+44 20 7946 0002")
    studio.open("/photos")
    choose("State", "With pictures")
    check("photos with pictures", lambda: (count(), len(rows())), (PHOTOS, PHOTOS))
    check_late_answer(studio)
    choose("Kind", "Pictures")
    choose("State", "Any state")
    fill("Product", studio.sku)
    check("the pictures of a product", lambda: sorted(rows()), [name for name in studio.pictures if studio.sku in sku(name)])


def check_late_answer(studio):
    """An answer with all photos that arrives after the one to a search doesn't replace what was found."""
    studio.open("/photos")
    browser.run("""{ const read = window.fetch;
      window.fetch = async (address, ...rest) => {
        const answer = await read(address, ...rest);
        if (!new URL(address, location).search) await new Promise((go) => { window.release = go; });
        return answer; } }""")
    studio.packshot("photos", "edit", f"photos/{studio.photos[0]}", "view=late")
    check("the page is read again", lambda: browser.run("'release' in window"), True)
    choose("State", "With pictures")
    check("what was found", lambda: (count(), len(rows())), (PHOTOS, PHOTOS))
    browser.run("release(); new Promise((go) => setTimeout(go, 100))")
    check("what was found, after a late answer", lambda: (count(), len(rows())), (PHOTOS, PHOTOS), 0)


def play_goldens(studio):
    (studio.folder / "web.yaml").write_text(RECIPE)
    studio.packshot("golden", "check", "goldens")
    studio.open("/recipes")
    click_row("web.yaml")
    changed = RECIPE.replace("outputs:", "  - sepiaTone: 0.5\noutputs:")
    fill("Recipe", changed)
    click("Save")
    check("the saved recipe", lambda: (studio.folder / "web.yaml").read_text(), changed)
    studio.packshot("golden", "check", "goldens", code=1)
    studio.open("/goldens")
    click_row("goldens")
    check("not checked yet", lambda: says("first") and says("second"), True)
    click("Check")
    check("the failed case", lambda: browser.run(
        "[...document.querySelectorAll('main h2')].filter((part) => /failed/i.test(part.innerText)).length"), 2)
    for picture in ("Expected picture", "Picture now", "Difference"):
        browser.run("scrollTo(0, document.body.scrollHeight)")
        check(f"the pictures called {picture}", lambda: is_shown(picture), True)
    audit("failed goldens")
    click("Reject second")
    check("a rejected case still waits", lambda: says("rejected"), True)
    click("Approve first")
    studio.packshot("golden", "check", "goldens", "first")
    click("Approve second")
    check("all pass in the studio", lambda: browser.run("document.querySelectorAll('main button').length"), 1)
    audit("passed goldens")
    studio.packshot("golden", "check", "goldens")


def play_pages(studio):
    long = "Extraordinarily-long-name-without-a-single-space-that-a-supplier-really-sent"
    studio.packshot("products", "add", long, "--sku", "X" * 60, "--price", "123456789.99", "--stock", "1000000", "tint=#ffffff")
    studio.packshot("customers", "add", "مريم <b>&amp;</b> " + long, "--email", f"{long}@example.com")
    paths = {"/nowhere": "not found", "/products?q=zzzz": "nothing found", "/products?where=tint%3D": "a condition",
             "/products?where=nonsense": "a wrong condition", "/photos?kind=rendition": "renditions", "/recipes/edit": "new recipe",
             "/recipes/edit?file=web.yaml": "recipe", "/goldens/suite?suite=goldens": "suite"}
    for part in ("photos", "products", "customers", "sales", "makers", "collections", "recipes", "runs", "goldens", "history"):
        paths[f"/{part}"] = part
    for part in ("product", "customer", "sale", "maker", "collection"):
        paths[f"/{part}s/new"] = f"new {part}"
    wanted = [("product", "/products?where=sku%3DTIE-01"), ("long product", f"/products?q={long}"), ("long customer", f"/customers?q={long}"),
              ("sale", "/sales"), ("maker", "/makers"), ("collection", "/collections"), ("customer", "/customers"), ("run", "/runs"),
              ("photo", f"/photos?product={studio.sku}"), ("rendition", f"/photos?kind=rendition&product={studio.sku}")]
    studio.open("/history")
    for name, path in wanted:
        target = person.first_link(path)
        if target:
            paths[target] = name
        else:
            report(f"no {name} is listed on {path}")
        if target and name in ("customer", "product", "maker"):
            paths[f"{target}/remove"] = f"removal of a {name}"
    for path, name in paths.items():
        studio.check_quiet()
        audit(name, studio.origin + path)
        studio.check_quiet(allowed=["404", "422"] if name in ("not found", "a wrong condition") or name.startswith("removal") else [])


def play_sample():
    """The sample shop has something to show on every page."""
    with Studio(person, arguments.packshot, arguments.folder / "sample", options=["--sample"]) as studio:
        check("what needs somebody", lambda: [says(text) for text in ("1 photo failed", "1 product is nearly sold out")], [True, True])
        check("pictures of the products", lambda: browser.run("document.querySelectorAll('.tiles img').length"), 12)
        audit("home")
        click("1 photo failed")
        check("the photo that failed", rows, ["photos/home/STL-301_front.jpg"])
        studio.open("/photos")
        check("the sample photos", count, 17)
        studio.open("/products")
        check("the products", count, 15)
        studio.open("/recipes")
        check("two recipes", lambda: rows()[:2], ["storefront.yaml", "white.yaml"])
        click("New recipe")
        check("a new recipe has a name", lambda: (value("File"), "name: shop " in value("Recipe")), ("shop.yaml", True))
        for start, name, step in (("White for marketplaces", "white-2", "whiten"), ("Thumbnails", "thumbnails", "width: 100"), ("Empty", "empty", "steps: []")):
            click(start)
            check(f"{start} to start from", lambda: (value("File"), [text in value("Recipe") for text in (f"name: {name}\n", step)]), (name + ".yaml", [True] * 2))
            check(f"{start} is a recipe", lambda: browser.run("!document.querySelector('main [role=alert]')"), True)
        click("Storefront")
        check("a preview of a PNG output is a JPEG", lambda: browser.run(
            "[...document.querySelectorAll('main img[alt=After]')].map((image) => image.src.slice(0, 15))"), ["data:image/jpeg"] * 3, 15)
        click("Save")
        click("Recipes")
        click("New recipe")
        check("the next one another", lambda: (value("File"), "name: shop-2 " in value("Recipe")), ("shop-2.yaml", True))
        studio.open("/goldens")
        click_row("goldens")
        click("Check")
        check("a golden picture that differs", lambda: says("vase failed"), True, 10)
        click("packshot")
        check("at home", lambda: says("1 golden picture differs"), True)
        studio.open("/products?q=vase")
        click_row("Ribbed vase")
        check("a product's photo, once", lambda: [row for row in rows() if "." in row and ":" not in row], ["VAS-120_front.jpg"])
        browser.shape(390, 844, phone=True)
        browser.call("Page.reload")
        check("on a phone, the form to sell is on the first screen", lambda: browser.run(
            "(([button]) => button?.getBoundingClientRect().bottom < innerHeight)([...document.querySelectorAll('main button')].filter((part) => part.textContent === 'Sell'))"), True)
        browser.shape(1280, 800)
        click_row("VAS-120_front.jpg")
        check("all pictures of a photo", lambda: browser.run("document.querySelectorAll('main [data-compare]').length"), 4)
        tops = "['[data-compare]', '#focus', '[data-upload]', '#others [data-compare]'].map((part) => document.querySelector(part).getBoundingClientRect().top)"
        check("focus and replacing are above all but the first of them", lambda: browser.run(f"{tops}.every((top, at, all) => !at || top > all[at - 1])"), True)
        studio.open("/runs")
        browser.open(studio.origin + person.first_link("/runs"))
        names = lambda: [row for row in rows() if row.endswith(".jpg")]
        check("a run shows each photo once", lambda: (len(names()) > 10, len(names()) - len(set(names()))), (True, 0))
        studio.open("/photos?product=VAS")
        click_row("VAS-120_front.jpg")
        browser.press("ArrowRight")
        check("the next photo by key", lambda: browser.run("document.querySelector('h1').textContent"), "MUG-001_front.jpg")


def play_empty():
    with shop("empty") as studio:
        audit("empty home", studio.origin, (SHAPES[0], SHAPES[2]))
        for part in ("photos", "products", "sales", "recipes", "runs", "goldens", "history"):
            audit(f"empty {part}", f"{studio.origin}/{part}", (SHAPES[0], SHAPES[2]))
            studio.check_quiet()
        (studio.folder / "new").mkdir()
        for name in ("MUG-001_front.jpg", "MUG-002_front.jpg"):
            shutil.copy(samples / "mugs" / name, studio.folder / "new")
        audit("home of a new shop with photos", studio.origin, (SHAPES[0], SHAPES[2]))
        check("photos in the folder", lambda: says("2 photos in new"), True)
        click("Process these photos")
        check("their folder in the form", lambda: value("Folders of photos"), "new")
        click("White for marketplaces")
        click("Save and run")
        check("they are processed", lambda: browser.run("/Rendered\\s+2\\b/.test(document.querySelector('main').innerText)"), True, 30)
        check("and stay where they are", lambda: sorted(path.name for path in (studio.folder / "new").iterdir()), ["MUG-001_front.jpg", "MUG-002_front.jpg"])


def play(name, action, *rest):
    """Plays a story, and goes on with the next if it can't be finished."""
    person.story, start = name, time.monotonic()
    try:
        action(*rest)
    except (StoryEnded, RuntimeError, TimeoutError, LookupError) as error:
        report(f"ended early: {type(error).__name__} {error}"[:600])
        browser.use(first_tab)
    print(f"{name}: {time.monotonic() - start:.1f} s", flush=True)


def play_all():
    chosen = arguments.only.split(",") if arguments.only else None
    for name, action in (("shop", play_shop), ("books", play_books), ("editors", play_editors), ("clicks", play_clicks),
                         ("sample", play_sample), ("many", play_many), ("failures", play_failures), ("lost", play_lost), ("doors", play_doors), ("live", play_live), ("empty", play_empty)):
        if not chosen or name in chosen:
            play(name, action)
    with work_studio() as studio:
        for name, action in (("tie", play_tie), ("photos", play_photos), ("goldens", play_goldens), ("pages", play_pages)):
            if not chosen or name in chosen:
                play(name, action, studio)


try:
    browser.shape(1280, 800)
    play_all()
finally:
    browser.close()
    for name, times in pages.paints.items():
        print(f"first paint of {name}: {' '.join('–' if time is None else f'{time:.0f}' for time in times)} ms")
    # Last, because the end of a log is what people see of a failure.
    for line in dict.fromkeys(person.wrong):
        print(line)
sys.exit(1 if person.wrong else 0)
