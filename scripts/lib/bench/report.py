"""Prints the engine's figures as JSON, as a table and as a chart."""

import json

from .timing import Result, spread


def write(results, rivals, missing, folder):
    """`results` are of renderings (``timing.Result``), and of others that have a table of their own."""
    renderings = [result for result in results if isinstance(result, Result)]
    tables = [table(renderings), table_of_pictures(renderings)] if renderings else []
    tables += [result.table for result in results if not isinstance(result, Result)]
    described = {
        "peers": {peer.name: peer.version for peer in rivals},
        "missing": missing,
        "tasks": [result.described() for result in results],
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "engine.json").write_text(json.dumps(described, indent=2) + "\n")
    (folder / "engine.md").write_text("\n".join(tables))
    names = "engine.json, engine.md"
    if renderings:
        (folder / "engine.svg").write_text(chart(renderings))
        names += ", engine.svg"
    print(f"\nwritten: {folder}/{names}")


def table(results):
    """How long the renderings take, medians of all rounds with the least and the most of them."""
    names = list(dict.fromkeys(name for result in results for name in result.rivals))
    lines = [
        "Medians, with the least and the most in brackets; of peers, how many times as fast as each packshot is.",
        "",
        "| task | packshot | of decode + encode | " + " | ".join(names) + " |",
        "|---|---|---|" + "---|" * len(names),
    ]
    for result in results:
        cells = [f"{spread(result.ratios(name))} ×" if name in result.rivals else "" for name in names]
        lines.append(
            f"| {result.name} | {spread(result.ours.seconds, 1e3, 1)} ms | {spread(result.ratios_floor)} × | "
            + " | ".join(cells)
            + " |"
        )
    lines += [""] + [f"{result.name}: {result.task.says}." for result in results]
    return "\n".join(lines) + "\n"


def table_of_pictures(results):
    """How large the files are that the renderings make, and how faithful the pixels in them before they are encoded."""
    lines = ["| task | program | size | luma | chroma | SSIMULACRA2 |", "|---|---|---|---|---|---|"]
    for result in results:
        sides = {"packshot": result.ours, **result.rivals}
        for name in dict.fromkeys([*sides, *result.fidelity]):
            size = f"{sides[name].bytes / 1e3:.1f} kB" if name in sides else ""
            seen = result.fidelity.get(name)
            cells = f"{seen.luma:.1f} dB | {seen.chroma:.1f} dB | {seen.ssimulacra2:.1f}" if seen else "| |"
            lines.append(f"| {result.name} | {name} | {size} | {cells} |")
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
            rows.append(f'<text x="170" y="{y}" text-anchor="end">{name}</text>')
            rows.append(f'<rect x="178" y="{y - 11}" width="{times / longest * 390:.1f}" height="14" rx="2"/>')
            rows.append(f'<text x="{184 + times / longest * 390:.1f}" y="{y}">{times:.1f} ×</text>')
        y += 14
    style = (
        "text{font:12px system-ui,sans-serif;fill:#555}.task{font-weight:600;fill:#222}rect{fill:#b5651d}"
        "@media(prefers-color-scheme:dark){text{fill:#aaa}.task{fill:#eee}rect{fill:#d98e4a}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {y + 10}" role="img" '
        f'aria-label="How many times as fast as each peer packshot is"><style>{style}</style>{"".join(rows)}</svg>\n'
    )
