#!/usr/bin/python3
"""Jupyter's own test of kernels, jupyter_kernel_test, on this one; a line of JSON for each check."""
import json
import unittest

import jupyter_kernel_test


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
