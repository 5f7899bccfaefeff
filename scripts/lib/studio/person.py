"""Uses a page as a person would: finds fields and buttons by their names, types and clicks."""

import json
import time

FIELDS = {"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "slider"}
CONTROLS = {"button", "link"}
# Seconds that a person waits for what should happen at once: long, because the machine may be busy.
PATIENCE = 20


class StoryEnded(Exception):
    """A story that can't go on."""


class Person:
    """A person at a browser, who plays stories and notes what went wrong."""

    def __init__(self, browser):
        self.browser, self.story, self.wrong = browser, "", []

    def report(self, what):
        self.wrong.append(f"{self.story}: {what}")

    def check(self, what, look, expected, patience=PATIENCE):
        """Checks a value, which may still change. An error counts as a wrong value, because a page may just be replaced."""
        end = time.monotonic() + patience
        while True:
            try:
                found = look()
            except RuntimeError as error:
                found = str(error)[:200]
            if found == expected:
                return True
            if time.monotonic() > end:
                self.report(f"{what}: found {found!r}, expected {expected!r}")
                return False
            time.sleep(0.03)

    def find(self, name, roles):
        """Returns the first node with an accessible name, as a screen reader would announce it. Waits until there is one."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                nodes = self.browser.find(name, roles)
                if nodes:
                    return nodes[0]
            except (RuntimeError, TimeoutError):
                pass
            time.sleep(0.03)
        raise StoryEnded(f"no {' or '.join(sorted(roles))} is called {name!r} on {self.where()}")

    def where(self):
        return self.browser.run("location.pathname + ', ' + document.querySelector('h1')?.textContent")

    def click(self, name, goes=True):
        """Clicks on a button or a link that is found by its name. With `goes`, waits for the page that it opens."""
        self.click_found(lambda: self.find(name, CONTROLS), name, goes)

    def click_row(self, text):
        """Clicks on the link of a list that contains a text."""
        script = f"""[...document.querySelectorAll('main li a')].find((link) =>
          [link, ...link.querySelectorAll('*')].some((part) => part.textContent.replace("★", "").trim() === {json.dumps(text)}))"""

        def row():
            end = time.monotonic() + PATIENCE
            while not (node := self.browser.node(script)):
                if time.monotonic() > end:
                    raise StoryEnded(f"no row says {text!r} on {self.where()}")
                time.sleep(0.03)
            return node
        self.click_found(row, text, True)

    def click_found(self, find, name, goes):
        """Clicks on a node. With `goes`, clicks again, as a person would, if the page moved under the mouse."""
        for _ in range(3 if goes else 1):
            node = find()
            self.browser.run("window.isOld = true")
            cover = self.browser.click(node)
            if cover:
                raise StoryEnded(f"{name!r} on {self.where()} is covered by {cover}")
            if not goes or self.was_hit():
                break
        if goes and not self.check(f"the page after {name!r}", lambda: self.browser.run(
                "!window.isOld && document.readyState === 'complete'"), True):
            raise StoryEnded("the page did not change")

    def was_hit(self):
        """Whether the last click reached its node, or the next page is there already."""
        try:
            return self.browser.run("!window.isOld || window.isHit")
        except RuntimeError:
            return True  # The page is being replaced.

    def unfold(self, text):
        """Opens a `details` element, found by the beginning of its summary."""
        node = self.browser.node(f"[...document.querySelectorAll('main summary')].find((part) => part.innerText.startsWith({json.dumps(text)}))")
        if not node:
            raise StoryEnded(f"nothing called {text!r} is folded on {self.where()}")
        self.click_found(lambda: node, text, False)

    def fill(self, label, text, at_once=True):
        """Replaces the text of a field that is found by its label."""
        node = self.find(label, FIELDS)
        if cover := self.browser.click(node):
            raise StoryEnded(f"the field {label!r} on {self.where()} is covered by {cover}")
        self.browser.call_on(node, "function () { this.select(); }")
        if not text:
            self.browser.press("Delete")
        for piece in [text] if at_once else text:
            self.browser.type(piece)

    def value(self, label):
        return self.browser.call_on(
            self.find(label, FIELDS), "function () { return this.type === 'checkbox' ? this.checked : this.value; }")

    def choose(self, label, option):
        """Chooses from a menu."""
        self.browser.call_on(self.find(label, FIELDS), f"""function () {{
          this.value = [...this.options].find((option) => option.text === {json.dumps(option)}).value;
          for (const name of ["input", "change"]) this.dispatchEvent(new Event(name, {{ bubbles: true }})); }}""")

    def first_link(self, address):
        """The address that the first row of another page's list leads to, or None."""
        return self.browser.run(f"""fetch({json.dumps(address)}).then((answer) => answer.text()).then((text) =>
          new DOMParser().parseFromString(text, 'text/html').querySelector('main li a')?.getAttribute('href'))""")

    def rows(self):
        """The first lines of a list's rows."""
        return self.lines("main li a")

    def outline(self):
        """The headings of a list, each followed by its rows."""
        return self.lines("main h2, main li a")

    def lines(self, selector):
        return self.browser.run(f"""[...document.querySelectorAll({json.dumps(selector)})]
          .map((part) => part.innerText.replace("★", "").trim().split("\\n")[0].trim())""")

    def count(self):
        """The number beside the heading."""
        return self.browser.run("parseInt(document.querySelector('h1').parentElement.innerText.match(/\\d+/))")

    def says(self, text):
        """Whether the page's content has a text."""
        return text in self.browser.run("document.querySelector('main').innerText.replace(/\\s+/g, ' ')")

    def is_shown(self, picture):
        """Whether all pictures with an alternative text are loaded, and there is at least one."""
        return self.browser.run(f"""((all) => all.length > 0 && all.every((image) => image.complete && image.naturalWidth > 1))(
          [...document.querySelectorAll('main img')].filter((image) => image.alt === {json.dumps(picture)}))""")
