"""The engine's figures as JSON, as a table and as a chart."""

import json

from .timing import Result


def write(results, rivals, missing, folder):
    """`results` are of renderings (``timing.Result``), and of others that have a table of their own."""
    renderings = [result for result in results if isinstance(result, Result)]
    tables = [table(renderings)] if renderings else []
    tables += [result.table for result in results if not isinstance(result, Result)]
    described = {
        "peers": {peer.name: peer.version for peer in rivals},
        "missing": missing,
        "tasks": [result.described() for result in results],
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "engine.json").write_text(json.dumps(described, indent=2) + "\n")
    (folder / "engine.md").write_text("\n".join(tables))
    (folder / "engine.svg").write_text(chart(renderings))
    print(f"\nwritten: {folder}/engine.json, engine.md, engine.svg")


def table(results):
    names = list(dict.fromkeys(name for result in results for name in result.rivals))
    lines = [
        "| task | packshot | of decode + encode | " + " | ".join(names) + " |",
        "|---|---|---|" + "---|" * len(names),
    ]
    for result in results:
        cells = [f"{result.times(name):.2f} ×" if name in result.rivals else "" for name in names]
        lines.append(
            f"| {result.name} | {result.ours.median * 1e3:.1f} ms | {result.times_floor:.2f} × | "
            + " | ".join(cells)
            + " |"
        )
    return "\n".join(lines) + "\n"


def chart(results):
    """How many times as fast as each peer, a bar each."""
    rows, y = [], 16
    longest = max([result.times(name) for result in results for name in result.rivals], default=1)
    for result in results:
        if not result.rivals:
            continue
        y += 14
        rows.append(f'<text x="12" y="{y}" class="task">{result.name}</text>')
        for name in result.rivals:
            y += 20
            times = result.times(name)
            rows.append(f'<text x="130" y="{y}" text-anchor="end">{name}</text>')
            rows.append(f'<rect x="138" y="{y - 11}" width="{times / longest * 440:.1f}" height="14" rx="2"/>')
            rows.append(f'<text x="{144 + times / longest * 440:.1f}" y="{y}">{times:.1f} ×</text>')
        y += 14
    style = (
        "text{font:12px system-ui,sans-serif;fill:#555}.task{font-weight:600;fill:#222}rect{fill:#b5651d}"
        "@media(prefers-color-scheme:dark){text{fill:#aaa}.task{fill:#eee}rect{fill:#d98e4a}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {y + 10}" role="img" '
        f'aria-label="How many times as fast as each peer packshot is"><style>{style}</style>{"".join(rows)}</svg>\n'
    )
