"""Finds peers that are programs of Debian. If one isn't installed, its package is unpacked into the ignored folder."""

import os
import shutil
import subprocess
from pathlib import Path

FOLDER = Path(".build-bench/debian")


def found(package, program, folders=None):
    """The path of a program and the environment that it needs. Raises `LookupError` with why there is none.

    `folders` has the names of folders that the program looks for where it would be installed, by the variables that say where
    they are.
    """
    own = shutil.which(program)
    if own:
        return own, {}
    unpacked = FOLDER.absolute() / package / "root"
    if not (unpacked / "usr/bin" / program).exists():
        unpack(package, unpacked)
    if not (unpacked / "usr/bin" / program).exists():
        raise LookupError(f"there is no {program} in it")
    libraries = {str(library.parent) for library in unpacked.rglob("*.so.*")}
    variables = {"LD_LIBRARY_PATH": ":".join(sorted(libraries))}
    for variable, name in (folders or {}).items():
        variables[variable] = ":".join(str(folder) for folder in sorted(unpacked.rglob(name)))
    return str(unpacked / "usr/bin" / program), {**os.environ, **variables}


def unpack(package, folder):
    """Unpacks a package, and those it needs that the machine does not have."""
    print(f"==> Unpacking {package} into {FOLDER}", flush=True)
    archives = folder.parent / "archives"
    (archives / "partial").mkdir(parents=True, exist_ok=True)
    run("apt-get", "install", "--download-only", "--yes", "--no-install-recommends", "-o", "Debug::NoLocking=1",
        "-o", f"Dir::Cache::archives={archives}", package)  # fmt: skip
    for archive in archives.glob("*.deb"):
        run("dpkg", "-x", archive, folder)


def run(*command):
    try:
        done = subprocess.run([*map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    except FileNotFoundError as error:
        raise LookupError(f"there is no {command[0]}") from error
    if done.returncode:
        raise LookupError((done.stderr.strip().splitlines() or [f"{command[0]} ended with {done.returncode}"])[-1])
