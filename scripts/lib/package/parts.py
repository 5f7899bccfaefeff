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
    # What the authors ask to be passed on with the licence.
    notice: str = ""


def contained(build):
    """The parts, by name, of what SwiftPM built in a folder."""
    checkouts = Path(build) / "checkouts"
    return sorted([*packages(Path(build)), libyaml(checkouts), llhttp(checkouts), *toolchain()])


def packages(build):
    """The Swift packages of which a module was built."""
    for package in json.loads((build / "workspace-state.json").read_text())["object"]["dependencies"]:
        folder = build / "checkouts" / package["subpath"]
        if not any((build / f"release/{path.name}.build").exists() for path in [*folder.glob("*"), *folder.glob("*/*")]):
            continue
        location, version = package["packageRef"]["location"], package["state"]["checkoutState"]["version"]
        name = package["packageRef"]["name"]
        text = next(folder.glob("LICENSE*")).read_text().strip()
        notice = "".join(path.read_text().strip() for path in folder.glob("NOTICE*"))
        is_apache = "Apache License" in text
        licence = ("Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0") if is_apache else "MIT"
        holder = re.search(r"^Copyright \(c\) (.+)$", text, re.IGNORECASE | re.MULTILINE)
        owner = holder[1] if holder and not is_apache else "Apple Inc. and the project's authors"
        yield Part(name, version, location.removesuffix(".git"), licence, owner, "" if is_apache else text, notice)


def libyaml(checkouts):
    """It comes with Yams."""
    header = (checkouts / "Yams/Sources/CYaml/src/yaml_private.h").read_text()
    numbers = re.search(r'YAML_VERSION_STRING "(.+)"', header)
    return Part(
        "LibYAML", numbers[1] if numbers else "0.2.5", "https://github.com/yaml/libyaml", "MIT",
        "2006-2020 Kirill Simonov, Ingy döt Net", (LICENCES / "LibYAML.txt").read_text().strip(),
    )


def llhttp(checkouts):
    """It comes with SwiftNIO, and reads the studio's requests."""
    folder = checkouts / "swift-nio/Sources/CNIOLLHTTP"
    numbers = re.findall(r"#define LLHTTP_VERSION_\w+ (\d+)", (folder / "include/c_nio_llhttp.h").read_text())
    return Part(
        "llhttp", ".".join(numbers), "https://github.com/nodejs/llhttp", "MIT", "2018 Fedor Indutny",
        (folder / "LICENSE").read_text().strip(),
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
