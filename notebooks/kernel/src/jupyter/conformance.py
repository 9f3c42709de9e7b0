#!/usr/bin/python3
"""Jupyter's own test of kernels, jupyter_kernel_test, on this one; a line of JSON for each check."""
import json
import unittest

import jupyter_kernel_test
from jupyter_kernel_test import validate_message

PATIENCE = 60  # seconds for each message: a kernel on a busy machine may have no processor
jupyter_kernel_test.TIMEOUT = PATIENCE


class JavaKernelTest(jupyter_kernel_test.KernelTests):
    kernel_name = "java"
    language_name = "java"
    file_extension = ".jshell"
    code_hello_world = 'System.out.println("hello, world");'
    code_stderr = 'System.err.println("an error");'
    code_generate_error = "throw new IllegalStateException();"
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": '"ab" + "cd"', "result": "abcd"},
        {"code": "6 * 7", "result": "42"},
        {"code": "Math.max(1, 2)", "result": "2"},
    ]
    code_display_data = [
        {"code": 'display("<b>1</b>", "text/html");', "mime": "text/html"},
    ]
    completion_samples = [{"text": "Math.hypo", "matches": {"hypot("}}]
    complete_code_samples = ["1 + 1", "int a = 1;"]
    incomplete_code_samples = ["for (;;) {", "int a ="]
    invalid_code_samples = [") 1"]
    code_inspect_sample = "Math.hypot"
    code_history_pattern = "6 *"
    supported_history_operations = ("tail", "range", "search")

    def published(self, request):
        """The messages that the kernel publishes for a request, up to its end."""
        while True:
            message = self.kc.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == request:
                validate_message(message, message["msg_type"], request)
                yield message
                if message["content"].get("execution_state") == "idle":
                    return

    def reply(self, request, kind):
        while True:
            message = self.kc.get_shell_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == request:
                validate_message(message, kind, request)
                return message

    def get_non_kernel_info_reply(self, timeout=None):
        return super().get_non_kernel_info_reply(PATIENCE)

    def flush_channels(self):
        """Reads all that is left: it comes before the answer to one more request."""
        request = self.kc.kernel_info()
        self.reply(request, "kernel_info_reply")
        list(self.published(request))

    def execute_helper(self, code, timeout=PATIENCE, **options):
        """A cell's reply, and what it publishes beside its state and its own text."""
        request = self.kc.execute(code, **options)
        reply = self.reply(request, "execute_reply")
        first, *messages, _ = self.published(request)
        self.assertEqual(first["content"].get("execution_state"), "busy")
        shown = []
        for message in messages:
            self.assertNotEqual(message["msg_type"], "status", message)
            if message["msg_type"] == "execute_input":
                self.assertEqual(message["content"]["code"], code)
            else:
                shown.append(message)
        return reply, shown


class Lines(unittest.TestResult):
    """Prints what became of each test, and of each part of one that failed."""

    def _line(self, test, problem=None, skipped=None):
        name = "jupyter_kernel_test: " + test.id().rsplit(".", 1)[-1].replace("_", " ")
        print(json.dumps({"name": name, "problem": problem, "skipped": skipped}), flush=True)

    def addSuccess(self, test):
        self._line(test)

    def addFailure(self, test, error):
        self._line(test, problem=self._exc_info_to_string(error, test))

    addError = addFailure

    def addSubTest(self, test, part, error):
        if error and not issubclass(error[0], unittest.SkipTest):
            self.addFailure(test, error)


suite = unittest.defaultTestLoader.loadTestsFromTestCase(JavaKernelTest)
suite.run(Lines())
