"""Counts the instructions of a program, function by function, with valgrind's callgrind.

The counts hardly depend on the machine's load: the same program with the same input takes the same number of instructions,
to a tenth of a percent.
"""

import os
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

# A fixed environment without random hashing, so that counts repeat. AVX2, because Valgrind 3.19 doesn't support AVX-512.
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "LC_ALL": "C",
    "TZ": "UTC",
    "PACKSHOT_CPU": "avx2",
    "SWIFT_DETERMINISTIC_HASHING": "1",
}
LONGEST_NAME = 88


class Function(NamedTuple):
    """A function of a Swift module, of a library, or of the program's C code. A library without symbols counts as one function."""

    module: str
    name: str


class Profile(NamedTuple):
    """Numbers of instructions: the total, and for each ``Function`` its own, without the functions that it calls."""

    total: int
    functions: Counter

    @property
    def modules(self):
        found = Counter()
        for function, count in self.functions.items():
            found[function.module] += count
        return found


def stripped(program, copy):
    """Copies a program without its debugging information, because valgrind can't read Swift's."""
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


def profile(command, folder):
    """Runs a command in a folder under callgrind and returns its profile. Raises `RuntimeError` if the command fails."""
    with tempfile.NamedTemporaryFile(prefix="callgrind-") as file:
        done = subprocess.run(
            ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={file.name}", *map(str, command)],
            cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{' '.join(map(str, command))} ends with {done.returncode}: {done.stderr[-1000:]}")
        own = own_instructions(Path(file.name).read_text(errors="replace"))
    names = demangled(symbol for _, symbol in own)
    functions = Counter()
    for (file, symbol), count in own.items():
        functions[function(Path(command[0]).name, file, symbol, names)] += count
    return Profile(sum(own.values()), functions)


def own_instructions(text):
    """The instructions of a profile by object file and symbol. The format is in callgrind's manual, “Callgrind Format
    Specification”. The line after `calls=` is skipped, because it has the instructions of the called function."""
    names = {"ob": {}, "fn": {}}
    here = {"ob": "", "fn": ""}
    found = Counter()
    is_call = False
    for line in text.splitlines():
        if match := re.match(r"(c?)(ob|fn)=\((\d+)\)(?: (.*))?", line):
            is_callee, kind, number, name = match.groups()
            if name is not None:
                names[kind][number] = name
            if not is_callee:
                here[kind] = names[kind][number]
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[+\-*\d]", line):
            if not is_call:
                found[here["ob"], here["fn"]] += int(line.split()[1])
            is_call = False
    return found


def demangled(symbols):
    """The names of Swift functions, by symbol."""
    swift = sorted({bare(symbol) for symbol in symbols if symbol.startswith("$s")})
    try:
        done = subprocess.run(
            ["swift-demangle", "--simplified", "--compact"], input="\n".join(swift), capture_output=True, text=True
        )
    except FileNotFoundError:
        return {}
    return dict(zip(swift, done.stdout.splitlines()))


def bare(symbol):
    """A symbol without the recursion count that callgrind appends."""
    return re.sub(r"'\d+$", "", symbol)


def function(program, file, symbol, names):
    symbol = bare(symbol)
    if Path(file).name != program:
        library = re.sub(r"(-\d|\.so).*", "", Path(file).name) or "no file"
        return Function(library, "(no symbols)" if symbol.startswith("0x") else shortened(symbol))
    module = re.match(r"\$s(\d+)(.*)", symbol)
    if not module:
        return Function(program, shortened(names.get(symbol, symbol)))
    return Function(module[2][: int(module[1])], shortened(names.get(symbol, symbol)))


def shortened(name):
    """A name shortened to fit in a line."""
    name = re.sub(r"\s+", " ", name)
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"
