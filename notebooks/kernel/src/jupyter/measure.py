#!/usr/bin/python3
"""How long the kernel takes to be ready, and a warm cell: medians, with least and most.

    JUPYTER_PATH=notebooks/kernel/target/jupyter \\
        /usr/bin/python3 notebooks/kernel/src/jupyter/measure.py 7 java [another kernel…]

Ready: from the start of the process until it has answered kernel_info. First: the first cell `1+1`
after that. Warm: the median of 20 more. Several kernels take turns, so that a busy minute of the
machine is shared by all of them.
"""
import statistics
import sys
import time

from jupyter_client.manager import start_new_kernel

WARM = 20
WHAT = "ready, s", "first cell, s", "warm cell, ms", "resident memory, MB"


def cell(client, code):
    start = time.perf_counter()
    client.execute_interactive(code, output_hook=lambda _: None, timeout=60)
    return time.perf_counter() - start


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def measure(kernel):
    began = time.perf_counter()
    manager, client = start_new_kernel(kernel_name=kernel, startup_timeout=120)
    try:
        ready = time.perf_counter() - began
        first = cell(client, "1+1")
        warm = 1000 * statistics.median(cell(client, "1+1") for _ in range(WARM))
        return ready, first, warm, resident(manager.provisioner.process.pid)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


rounds, kernels = int(sys.argv[1]), sys.argv[2:]
figures = {kernel: [] for kernel in kernels}
for _ in range(rounds):
    for kernel in kernels:
        figures[kernel].append(measure(kernel))
for kernel, found in figures.items():
    print(kernel)
    for what, values in zip(WHAT, zip(*found)):
        print(f"  {what:22}{statistics.median(values):8.3g} ({min(values):.3g} to {max(values):.3g})")
