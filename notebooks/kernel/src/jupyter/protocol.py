#!/usr/bin/python3
"""What a front end may ask of the kernel, and what learners do to it; a line of JSON for each check.

It is started in a copy of the course's folder, whose files it changes.
"""
import contextlib
import json
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import time

from jupyter_client.kernelspec import get_kernel_spec
from jupyter_client.manager import start_new_kernel
from jupyter_client.utils import run_sync

PATIENCE = 60
CHECKS = []
SAME = []


def check(test):
    CHECKS.append(test)
    return test


class Reply:
    """What a cell printed and showed, its error as it is read, and what it put into the next input."""

    def __init__(self):
        self.text, self.error, self.kind, self.payload = "", None, None, []

    def __str__(self):
        return f"{self.text}\n{self.error or ''}".strip()


class Kernel:
    def __enter__(self):
        self.manager, self.client = start_new_kernel(kernel_name="java", startup_timeout=PATIENCE)
        self.pid = self.manager.provisioner.process.pid
        return self

    def __exit__(self, *_):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def run(self, code, interrupt=False, answer=None):
        """Runs a cell; interrupts it once it has printed, or answers its question."""
        reply, end, interrupted = Reply(), time.time() + PATIENCE, False
        request = self.client.execute(code, allow_stdin=answer is not None)
        while True:
            if time.time() > end:
                raise TimeoutError(f"no end of {code[:40]!r} in {PATIENCE} s; so far: {reply}")
            if answer is not None:
                try:
                    self.client.get_stdin_msg(timeout=0.05)
                    self.client.input(answer)
                except queue.Empty:
                    pass
            try:
                message = self.client.get_iopub_msg(timeout=0.2)
            except queue.Empty:
                continue
            if message["parent_header"].get("msg_id") != request:
                continue
            content = message["content"]
            if message["msg_type"] == "stream":
                reply.text += content["text"]
                if interrupt and not interrupted:
                    interrupted = True
                    self.manager.interrupt_kernel()
            elif message["msg_type"] == "error":
                reply.error = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(content["traceback"]))
                reply.kind = content["ename"]
            elif message["msg_type"] in ("execute_result", "display_data"):
                reply.text += content["data"].get("text/plain", "") + "\n"
            elif content.get("execution_state") == "idle":
                break
        while True:
            message = self.client.get_shell_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == request:
                reply.payload = message["content"].get("payload", [])
                return reply

    def ask(self, request):
        return self.client._recv_reply(request, timeout=PATIENCE)["content"]

    def ticks(self):
        """The processor time that the kernel has used, in 1/100 s."""
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def ticks_in_a_second(self):
        before = self.ticks()
        time.sleep(1)
        return self.ticks() - before


@contextlib.contextmanager
def same_kernel():
    """One kernel for all checks that leave nothing behind but names."""
    if not SAME or not SAME[0].client.is_alive():
        SAME[:] = [Kernel().__enter__()]
    kernel = SAME[0]
    try:
        while True:  # what the check before has not read
            kernel.client.get_iopub_msg(timeout=0.1)
    except queue.Empty:
        pass
    try:
        yield kernel
    except BaseException:  # what it is in now is nothing for the checks behind
        SAME.clear()
        kernel.__exit__()
        raise


def once_there(file):
    """Java that waits for a file."""
    return f'var file = java.nio.file.Path.of("{file}");\n' \
        "while (!java.nio.file.Files.exists(file)) { Thread.onSpinWait(); }\n"


def expect(condition, reply):
    if not condition:
        raise AssertionError(f"got: {reply}")


IDLE = 8  # of 100; on a machine with ten others at work, an endless loop still gets more

ENDLESS = {
    "a loop in a cell": 'System.out.println("on"); while (true) { }',
    "a loop that catches everything":
        'System.out.println("on"); while (true) { try { Math.sqrt(2); } catch (Throwable t) { } }',
    "a sleep": 'System.out.println("on"); Thread.sleep(600_000);',
}


@check
def an_interrupt_stops_what_runs_and_frees_the_processor():
    with Kernel() as kernel:
        kernel.run("int kept = 7;")
        for what, code in ENDLESS.items():
            reply = kernel.run(code, interrupt=True)
            expect(reply.error and "interrupt" in reply.error.lower(), f"{what}: {reply}")
            used = [kernel.ticks_in_a_second() for _ in range(2)]
            while used[-1] >= IDLE and len(used) < 60:  # compilers of the JVM may still be at work
                used.append(kernel.ticks_in_a_second())
            expect(used[-1] < IDLE, f"{used} ticks used, each second after the interrupt of {what}")
            reply = kernel.run("kept + 1")
            expect(reply.text.strip() == "8", reply)


@check
def a_cell_may_ask_the_learner():
    with same_kernel() as kernel:
        reply = kernel.run("new Scanner(System.in).nextLine().toUpperCase()", answer="tape")
        expect("TAPE" in reply.text and not reply.error, reply)
        reply = kernel.run("System.in.readNBytes(2).length", answer="tape")
        expect("2" in reply.text and not reply.error, reply)
        reply = kernel.run('"is " + IO.readln()', answer="Grün")
        expect("is Grün" in reply.text and not reply.error, reply)


@check
def a_cell_of_60_kb_runs():
    filler = "".join(f"// line {i} of a very long cell\n" for i in range(2000))
    expect(len(filler) > 60_000, len(filler))
    with same_kernel() as kernel:
        reply = kernel.run(filler + "40 + 2")
        expect(reply.text.strip() == "42", reply)


@check
def completion_inspection_and_completeness_are_answered():
    with same_kernel() as kernel:
        code = "Math.hyp"
        found = kernel.ask(kernel.client.complete(code, len(code)))
        expect(any("hypot" in match for match in found["matches"]), found)
        code = "double far = Math.hypot(3, 4);"
        found = kernel.ask(kernel.client.inspect(code, code.index("(")))
        expect(found["found"] and "hypot" in found["data"]["text/plain"], found)
        kernel.run("%module 01")
        found = kernel.ask(kernel.client.inspect("tapeline.scalar.Tape", 18))
        expect(found["found"] and "tape" in found["data"]["text/plain"].split("\n", 1)[1], found)
        expect(kernel.ask(kernel.client.is_complete("for (;;) {"))["status"] == "incomplete", code)
        expect(kernel.ask(kernel.client.is_complete("1 + 1"))["status"] == "complete", code)


@check
def a_compile_error_shows_the_cells_own_line():
    with same_kernel() as kernel:
        reply = kernel.run('int fine = 1;\nString wrong = 5;')
        expect(reply.error and "2" in reply.error and "String wrong = 5;" in reply.error, reply)
        expect("jdk.jshell" not in reply.error and "tapeline.kernel" not in reply.error, reply)


@check
def a_run_time_error_shows_the_cells_own_line():
    with same_kernel() as kernel:
        reply = kernel.run("int[] two = {1, 2};\nint third = two[2];")
        expect(reply.kind == "ArrayIndexOutOfBoundsException", reply.kind)
        expect("ArrayIndexOutOfBoundsException" in reply.error, reply)
        expect("two[2]" in reply.error and "jdk.internal" not in reply.error, reply)


@check
def vectors_and_native_memory_are_there():
    with same_kernel() as kernel:
        reply = kernel.run(
            "import jdk.incubator.vector.*;\n"
            "FloatVector.broadcast(FloatVector.SPECIES_128, 2).reduceLanes(VectorOperators.ADD)")
        expect("8.0" in reply.text and not reply.error, reply)


@check
def a_wrong_exercise_number_names_those_there_are():
    with same_kernel() as kernel:
        kernel.run("%module 01")
        for wrong in ("01.99", "77.1", "abc", ""):
            reply = kernel.run(f"%%exercise {wrong}\nreturn 0;")
            said = str(reply)
            expect(re.search(r"01\.1|there is no module|exercise", said), reply)
            expect("Exception" not in said and "\tat " not in said, reply)


# ---- what the protocol asks of every kernel


@check
def a_cell_that_fails_stops_those_queued_behind_it():
    with same_kernel() as kernel, tempfile.TemporaryDirectory() as folder:
        sent = pathlib.Path(folder, "sent")
        codes = ["int a = 1;", "throw new IllegalStateException();", "a = 2;", "a = 3;"]
        requests = [kernel.client.execute(code) for code in [once_there(sent) + codes[0]] + codes[1:]]
        sent.touch()
        replies = [kernel.ask(request) for request in requests]
        found = [reply["status"] for reply in replies]
        expect(found == ["ok", "error", "aborted", "aborted"], found)
        expect(kernel.run("a").text.strip() == "1", kernel.run("a"))
        requests = [kernel.client.execute(code, stop_on_error=False) for code in codes[1:]]
        found = [kernel.ask(request)["status"] for request in requests]
        expect(found == ["error", "ok", "ok"], found)
        expect(kernel.run("a").text.strip() == "3", kernel.run("a"))


@check
def an_interrupt_stops_the_queued_cells_too():
    with same_kernel() as kernel:
        kernel.run("int a = 1;")
        endless = ENDLESS["a loop in a cell"]
        requests = [kernel.client.execute(code) for code in [endless, "a = 2;"]]
        while True:
            message = kernel.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == requests[0] and message["msg_type"] == "stream":
                break
        kernel.manager.interrupt_kernel()
        found = [kernel.ask(request)["status"] for request in requests]
        expect(found == ["error", "aborted"], found)
        expect(kernel.run("a").text.strip() == "1", kernel.run("a"))


@check
def a_failed_cells_reply_has_its_own_traceback():
    with same_kernel() as kernel:
        reply = kernel.ask(kernel.client.execute("int[] two = {1, 2};\ntwo[2]"))
        expect(reply["ename"] == "ArrayIndexOutOfBoundsException", reply)
        said = "\n".join(reply["traceback"])
        expect("two[2]" in said and "tapeline.kernel" not in said, said)


@check
def a_value_that_cannot_be_written_fails_its_cell():
    with same_kernel() as kernel:
        reply = kernel.run('var odd = new org.dflib.jjava.jupyter.kernel.display.DisplayData("odd");\n'
                           'odd.putData("application/json", Map.of("share", Double.NaN));\nodd')
        expect(reply.kind == "KernelError" and "NaN" in reply.error, reply)
        reply = kernel.run("1 + 1")
        expect("2" in reply.text, reply)


@check
def a_quiet_cell_shows_nothing_and_one_that_is_not_stored_is_not_counted():
    with Kernel() as kernel:
        expect(kernel.run("1 + 1").text.strip() == "2", "a value")
        count = kernel.ask(kernel.client.execute("0"))["execution_count"]
        request = kernel.client.execute("int a = 5;\na + 1", silent=True)
        expect(kernel.ask(request)["status"] == "ok", "quiet")
        published = set()
        while True:
            message = kernel.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") != request:
                continue
            published.add(message["msg_type"])
            if message["content"].get("execution_state") == "idle":
                break
        expect(published == {"status"}, published)
        kernel.ask(kernel.client.execute("a + 2", store_history=False))
        reply = kernel.ask(kernel.client.execute("a"))
        expect(reply["execution_count"] == count + 1, (count, reply))
        history = kernel.ask(kernel.client.history(hist_access_type="tail", n=9))["history"]
        expect([line for _, _, line in history] == ["1 + 1", "0", "a"], history)


@check
def a_cells_expressions_are_answered_one_by_one():
    with same_kernel() as kernel:
        request = kernel.client.execute(
            "int a = 5;", user_expressions={"right": "a + 1", "wrong": "a / 0"})
        values = kernel.ask(request)["user_expressions"]
        expect(values["right"]["data"]["text/plain"] == "6", values)
        expect(values["right"]["status"] == "ok", values)
        expect(values["wrong"]["ename"] == "ArithmeticException", values)


@check
def every_reply_has_a_status():
    with Kernel() as kernel:
        client = kernel.client
        for request in (client.kernel_info(), client.comm_info(), client.history()):
            reply = kernel.ask(request)
            expect(reply.get("status") == "ok", reply)
        for name, content in (("interrupt", {}), ("shutdown", {"restart": False})):
            client.control_channel.send(client.session.msg(name + "_request", content))
            reply = run_sync(client.control_channel.get_msg)(timeout=PATIENCE)
            expect(reply["content"].get("status") == "ok", reply)


@check
def a_thread_is_heard_after_the_end_of_its_cell():
    with same_kernel() as kernel, tempfile.TemporaryDirectory() as folder:
        ended = pathlib.Path(folder, "ended")
        kernel.run(
            f"Thread.ofPlatform().daemon().start(() -> {{\n{once_there(ended)}"
            'System.out.println("late");\n});')
        ended.touch()
        message = kernel.client.get_iopub_msg(timeout=PATIENCE)
        expect(message["msg_type"] == "stream" and message["content"]["text"] == "late\n", message)


@check
def nbconvert_shows_the_cells_own_lines():
    book = {
        "cells": [{"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [],
                   "source": "int[] two = {1, 2};\ntwo[2]"}],
        "metadata": {"kernelspec": {"name": "java", "display_name": "Java", "language": "java"}},
        "nbformat": 4, "nbformat_minor": 5,
    }
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "wrong.ipynb")
        file.write_text(json.dumps(book))
        run = subprocess.run(
            [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", str(file)],
            capture_output=True, text=True, timeout=2 * PATIENCE)
    if "No module named nbconvert" in run.stderr:
        return "needs nbclient: there is no nbconvert"
    expect(run.returncode != 0 and "two[2]" in run.stderr, run.stderr)
    expect("tapeline.kernel" not in run.stderr, run.stderr)


@check
def a_notebook_that_is_opened_is_not_changed():
    """Front ends write what the kernel says of its language into a notebook that has it otherwise."""
    with same_kernel() as kernel:
        info = kernel.ask(kernel.client.kernel_info())["language_info"]
    for file in sorted(pathlib.Path("notebooks").glob("*.ipynb")):
        metadata = json.loads(file.read_text())["metadata"]
        expect(metadata["language_info"] == info, f"{file} has {metadata}; the kernel says {info}")


# ---- exercises, in the course's files

ANSWERS = json.loads(pathlib.Path(sys.argv[1]).read_text())


def region_file(exercise):
    for file in sorted(pathlib.Path("modules").rglob("*.java")):
        if f"// BEGIN EXERCISE {exercise}\n" in file.read_text():
            return file
    raise LookupError(exercise)


def solve_all(kernel, module):
    for exercise in sorted(e for e in ANSWERS if e.startswith(module)):
        reply = kernel.run(f"%%exercise {exercise}\n{ANSWERS[exercise]}")
        expect(not reply.error and "does not compile" not in reply.text, reply)


VALUE = "import tapeline.scalar.*;\nvar t = new Tape();\nvar x = t.variable(3);\n" \
    "var y = x.mul(x);\nt.backward(y);\nx.gradient()"


@check
def solving_in_cells_makes_later_cells_work_and_a_broken_one_leaves_them_working():
    with Kernel() as kernel:
        kernel.run("%module 01 mine")
        solve_all(kernel, "01")
        expect("6.0" in kernel.run(VALUE).text, kernel.run(VALUE))
        file = region_file("01.3")
        reply = kernel.run("%%exercise 01.3\nthis is not Java;")
        said = str(reply)
        expect("does not compile" in said and "saved" in said, reply)
        expect("this is not Java;" in file.read_text(), "the file was not saved")
        expect("6.0" in kernel.run(VALUE).text, "the class that worked is gone")
        reply = kernel.run(f"%%exercise 01.3\n{ANSWERS['01.3']}")
        expect("does not compile" not in str(reply), reply)
        reply = kernel.run("%grade 01.1")
        expect("passed" in reply.text and not reply.error, reply)


@check
def what_an_editor_saved_is_not_overwritten_and_can_be_pulled():
    with Kernel() as kernel:
        kernel.run("%module 01 mine")
        file = region_file("01.2")
        head, rest = file.read_text().split("// BEGIN EXERCISE 01.2\n")
        _, tail = rest.split("// END EXERCISE 01.2")
        mine = "    // written in an editor\n    throw new IllegalStateException();\n    "
        file.write_text(f"{head}// BEGIN EXERCISE 01.2\n{mine}// END EXERCISE 01.2{tail}")
        before = file.read_text()
        reply = kernel.run(f"%%exercise 01.2\n{ANSWERS['01.2']}")
        expect("%pull 01.2" in str(reply), reply)
        expect(file.read_text() == before, "the editor's version was overwritten")
        reply = kernel.run("%pull 01.2")
        expect(any(p.get("source") == "set_next_input" and "written in an editor" in p["text"]
                   for p in reply.payload), reply.payload)
        reply = kernel.run(f"%%exercise 01.2\n{ANSWERS['01.2']}")
        expect(ANSWERS["01.2"].strip().splitlines()[0].strip() in file.read_text(), reply)


@check
def a_kernel_that_follows_in_the_same_process_knows_nothing_of_the_one_before():
    os.environ["TAPELINE_KERNEL_AGAIN"] = "yes"
    try:
        with Kernel() as kernel:
            kernel.run("%module 01 reference\nimport tapeline.scalar.*;\nint kept = 7;")
            for port in ("shell", "iopub", "stdin", "hb", "control"):
                setattr(kernel.manager, f"{port}_port", 0)
            kernel.manager.cleanup_connection_file()
            kernel.manager.write_connection_file()
            kernel.client.shutdown(restart=True)
            kernel.client.stop_channels()
            kernel.client = kernel.manager.client()
            kernel.client.start_channels()
            kernel.client.wait_for_ready(timeout=PATIENCE)
            expect(kernel.ticks() > 0, "the process has ended")
            for code in ("kept", "new Tape()"):
                reply = kernel.run(code)
                expect("cannot find symbol" in str(reply), reply)
            reply = kernel.run("%module 01 reference\nint kept = 8;\nkept")
            expect("8" in str(reply), reply)
    finally:
        del os.environ["TAPELINE_KERNEL_AGAIN"]


@check
def a_kernel_under_another_jdk_says_what_it_needs():
    java = next((f"{home}/bin/java" for home in sorted(pathlib.Path("/usr/lib/jvm").glob("*17*"))
                 if os.access(f"{home}/bin/java", os.X_OK)), None)
    if not java:
        return "there is no JDK 17 below /usr/lib/jvm"
    argv = get_kernel_spec("java").argv
    path = argv[argv.index("-classpath") + 1]
    run = subprocess.run([java, "-cp", path, "tapeline.start.Start", "none.json"],
                         capture_output=True, text=True, timeout=PATIENCE)
    said = (run.stdout + run.stderr).strip()
    expect(run.returncode != 0 and "25" in said and "17" in said, said)
    expect(len(said.splitlines()) == 1, said)


for test in CHECKS:
    problem, skipped = None, None
    try:
        skipped = test()
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    name = "kernel: " + test.__name__.replace("_", " ")
    print(json.dumps({"name": name, "problem": problem, "skipped": skipped}), flush=True)
for kernel in SAME:
    kernel.__exit__()
