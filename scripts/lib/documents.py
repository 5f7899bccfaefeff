"""The paths of the README and the guides, in reading order, and the fenced blocks in them."""

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
README = PROJECT / "README.md"
GUIDES = PROJECT / "Sources/PackshotKit/PackshotKit.docc"
INDEX = GUIDES / "Guides.md"


def guides():
    """The guides, in the order of the links in Guides.md."""
    items = "".join(re.findall(r"^- .*$", INDEX.read_text(), re.MULTILINE))
    names = dict.fromkeys(re.findall(r"\]\((\w+\.md)\)", items))
    return [GUIDES / name for name in names if (GUIDES / name).exists()]


def blocks(path):
    """The fenced blocks of a document: for each its language, the line its text begins at, and its text."""
    text = path.read_text()
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield match[1], text[: match.start()].count("\n") + 2, match[2]


def anchor(heading):
    """The anchor that a code host gives to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
