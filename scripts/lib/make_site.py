"""Builds the documentation site from a debug build. Usage: make_site.py FOLDER

FOLDER is replaced. Prints the diagnostics of DocC, and exits with 1 if there are any.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import documents
import site_search
import symbol_graphs

PROJECT = documents.PROJECT
MODULE = "PackshotKit"
EXPORTS = (PROJECT / "Sources/PackshotKit/Exports.swift").read_text()
# Types that users of the library know by an alias: the name of the type, by alias.
ALIASES = dict(re.findall(
    r"^public typealias (\w+) = (\w+)$", (PROJECT / "Sources/PixelCore/PixelNames.swift").read_text(), re.MULTILINE))
# Comments document a parameter only if its name and type don't say enough.
ALLOWED = re.compile(r"Parameter '.*' is missing documentation")
# Beginning of each page, with the search field. It needs no JavaScript.
HEADER = """\
<style>
.site-header { display: flex; gap: 1em; align-items: center; justify-content: space-between; padding: 6px 16px;
  font: 15px system-ui, sans-serif; background: var(--color-fill-secondary); }
.site-header a { color: inherit; font-weight: 600; }
.site-header input { font: inherit; width: 20em; max-width: 55vw; padding: 4px 8px; border-radius: 6px;
  border: 1px solid var(--color-fill-gray, gray); background: var(--color-fill); color: var(--color-text); }
.table-wrapper td { vertical-align: top; }
@media (max-width: 735px) { .table-wrapper table { font-size: 85%; } }
</style>
<form class="site-header" action="ROOTsearch/" role="search"><a href="ROOT">packshot</a>
<input type="search" name="q" placeholder="Search guides and API" aria-label="Search guides and API"></form>
"""


def rename_aliased(graph):
    """Renames each type that has an alias to the alias."""
    for alias, name in ALIASES.items():
        graph["symbols"] = [symbol for symbol in graph["symbols"] if symbol["pathComponents"] != [alias]]
        for symbol in graph["symbols"]:
            if symbol["pathComponents"][0] == name:
                symbol["pathComponents"][0] = alias
                if len(symbol["pathComponents"]) == 1:
                    for key in ("names", "declarationFragments"):
                        symbol[key] = json.loads(json.dumps(symbol[key]).replace(f'"{name}"', f'"{alias}"'))


def merged_graph():
    """Merges the graphs of PackshotTesting and of everything that `import PackshotKit` exports, whichever module declares it."""
    whole = {MODULE, "PackshotTesting", *re.findall(r"^@_exported import (\w+)$", EXPORTS, re.MULTILINE)}
    exported = set(re.findall(r"^@_exported import \w+ (\w+\.\w+)$", EXPORTS, re.MULTILINE))
    types, symbols, relationships = set(), [], []
    for module in symbol_graphs.MODULES:
        for graph in symbol_graphs.graphs(module, "-omit-extension-block-symbols"):
            rename_aliased(graph)
            if graph["module"]["name"] == module:
                if module == MODULE:
                    header = {key: graph[key] for key in ("metadata", "module")}
                roots = {symbol["pathComponents"][0] for symbol in graph["symbols"]}
                types |= {root for root in roots if module in whole or f"{module}.{root}" in exported}
            symbols += graph["symbols"]
            relationships += graph["relationships"]
    symbols = [symbol for symbol in symbols if symbol["pathComponents"][0] in types]
    known = {symbol["identifier"]["precise"] for symbol in symbols}
    relationships = [relation for relation in relationships if relation["source"] in known]
    return {**header, "symbols": symbols, "relationships": relationships}, types


def anchor(heading):
    """The anchor that DocC gives a heading."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]|_", "", heading).strip())


def copy_guides(catalog, types):
    """Copies the guides, with links in the form of DocC: `doc:Colours` for `Colours.md`."""
    shutil.copytree(documents.GUIDES, catalog)
    taken = {name.lower() for name in types}
    headings, names = {}, {}
    for guide in catalog.glob("*.md"):
        found = re.findall(r"^#+ (.*)$", guide.read_text(), re.MULTILINE)
        headings[guide.stem] = {documents.anchor(heading): anchor(heading) for heading in found}
        # DocC leaves out an article with the name of a type, so such an article gets another name.
        names[guide.stem] = f"{guide.stem}Guide" if guide.stem.lower() in taken - {MODULE.lower()} else guide.stem

    def link(match, guide):
        mark, text, target, fragment = match.groups()
        if target.startswith("../"):
            # A file outside the guides. Pictures are copied. A link to any other file becomes plain text, because the site doesn't have it.
            if not mark:
                return text
            picture = (documents.GUIDES / target).resolve()
            name = "-".join(picture.relative_to(PROJECT / "Assets").parts)
            shutil.copy(picture, catalog / name)
            return f"![{text}]({name})"
        stem = target.removesuffix(".md") or guide
        if mark or ":" in target or stem not in names:
            return match[0]
        return f"[{text}](doc:{names[stem]}" + (f"#{headings[stem].get(fragment, fragment)})" if fragment else ")")

    for guide in list(catalog.glob("*.md")):
        # Only the parts between code are changed.
        parts = re.split(r"(^```.*?^```$|`[^`\n]+`)", guide.read_text(), flags=re.MULTILINE | re.DOTALL)
        for index in range(0, len(parts), 2):
            parts[index] = re.sub(r"<doc:(\w+)>", lambda match: f"<doc:{names.get(match[1], match[1])}>", parts[index])
        text = "".join(parts)
        text = re.sub(
            r"(!?)\[([^\]\n]*(?:\n[^\]\n]+)*)\]\(([^)#\s]*)(?:#([^)\s]+))?\)", lambda match: link(match, guide.stem), text)
        guide.unlink()
        (catalog / f"{names[guide.stem]}.md").write_text(text)


def convert(work, folder):
    """Runs DocC to write the pages. Returns its diagnostics."""
    graph, types = merged_graph()
    (work / "graphs").mkdir()
    (work / f"graphs/{MODULE}.symbols.json").write_text(json.dumps(graph))
    catalog = work / f"{MODULE}.docc"
    copy_guides(catalog, types)
    done = subprocess.run(
        ["docc", "convert", catalog, "--additional-symbol-graph-dir", work / "graphs", "--output-dir", folder,
         "--fallback-bundle-identifier", "packshot",
         "--fallback-default-module-kind", "Library", "--diagnostics-file", work / "diagnostics.json",
         "--enable-experimental-overloaded-symbol-presentation"],
        capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"docc ended with {done.returncode}: {done.stderr[-2000:]}")
    found = []
    for diagnostic in json.loads((work / "diagnostics.json").read_text())["diagnostics"]:
        if not ALLOWED.match(diagnostic["summary"]):
            place = str(diagnostic.get("source", "")).replace(f"file://{PROJECT}/", "")
            place = place.replace(f"file://{catalog}", str(documents.GUIDES.relative_to(PROJECT)))
            line = diagnostic.get("range", {}).get("start", {}).get("line", 0)
            found.append(f"{place}:{line}: {diagnostic['summary']}")
    return sorted(set(found))


def make_relocatable(folder):
    """Makes addresses relative, so that the pages work in any folder of any host. DocC begins all addresses with a slash."""
    for page in folder.rglob("index.html"):
        root = "../" * (len(page.relative_to(folder).parts) - 1) or "./"
        html = re.sub(r'(href|src)="/', rf'\1="{root}', page.read_text())
        html = html.replace('var baseUrl = "/"', f'var baseUrl = new URL("{root}", location).pathname')
        page.write_text(html.replace('<div id="app">', HEADER.replace("ROOT", root) + '<div id="app">'))
    # The pages request this file.
    (folder / "theme-settings.json").write_text("{}\n")
    front = f"documentation/{MODULE.lower()}/"
    (folder / "index.html").write_text(
        f'<!doctype html><meta charset="utf-8"><title>packshot</title><meta http-equiv="refresh" content="0; url={front}">'
        f'<a href="{front}">packshot</a>\n')


def main():
    folder = Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        diagnostics = convert(Path(work), folder)
    make_relocatable(folder)
    site_search.add(folder)
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    print(f"{len(list(folder.rglob('index.html')))} pages, {len(files)} files, {size / 1e6:.0f} MB in {folder}")
    for diagnostic in diagnostics:
        print(diagnostic, file=sys.stderr)
    return 1 if diagnostics else 0


sys.exit(main())
