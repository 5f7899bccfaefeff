"""Counts the instructions of every inner loop, per pixel, sample or byte that it makes, under qemu-user.

Usage: loop_instructions NAME=COMMAND…

A column for each NAME, measured with COMMAND: qemu-user's program and arguments, and KernelBenchmark. qemu logs every instruction
of the program as a block of its own. A loop is run once and three times, so what the program does besides cancels out.
"""

import shlex
import subprocess
import sys

# Where qemu-user loads a position-independent program, and room for its code.
CODE = "0x5500000000+0x10000000"


def listed(command):
    """Every loop with the number of pixels that it makes."""
    output = subprocess.run([*command, "--list"], check=True, capture_output=True, text=True).stdout
    return {name: int(count) for count, name in (line.split("\t") for line in output.splitlines())}


def instructions(command, name, repetitions):
    traced = ["-one-insn-per-tb", "-d", "exec,nochain", "-dfilter", CODE]
    at = next(index for index, word in enumerate(command) if "qemu-" in word) + 1
    with subprocess.Popen(
        [*command[:at], *traced, *command[at:], "--loop", name, "--repetitions", str(repetitions)],
        stderr=subprocess.PIPE,
    ) as process:
        count = sum(1 for line in process.stderr if line.startswith(b"Trace "))
    if process.returncode:
        sys.exit(f"{name} ends with {process.returncode}: {shlex.join(process.args)}")
    return count


def main(arguments):
    columns = {name: shlex.split(command) for name, command in (argument.split("=", 1) for argument in arguments)}
    print(f"{'loop':<34}" + "".join(f"{name:>14}" for name in columns))
    for name, count in listed(next(iter(columns.values()))).items():
        found = [
            (instructions(command, name, 3) - instructions(command, name, 1)) / 2 / count for command in columns.values()
        ]
        print(f"{name:<34}" + "".join(f"{value:>14.2f}" for value in found), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
