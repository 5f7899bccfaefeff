"""The committed table of instructions: the versions that it was made with, and the counts of each job in millions.

A line is for a job, for a module in it, or for a function of a module, depending on the number of names after the count. Functions
that take less than `LEAST_SHARE` of their job are left out. Modules are complete.
"""

import re
import subprocess
from collections import Counter
from pathlib import Path

from callgrind import Function, Profile

MILLION = 1_000_000
LEAST_SHARE = 0.005
LEAST_SHOWN = 10_000
HEAD = """# Millions of instructions that whole jobs take, with those of each module and function itself, without what it calls.
# Written by `scripts/check-instructions --update`.
"""
# Input for the preprocessor, which replaces the macros by the versions of the libraries that the counts depend on.
VERSIONS = """
#include <stdio.h>
#include <jpeglib.h>
#include <png.h>
#include <libdeflate.h>
#include <zlib.h>
#include <sqlite3.h>
#include <features.h>
@ libjpeg-turbo LIBJPEG_TURBO_VERSION
@ libpng PNG_LIBPNG_VER_STRING
@ libdeflate LIBDEFLATE_VERSION_STRING
@ zlib ZLIB_VERSION
@ SQLite SQLITE_VERSION
@ glibc __GLIBC__.__GLIBC_MINOR__
"""


def made_with():
    """The versions of the compiler and the libraries that the counts depend on, by name."""
    swift = said("swift", "--version")
    found = {
        "Swift": re.search(r"Swift version (\S+)", swift)[1],
        "valgrind": said("valgrind", "--version").strip().removeprefix("valgrind-"),
    }
    for name, version in re.findall(r"^@ (\S+) (.+)$", said("cc", "-E", "-P", "-", input=VERSIONS), re.MULTILINE):
        found[name] = re.sub(r'[" ]', "", version)
    return found


def said(*command, input=None):
    return subprocess.run(command, input=input, check=True, capture_output=True, text=True).stdout


def written(versions, profiles):
    """The text of the table."""
    lines = [HEAD + "# Made with " + ", ".join(f"{name} {version}" for name, version in versions.items()) + ".", ""]
    for job, profile in profiles.items():
        lines.append(line(profile.total, job))
        for module, count in profile.modules.most_common():
            if count < LEAST_SHOWN:
                break
            lines.append(line(count, job, module))
            for function, own in profile.functions.most_common():
                if function.module == module and own >= profile.total * LEAST_SHARE:
                    lines.append(line(own, job, *function))
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def line(count, *names):
    return f"{count / MILLION:9.2f}  {'  '.join(names)}"


def versions_of(text):
    """The versions that a table says it was made with."""
    return dict(re.findall(r"(\S+) (\S+?)(?:, |\.\n)", re.search(r"Made with (.*\.\n)", text)[1]))


def is_of_others(table, versions, here):
    """Whether a table belongs to other versions than those here. Prints which."""
    others = [f"{name} {here.get(name)}, not {kept}" for name, kept in versions.items() if here.get(name) != kept]
    if others:
        print(f"NOT HERE: {table} is from other versions; this machine has {'; '.join(others)}")
    return bool(others)


def read(text):
    """The versions that a table was made with, and the profiles by job. Functions that the table leaves out are summed as “others”."""
    versions = versions_of(text)
    totals, modules, functions = {}, {}, {}
    for row in text.splitlines():
        if not row or row.startswith("#"):
            continue
        count, *names = re.split(r" {2,}", row.strip())
        count = round(float(count) * MILLION)
        if len(names) == 1:
            totals[names[0]], modules[names[0]], functions[names[0]] = count, Counter(), Counter()
        elif len(names) == 2:
            modules[names[0]][names[1]] = count
        else:
            functions[names[0]][Function(*names[1:])] = count
    for job in totals:
        for module, count in modules[job].items():
            named = sum(own for function, own in functions[job].items() if function.module == module)
            functions[job][Function(module, "others")] = max(0, count - named)
    return versions, {job: Profile(total, functions[job]) for job, total in totals.items()}


def load(file):
    return read(Path(file).read_text())
