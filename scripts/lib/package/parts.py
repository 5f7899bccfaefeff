"""What the program contains beside packshot's own code."""

import json
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

LICENCES = Path(__file__).parent / "licences"


class Part(NamedTuple):
    name: str
    version: str
    address: str
    # By SPDX's list.
    licence: str
    copyright: str
    # Empty for the Apache License, whose text copyright.py adds.
    text: str


def contained(build):
    """The parts, by name, of what SwiftPM built in a folder."""
    checkouts = Path(build) / "checkouts"
    return sorted([*packages(checkouts), libyaml(checkouts), *toolchain()])


def packages(checkouts):
    """The Swift packages that Package.resolved names."""
    for pin in json.loads(Path("Package.resolved").read_text())["pins"]:
        name = pin["location"].rsplit("/", 1)[1].removesuffix(".git")
        text = next((checkouts / name).glob("LICENSE*")).read_text().strip()
        is_apache = "Apache License" in text
        licence = ("Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0") if is_apache else "MIT"
        holder = re.search(r"^Copyright \(c\) (.+)$", text, re.IGNORECASE | re.MULTILINE)
        owner = holder[1] if holder and not is_apache else "Apple Inc. and the project's authors"
        yield Part(name, pin["state"]["version"], pin["location"], licence, owner, "" if is_apache else text)


def libyaml(checkouts):
    """It comes with Yams."""
    header = (checkouts / "Yams/Sources/CYaml/src/yaml_private.h").read_text()
    numbers = re.search(r'YAML_VERSION_STRING "(.+)"', header)
    return Part(
        "LibYAML", numbers[1] if numbers else "0.2.5", "https://github.com/yaml/libyaml", "MIT",
        "2006-2020 Kirill Simonov, Ingy döt Net", (LICENCES / "LibYAML.txt").read_text().strip(),
    )


def toolchain():
    """Swift's libraries, which the program carries within itself."""
    said = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"Swift version (\S+)", said)[1]
    yield Part(
        "Swift's standard library, Foundation and Dispatch", version, "https://www.swift.org",
        "Apache-2.0 WITH Swift-exception", "Apple Inc. and the Swift project authors", "",
    )
    yield Part(
        "ICU, as Foundation has it", version, "https://icu.unicode.org", "Unicode-3.0", "1991-2025 Unicode, Inc.",
        (LICENCES / "Unicode-3.0.txt").read_text().strip(),
    )
