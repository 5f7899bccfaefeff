"""Adds full-text search to the site: a page, and an index with an entry per section of a guide and per declaration of the API."""

import json
import shutil
from pathlib import Path

PAGE = Path(__file__).resolve().parent / "site/search.html"


def text(content, references):
    """The text of a node of DocC's content."""
    if isinstance(content, list):
        return " ".join(filter(None, (text(part, references) for part in content)))
    if not isinstance(content, dict):
        return ""
    match content.get("type"):
        case "text":
            return content["text"]
        case "codeVoice":
            return content["code"]
        case "codeListing":
            return "\n".join(content["code"])
        case "reference":
            return references.get(content["identifier"], {}).get("title", "")
    return " ".join(filter(None, (text(part, references) for part in content.values() if isinstance(part, (list, dict)))))


def sections(page):
    """The sections of a page, each as [anchor, title, text]."""
    references = page["references"]
    found = [["", "", text(page.get("abstract", []), references)]]
    for section in page.get("primaryContentSections", []):
        for block in section.get("content", []):
            if block["type"] == "heading":
                found.append([block["anchor"], block["text"], ""])
            else:
                found[-1][2] += " " + text(block, references)
    return found


def entries(page):
    """A page's entries in the index, each as [address, page title, section title, text]. A declaration has one entry."""
    address = page["identifier"]["url"].split("/documentation/", 1)[1]
    url = f"documentation/{address.lower()}/"
    title = page["metadata"]["title"]
    if page["kind"] != "symbol":
        return [[f"{url}#{anchor}" if anchor else url, title, name, " ".join(words.split())]
                for anchor, name, words in sections(page)]
    # Titles of cases and nested types already begin with the parent's title.
    parents = [page["references"][parent]["title"] for parent in page["hierarchy"]["paths"][0][1:]]
    if parents and not title.startswith(f"{parents[-1]}."):
        title = f"{parents[-1]}.{title}"
    return [[url, title, None, " ".join(" ".join(words for _, _, words in sections(page)).split())]]


def add(folder):
    """Writes search/index.html and its index into the site's folder."""
    pages = sorted((folder / "data/documentation").rglob("*.json"))
    index = [entry for page in pages for entry in entries(json.loads(page.read_text()))]
    (folder / "search").mkdir()
    (folder / "search/index.json").write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")))
    shutil.copy(PAGE, folder / "search/index.html")
