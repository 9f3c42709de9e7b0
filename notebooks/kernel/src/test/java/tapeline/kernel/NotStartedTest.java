package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// CellSession that come upon an exercise that is not done: that is no error.
class NotStartedTest {
  @AutoClose private static final TestNotebook notebook = new TestNotebook();
  private static final String TODO =
      """
      Optional.of(1).map(v -> {
        if (v == 1) throw new tapeline.toolkit.Todo("01.4", "record");
        return v;
      }).get()\
      """;

  @Test
  void the_cell_says_which_exercise_and_its_names_wait() {
    assertThat(notebook.run("int y = " + TODO + ";\nint z = y; int last = 1;"))
        .hasToString(
            "not started: 01.4 (record). Write it in the cell that begins %%exercise 01.4;"
                + " %hint 01.4 helps.");
    assertThat(notebook.run("y + 1"))
        .asString()
        .startsWith("not started: y waits for 01.4 (record).");
    assertThat(notebook.run("int w = z + 1;")).asString().startsWith("not started: z waits for");
    assertThat(notebook.run("w")).asString().startsWith("not started: w waits for 01.4");
    assertThat(notebook.run("last")).asString().startsWith("not started: last waits for 01.4");
  }

  @Test
  void a_var_whose_type_rests_on_a_waiting_name_waits_too() {
    notebook.run("var g = " + TODO + ";");

    assertThat(notebook.run("var h = g + 1;\nvar i = h + 1;\ni"))
        .asString()
        .startsWith("not started: g waits for 01.4");

    assertThat(notebook.run("h + 1")).asString().startsWith("not started: h waits for 01.4");
    assertThat(notebook.run("i + 1")).asString().startsWith("not started: i waits for 01.4");
  }

  @Test
  void it_is_shown_as_text_and_as_html() {
    assertThat(notebook.shown(TODO, MIMEType.TEXT_HTML))
        .asString()
        .contains("<code>%%exercise 01.4</code>")
        .contains("<b>01.4</b> (record)");
  }

  @Test
  void an_exercise_may_be_the_cause_of_what_is_thrown() {
    assertThat(
            notebook.run(
                "CompletableFuture.supplyAsync(() -> { if (true) throw new"
                    + " tapeline.toolkit.Todo(\"02.1\", \"step\"); return 1; }).join()"))
        .asString()
        .startsWith("not started: 02.1 (step).");
  }

  @Test
  void a_name_that_is_set_waits_no_more() {
    notebook.run("int a = " + TODO + ";");

    notebook.run("int a = 5;");

    assertThat(notebook.run("a")).isEqualTo(5);
    assertThat(notebook.error("a(1)")).as("another a").contains("cannot find symbol");
  }

  @Test
  void a_value_from_before_is_not_used() {
    notebook.run("int b = 5;");

    notebook.run("int b = " + TODO + ";");

    assertThat(notebook.run("b")).asString().startsWith("not started: b waits");
  }

  @Test
  void a_method_that_uses_a_waiting_name_waits_when_it_is_called() {
    notebook.run("int c = " + TODO + ";");

    assertThat(notebook.printed("int plus(int n) { return c + n; }")).isEmpty();

    assertThat(notebook.run("plus(1)")).asString().startsWith("not started: c waits for 01.4");
    assertThat(notebook.run("int c = 2;\nplus(1)")).isEqualTo(3);
  }

  @Test
  void what_is_just_wrong_stays_an_error() {
    notebook.run("int d = " + TODO + ";");

    assertThat(notebook.error("dd + 1")).contains("variable dd");
  }

  @Test
  void a_value_whose_text_waits_is_no_error() {
    notebook.run(
        "class Lazy { public String toString() { throw new tapeline.toolkit.Todo(\"03.1\", \"text\"); } }");

    assertThat(notebook.shown("new Lazy()", MIMEType.TEXT_PLAIN))
        .asString()
        .startsWith("not started: 03.1 (text");
  }
}
