#!/usr/bin/python3
"""Runs notebooks from top to bottom by Jupyter's own client; prints two lines of JSON for each.

    echo 01-scalar-tape | run_notebooks.py answers.json [--solved]

A line of its input names notebooks, with tabs between them; behind their results it prints "done".
First on the stubs: exercise cells report "not started", nothing else fails. Then once more in the
same kernel, with the answers in the exercise cells: all pass. With --solved, or where nothing is to
be solved, only that. A milestone runs with the reference then, but for the one beside PyTorch, which
is not downloaded for that.

Each notebook has a kernel of its own. All these kernels have one process, one after the other: what
its compilers have learnt from a notebook serves the next. A process that a notebook has ended, or
in which a cell takes too long, is replaced.

It is started in the course's folder, and keeps what was executed in grader/target/notebooks.
"""
import contextlib
import json
import os
import pathlib
import re
import sys

import nbformat
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

CELL_SECONDS = 600  # a cell that hangs; a busy machine is slow
EXERCISE = re.compile(r"%%exercise\s+(\d\d\.\d+)")
MILESTONE = re.compile(r"^%milestone ([1-6]) NaN\b.*$", re.MULTILINE)
MODULE = re.compile(r"^%module (\d\d)$", re.MULTILINE)
GRADE = re.compile(r"%grade\s+\d\d(\.\d+)?\s*$", re.MULTILINE)


def shown(cell):
    """All text below a cell."""
    parts = []
    for output in cell.get("outputs", []):
        parts.append(output.get("text", ""))
        parts.append(output.get("data", {}).get("text/plain", ""))
        parts += output.get("traceback", [])
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(p for p in parts if p))


def solve(notebook, answers, milestone):
    for cell in notebook.cells:
        exercise = EXERCISE.match(cell.source)
        if exercise:
            cell.source = cell.source.splitlines()[0] + "\n" + answers[exercise.group(1)]
        elif milestone:
            cell.source = MILESTONE.sub(r"%milestone \1 NaN reference", cell.source)
            cell.source = MODULE.sub(r"%module \1 reference", cell.source)


def elsewhere(notebook, answers):
    """Cells that solve what the module's other notebooks ask: 18's exercises stand in 18 and 18a."""
    own = {m.group(1) for m in (EXERCISE.match(c.source) for c in notebook.cells) if m}
    modules = {exercise[:2] for exercise in own}
    return [
        nbformat.v4.new_code_cell(f"%%exercise {exercise}\n{body}")
        for exercise, body in answers.items()
        if exercise[:2] in modules and exercise not in own
    ]


def problems(notebook, solved):
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type != "code":
            continue
        text = shown(cell)
        where = f"cell {number} ({cell.source.splitlines()[0] if cell.source else 'empty'})"
        if any(output.output_type == "error" for output in cell.outputs):
            yield f"{where} fails:\n{text}"
        elif EXERCISE.match(cell.source) and ("not started" in text) == solved:
            yield f"{where} says:\n{text}"
        elif solved and "not started" in text:
            yield f"{where} is solved and says:\n{text}"
        elif MILESTONE.match(cell.source) and ("no number came" in text or "reached" not in text) == solved:
            yield f"{where} says:\n{text}"
        elif GRADE.match(cell.source) and ("100/100" in text) != solved:
            yield f"{where} says:\n{text}"


class Kernels:
    """The process that is kernel after kernel."""

    def __init__(self):
        os.environ["TAPELINE_KERNEL_AGAIN"] = "yes"
        self.manager = self.client = self.folder = None

    def execute(self, notebook, folder):
        """What ended the notebook before its last cell, or None."""
        if folder != self.folder:
            self.close()
            self.folder = folder
        if self.manager is None:
            # Ports that it chose itself, so that it can choose others.
            self.manager = KernelManager(kernel_name="java", cache_ports=False)
        client = NotebookClient(
            notebook,
            km=self.manager,
            timeout=CELL_SECONDS,
            iopub_timeout=CELL_SECONDS,  # what is shown below a cell, once it has ended
            allow_errors=True,
            resources={"metadata": {"path": str(folder)}},
        )
        client.kc = self.client  # or None, for the first of a process
        try:
            client.execute()
            self.next(client.kc)
        except Exception as error:  # a kernel that died, a cell that took too long
            self.close()
            return f"{type(error).__name__}: {error}"

    def next(self, client):
        """Another kernel follows, on free ports: what was the last one's does not reach it."""
        self.manager.cleanup_random_ports()
        self.manager.write_connection_file()
        client.shutdown(restart=True)
        client.stop_channels()
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=CELL_SECONDS)
        self.client.allow_stdin = False

    def close(self):
        manager, self.manager, self.client = self.manager, None, None
        if manager is not None:
            with contextlib.suppress(RuntimeError):  # it has ended by itself
                manager.shutdown_kernel(now=True)


def results(path, answers, ways, kernels):
    """Each way, and what is wrong with it or None."""
    books = {how: nbformat.read(path, as_version=4) for how in ways}
    solve(books["solved"], answers, path.stem.startswith("milestone-"))
    if books["solved"] == books.get("stubs"):
        del books["stubs"]
    both = nbformat.read(path, as_version=4)
    given = elsewhere(books["solved"], answers)
    both.cells = given + books["solved"].cells
    if "stubs" in books:  # the module's other notebooks begin on stubs too
        resets = [nbformat.v4.new_code_cell("%reset" + c.source[10:].split("\n")[0]) for c in given]
        both.cells = books["stubs"].cells + both.cells + resets
    failure = kernels.execute(both, path.parent)
    kept = pathlib.Path("grader/target/notebooks")
    kept.mkdir(parents=True, exist_ok=True)
    for how, book in books.items():
        nbformat.write(book, kept / f"{path.stem}-{how}.ipynb")
        yield how, failure or "\n".join(problems(book, how == "solved")) or None


solution = json.loads(pathlib.Path(sys.argv[1]).read_text())
ways = ("solved",) if "--solved" in sys.argv else ("stubs", "solved")
kernels = Kernels()
for line in sys.stdin:
    for name in line.rstrip("\n").split("\t"):
        file = pathlib.Path("notebooks").resolve() / f"{name}.ipynb"
        for how, found in results(file, solution, ways, kernels):
            print(json.dumps({"name": f"{file.name}, {how}", "problem": found}), flush=True)
    print("done", flush=True)
kernels.close()
