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
  /// As Jupyter writes it; `%s` is the source of the exercise's cell.
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
    assertThat(write().lines()).contains("written: " + NOTEBOOK + "#03.2");
    assertThat(on.text(NOTEBOOK)).isEqualTo(FORM.formatted(STUB_CELL));
    assertThat(on.text("modules/.generated.sha256"))
        .containsPattern("[0-9a-f]{64}  " + NOTEBOOK + "#03\\.2\n");
    assertThat(write().changes()).isEmpty();
  }

  @Test
  void a_cell_that_is_still_the_old_stub_gets_the_new_one() {
    write();
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    write();
    assertThat(on.text(NOTEBOOK))
        .isEqualTo(FORM.formatted(STUB_CELL.replace("Which way?", "Forward or back?")));
  }

  @Test
  void an_edited_cell_is_kept() {
    write();
    on.edit(NOTEBOOK, "throw new Todo(\\\"03.2\\\", \\\"backward\\\");", "mine();");
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    var mine = on.text(NOTEBOOK);
    for (int again = 0; again < 2; again++) {
      assertThat(write().lines()).contains("kept (edited): " + NOTEBOOK + "#03.2");
      assertThat(on.text(NOTEBOOK)).isEqualTo(mine);
    }
  }

  @Test
  void the_whole_notebook_is_recorded_as_it_is_given_whatever_a_learner_writes_into_it() {
    write();
    var given = GeneratedHashes.sha256(on.text(NOTEBOOK)) + "  " + NOTEBOOK + "\n";
    assertThat(on.text("modules/.generated.sha256")).contains(given);
    on.edit(NOTEBOOK, "throw new Todo(\\\"03.2\\\", \\\"backward\\\");", "mine();");
    write();
    assertThat(on.text("modules/.generated.sha256")).contains(given);
  }

  @Test
  void a_text_changed_in_a_notebook_is_a_difference_until_it_is_recorded() {
    write();
    on.edit(NOTEBOOK, "is what a cell may", "is how a cell may");
    assertThat(Generate.check(on.course()).lines())
        .contains("out of date: modules/.generated.sha256");
    write();
    assertThat(Generate.check(on.course()).isUpToDate()).isTrue();
  }

  @Test
  void a_cell_filled_before_any_generation_is_kept() {
    on.write(NOTEBOOK, FORM.formatted("[\"%%exercise 03.2\\n\", \"mine();\"]"));
    assertThat(write().lines()).contains("kept (edited): " + NOTEBOOK + "#03.2");
  }

  @Test
  void a_check_names_the_cell_and_writes_nothing() {
    var before = on.everything();
    assertThat(Generate.check(on.course()).lines()).contains("out of date: " + NOTEBOOK + "#03.2");
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void line_ends_of_windows_are_no_edit_and_stay() {
    write();
    on.edit(NOTEBOOK, "\n", "\r\n");
    assertThat(write().changes()).isEmpty();
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
  void a_cell_that_is_gone_leaves_the_manifest() {
    write();
    on.delete(NOTEBOOK);
    write();
    assertThat(on.text("modules/.generated.sha256")).doesNotContain("notebooks");
  }

  @Test
  void a_notebook_is_never_removed_as_left_over() {
    write();
    var hash = GeneratedHashes.sha256(on.text(NOTEBOOK));
    on.write("modules/.generated.sha256", hash + "  " + NOTEBOOK + "\n");
    write();
    assertThat(on.has(NOTEBOOK)).isTrue();
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
