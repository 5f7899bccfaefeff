"""Usage: python3 -IS peak.py COMMAND…

Runs a command, and prints as JSON the seconds that it took, the bytes of memory that it held at most, and its exit code.

In a process of its own: for a program that was started by another, Linux counts as its memory also what the other one held
then, and a benchmark with its peers holds hundreds of megabytes.
"""

import json
import os
import subprocess
import sys
import time

began = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
# Linux counts in KiB.
figures = {"seconds": time.perf_counter() - began, "memory": usage.ru_maxrss * 1024, "code": process.returncode}
print(json.dumps(figures))
