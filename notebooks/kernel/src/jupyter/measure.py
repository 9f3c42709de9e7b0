#!/usr/bin/python3
"""How long the kernel takes to be ready, and a warm cell: medians, with least and most.

    JUPYTER_PATH=notebooks/kernel/target/jupyter /usr/bin/python3 notebooks/kernel/src/jupyter/measure.py [kernel [rounds]]

Ready: from the start of the process until it has answered kernel_info. Warm: the median of 20
cells `1+1` after the first, from the request until the kernel is idle again.
"""
import statistics
import sys
import time

from jupyter_client.manager import start_new_kernel

WARM = 20


def cell(client, code):
    start = time.perf_counter()
    client.execute_interactive(code, output_hook=lambda _: None, timeout=60)
    return time.perf_counter() - start


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def show(what, unit, values):
    values = sorted(values)
    print(f"{what:34}{statistics.median(values):8.3g} {unit:3} ({values[0]:.3g} to {values[-1]:.3g})")


kernel = sys.argv[1] if len(sys.argv) > 1 else "java"
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
ready, first, warm, memory = [], [], [], []
for _ in range(rounds):
    began = time.perf_counter()
    manager, client = start_new_kernel(kernel_name=kernel, startup_timeout=120)
    try:
        ready.append(time.perf_counter() - began)
        first.append(cell(client, "1+1"))
        warm.append(1000 * statistics.median(cell(client, "1+1") for _ in range(WARM)))
        memory.append(resident(manager.provisioner.process.pid))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
show("ready", "s", ready)
show("first cell", "s", first)
show("warm cell, median of 20", "ms", warm)
show("resident memory after that", "MB", memory)
del manager, client  # before the interpreter takes its parts away
