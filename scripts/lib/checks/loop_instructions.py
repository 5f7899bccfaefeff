"""Counts the instructions of every inner loop, per pixel, sample or byte that it makes.

Usage: loop_instructions.py NAME=COMMAND…

A column for each NAME, measured with COMMAND: qemu-aarch64 or valgrind with arguments, and KernelBenchmark. Each loop runs
once and many times, and the difference is divided by the times. qemu translates and logs each instruction separately.
"""

import re
import shlex
import subprocess
import sys

# With memory reserved for it, qemu loads a program here: only the program's instructions are logged, not its libraries'.
QEMU = ["-R", "0x8000000000", "-one-insn-per-tb", "-d", "exec,nochain", "-dfilter", "0x5555000000+0x2000000"]
VALGRIND = ["--tool=callgrind", "--callgrind-out-file=/dev/null"]
# Enough that the program's other instructions, whose number varies, don't matter.
MORE = 40


def listed(command):
    """Every loop with the number of pixels that it makes."""
    output = subprocess.run([*command, "--list"], check=True, capture_output=True, text=True).stdout
    return {name: int(count) for count, name in (line.split("\t") for line in output.splitlines())}


def instructions(command, name, repetitions):
    """How many instructions the program takes for some repetitions of a loop."""
    at = next(index for index, word in enumerate(command) if re.search(r"\b(qemu-aarch64|valgrind)$", word)) + 1
    options = QEMU if command[at - 1].endswith("qemu-aarch64") else VALGRIND
    command = [*command[:at], *options, *command[at:], "--loop", name, "--repetitions", str(repetitions)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        count = 0
        for line in process.stderr:
            if line.startswith(b"Trace "):
                count += 1
            elif found := re.search(rb"Collected : (\d+)", line):
                count = int(found[1])
    if process.returncode:
        sys.exit(f"{name} ends with {process.returncode}: {shlex.join(command)}")
    return count


def main(arguments):
    columns = {name: shlex.split(command) for name, command in (argument.split("=", 1) for argument in arguments)}
    print(f"{'loop':<34}" + "".join(f"{name:>14}" for name in columns))
    for name, count in listed(next(iter(columns.values()))).items():
        found = [
            (instructions(command, name, 1 + MORE) - instructions(command, name, 1)) / MORE / count for command in columns.values()
        ]
        print(f"{name:<34}" + "".join(f"{value:>14.2f}" for value in found), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
