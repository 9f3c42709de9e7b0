package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What cells give, and what students read when one fails.
class CellsTest {
  /// One for all tests: it takes a second to start, and what one test declares another ignores.
  private static final Cells cells = new Cells();

  @AfterAll
  static void close() {
    cells.close();
  }

  @Test
  void a_cell_gives_the_value_of_its_last_expression() {
    assertThat(cells.eval("int x = 3;\nint y = 4;\nx * y")).isEqualTo(12);
    assertThat(cells.eval("x + 1")).isEqualTo(4);
  }

  @Test
  void a_cell_without_an_expression_gives_nothing() {
    assertThat(cells.eval("int x = 3;")).isNull();
    assertThat(cells.eval("")).isNull();
    assertThat(cells.eval("// a comment")).isNull();
    assertThat(cells.eval("Math.abs(-3);")).as("a statement").isNull();
  }

  @Test
  void vectors_may_be_used_in_cells() {
    assertThat(cells.eval("jdk.incubator.vector.FloatVector.SPECIES_PREFERRED.length() > 0"))
        .isEqualTo(true);
  }

  @Test
  void a_compile_error_shows_the_line_of_the_cell() {
    var error = failure("int a = 1;\n\nint b = a +\n   zz;");

    assertThat(error.kind()).isEqualTo("CompileError");
    assertThat(text(error))
        .contains("line 4 |    zz;")
        .contains("\n            ^^\n")
        .contains("cannot find symbol")
        .contains("variable zz");
  }

  @Test
  void what_a_cell_throws_is_shown_with_its_own_lines() {
    var error = failure("int f(int a) {\n  return a / 0;\n}\nint g() {\n  return f(1);\n}\n\ng()");

    assertThat(error.kind()).isEqualTo("ArithmeticException");
    assertThat(text(error))
        .startsWith("ArithmeticException: / by zero")
        .containsSubsequence(
            "at line 2 in f: return a / 0;", "at line 5 in g: return f(1);", "at line 8: g()")
        .doesNotContain("REPL")
        .doesNotContain("jdk.");
  }

  @Test
  void causes_are_shown_too() {
    var error =
        failure("throw new RuntimeException(\"outer\", new IllegalStateException(\"inner\"));");

    assertThat(text(error))
        .contains("RuntimeException: outer")
        .contains("caused by IllegalStateException: inner");
  }

  @Test
  void names_of_jshells_own_classes_are_left_out() {
    var error = failure("String s = null;\ns.length()");

    assertThat(error.getMessage())
        .isEqualTo("Cannot invoke \"String.length()\" because \"s\" is null");
  }

  @Test
  void a_missing_module_says_how_to_get_it() {
    assertThat(text(failure("import tapeline.nothing.*;")))
        .contains("%module 01 makes a module's classes visible");
  }

  @Test
  void an_unfinished_cell_is_told_apart_from_a_wrong_one() {
    assertThat(failure("if (true) {").kind()).isEqualTo("IncompleteCell");
    assertThat(failure("int = 3;").kind()).isEqualTo("CompileError");
  }

  @Test
  void a_todo_is_no_error_and_its_names_wait() {
    var first = cells.eval("int y = todo(\"01.4\");\nint z = y;".replace("todo(\"01.4\")", TODO));

    assertThat(first)
        .hasToString(
            "not started: 01.4 record. Write it in the cell that begins %%exercise 01.4;"
                + " %hint 01.4 helps.");
    assertThat(cells.eval("y + 1").toString()).startsWith("not started: y waits for 01.4 record.");
    assertThat(cells.eval("int w = z + 1;").toString()).startsWith("not started: z waits for");
    assertThat(cells.eval("w").toString()).startsWith("not started: w waits for 01.4");
  }

  @Test
  void a_name_that_is_set_waits_no_more() {
    cells.eval("int y = " + TODO + ";");

    cells.eval("int y = 5;");

    assertThat(cells.eval("y")).isEqualTo(5);
  }

  @Test
  void a_value_from_before_a_todo_is_not_used() {
    cells.eval("int y = 5;");

    cells.eval("int y = " + TODO + ";");

    assertThat(cells.eval("y").toString()).startsWith("not started: y waits");
  }

  @Test
  void System_exit_is_refused() {
    assertThat(failure("System.exit(3);").getMessage())
        .isEqualTo("System.exit(3) would end the notebook's kernel; nothing was ended");
    assertThat(failure("Runtime.getRuntime().halt(4);").getMessage()).contains("System.exit(4)");
  }

  @Test
  void a_cell_of_60_kilobytes_runs() {
    var lines = "  // a line of a long method\n".repeat(60_000 / 28);

    assertThat(cells.eval("int f() {\n" + lines + "  return 7;\n}\nf()")).isEqualTo(7);
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void what_runs_for_ever_is_stopped_and_the_next_cell_runs() throws Exception {
    for (var cell :
        new String[] {
          "while (true) {}",
          "for (int i = 0; i < 10; ) {}",
          "do {} while (1 < 2);",
          "while (true) { try { Math.abs(1); } catch (Throwable t) {} if (1 > 2) break; }",
          "Thread.sleep(600_000);",
          "new java.util.concurrent.LinkedBlockingQueue<String>().take();",
          "void turn() { while (true) {} }\nturn();",
          "var t = new Thread(() -> { while (true) {} }); t.start(); t.join();",
        }) {
      assertThat(interrupted(cell)).as(cell).isEqualTo("Interrupted");
      assertThat(cells.eval("1 + 1")).as("the cell after " + cell).isEqualTo(2);
    }
  }

  /// What a cell fails with that is interrupted after a while.
  private String interrupted(String cell) throws Exception {
    var stopper =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              while (true) {
                try {
                  TimeUnit.MILLISECONDS.sleep(300);
                } catch (InterruptedException _) {
                  return;
                }
                cells.interrupt();
              }
            });
    try {
      return failure(cell).kind();
    } finally {
      stopper.interrupt();
      stopper.join();
    }
  }

  private static final String TODO =
      "java.util.Optional.of(1).map(v -> { if (v == 1) throw new tapeline.toolkit.Todo(\"01.4\","
          + " \"record\"); return v; }).get()";

  private CellException failure(String cell) {
    return catchThrowableOfType(CellException.class, () -> cells.eval(cell));
  }

  private static String text(CellException error) {
    return String.join("\n", error.lines()).replaceAll("\u001B\\[\\d+m", "");
  }
}
