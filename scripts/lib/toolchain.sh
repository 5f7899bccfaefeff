# shellcheck shell=bash

# Prints the folder of the Swift toolchain, which has bin with its clang, ld.lld and llvm-objcopy. The swift in PATH may be an
# installer's program instead, which has none of these beside it.
swift_toolchain() {
  swift -print-target-info |
    python3 -c 'import json, os, sys; print(os.path.realpath(json.load(sys.stdin)["paths"]["runtimeResourcePath"] + "/../.."))'
}
