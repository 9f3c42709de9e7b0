package tapeline.grader.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.grader.generate.TestCourse.NOTEBOOK;
import static tapeline.grader.generate.TestCourse.SOLUTION;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotebookTest {
  /// A notebook as Jupyter writes it; `%s` is the source of the exercise's cell.
  private static final String FORM =
      """
      {
       "cells": [
        {
         "cell_type": "markdown",
         "id": "a1",
         "metadata": {},
         "source": [
          "%%%%exercise 03.9 is what a cell may begin with"
         ]
        },
        {
         "cell_type": "code",
         "execution_count": null,
         "id": "b2",
         "metadata": {
          "zoom": 1.50,
          "source": "not this"
         },
         "outputs": [
          {
           "data": {
            "source": [
             "nor this"
            ],
            "text/plain": "é \\u00e9 1e-05"
           }
          }
         ],
         "source": %s
        }
       ],
       "metadata": {
        "kernelspec": {
         "name": "java"
        }
       },
       "nbformat": 4,
       "nbformat_minor": 5
      }
      """;

  private static final String EMPTY_CELL = "\"%%exercise 03.2\"";
  private static final String STUB_CELL =
      """
      [
          "%%exercise 03.2\\n",
          "    // TODO 03.2 — 1 line. Which way?\\n",
          "    throw new Todo(\\"03.2\\", \\"backward\\");"
         ]\
      """;

  @TempDir Path folder;
  TestCourse on;

  @BeforeEach
  void course() {
    on = TestCourse.in(folder);
    on.write(NOTEBOOK, FORM.formatted(EMPTY_CELL));
  }

  private Generated write() {
    return Generate.write(on.course());
  }

  @Test
  void an_empty_cell_gets_the_stub_and_every_other_byte_stays() {
    assertThat(write().lines()).contains("written: " + NOTEBOOK);
    assertThat(on.text(NOTEBOOK)).isEqualTo(FORM.formatted(STUB_CELL));
    assertThat(write().isUpToDate()).isTrue();
  }

  @Test
  void a_cell_with_another_text_gets_the_stub() {
    write();
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    write();
    assertThat(on.text(NOTEBOOK))
        .isEqualTo(FORM.formatted(STUB_CELL.replace("Which way?", "Forward or back?")));
  }

  @Test
  void a_check_names_the_notebook_and_writes_nothing() {
    var before = on.everything();
    assertThat(Generate.check(on.course()).lines()).contains("out of date: " + NOTEBOOK);
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void line_ends_of_windows_are_no_difference_and_stay() {
    write();
    on.edit(NOTEBOOK, "\n", "\r\n");
    assertThat(write().isUpToDate()).isTrue();
    on.edit(NOTEBOOK, "Which way?\\n", "Which way?\\r\\n");
    assertThat(write().lines()).noneMatch(line -> line.contains(NOTEBOOK));
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    write();
    assertThat(on.text(NOTEBOOK))
        .isEqualTo(
            FORM.formatted(STUB_CELL.replace("Which way?", "Forward or back?"))
                .replace("\n", "\r\n"));
  }

  @Test
  void only_notebooks_of_the_course_are_read() {
    on.write("notebooks/kernel/demo.ipynb", FORM.formatted("\"%%exercise 09.9\""));
    on.write("notebooks/.ipynb_checkpoints/x.ipynb", "no JSON");
    assertThat(write().lines()).noneMatch(l -> l.contains("demo") || l.contains("checkpoints"));
  }

  @Test
  void an_unknown_exercise_is_named_with_its_cell() {
    on.write(NOTEBOOK, FORM.formatted("\"%%exercise 03.7\""));
    assertThatThrownBy(this::write)
        .hasMessage(
            NOTEBOOK + ": cell 2: module 03-tape-reuse has no exercise 03.7; it has [03.1, 03.2]");
    on.write(NOTEBOOK, FORM.formatted("\"%%exercise\""));
    assertThatThrownBy(this::write)
        .hasMessage(
            NOTEBOOK
                + ": cell 2: an exercise's cell begins %%exercise 03.2, got "
                + "\"%%exercise\"");
  }

  @Test
  void a_notebook_that_is_no_json_is_named_with_its_line() {
    on.write(NOTEBOOK, "{\n \"cells\": [\n  oops\n ]\n}\n");
    assertThatThrownBy(this::write).hasMessageStartingWith(NOTEBOOK + ":3: a notebook is JSON");
  }

  @Test
  void a_notebook_in_one_line_keeps_its_other_cells() {
    var text =
        "{\"cells\":[{\"source\":[\"%%exercise 03.1\\n\",\"a\"],\"cell_type\":\"code\"},"
            + "{\"cell_type\":\"code\",\"source\":\"x\"}]}";
    var changed = Notebook.parse("n", text).with(Map.of(1, "one(\"\\t\");\n"));
    var cells = Notebook.parse("n", changed).cells();
    assertThat(cells)
        .extracting(Notebook.Cell::source)
        .containsExactly("%%exercise 03.1\none(\"\\t\");", "x");
  }
}
