"""Usage: python3 -IS peak.py COMMAND…

Runs a command, and prints its seconds, its peak memory in bytes and its exit code as JSON.

This must be a separate process: Linux also counts the memory of the process that started a program, and a benchmark with its peers has
hundreds of megabytes.
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
