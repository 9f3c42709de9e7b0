package tapeline.kernel;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdk.jshell.VarSnippet;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.kernel.cell.CellException;

/// The values that cells give, and the message that learners read when one fails.
class CellSessionTest {
  /// One for all tests: it takes a second to start, and what one test declares another ignores.
  @AutoClose private static final TestNotebook notebook = new TestNotebook();

  @Test
  void a_value_that_was_shown_is_not_held() {
    notebook.run("var given = new ArrayList<java.lang.ref.WeakReference<Object>>();");
    notebook.run(
        "Object made() { var o = new float[9]; given.add(new java.lang.ref.WeakReference<>(o)); return o; }");
    assertThat(notebook.run("made()")).isNotNull();
    assertThat(notebook.run("1 + 1")).isEqualTo(2);
    System.gc();
    assertThat(notebook.run("given.getFirst().get()")).isNull();
  }

  @Test
  void a_cell_gives_the_value_of_its_last_expression() {
    assertThat(notebook.run("int x = 3;\nint y = 4;\nx * y")).isEqualTo(12);
    assertThat(notebook.run("x + 1")).isEqualTo(4);
  }

  @Test
  void a_value_of_a_long_text_is_cut() {
    assertThat(String.valueOf(notebook.shown("\"x\".repeat(100_000_000)", MIMEType.TEXT_PLAIN)))
        .hasSizeLessThan(2 << 20)
        .endsWith("the rest is cut\n");
  }

  @Test
  void a_cell_without_an_expression_gives_nothing() {
    assertThat(notebook.run("int x = 3;")).isNull();
    assertThat(notebook.run("")).isNull();
    assertThat(notebook.run("// a comment")).isNull();
    assertThat(notebook.run("Math.abs(-3);")).as("a statement").isNull();
  }

  @Test
  void values_of_expressions_are_no_variables() {
    assertThat(notebook.run("Math.abs(-3);\nMath.abs(-4)")).isEqualTo(4);
    notebook.error("Math.abs(1 / 0)");

    assertThat(notebook.kernel.cells().shell().variables())
        .extracting(VarSnippet::name)
        .noneMatch(name -> name.startsWith("$"));
  }

  @Test
  void vectors_may_be_used_in_cells() {
    assertThat(notebook.run("jdk.incubator.vector.FloatVector.SPECIES_PREFERRED.length() > 0"))
        .isEqualTo(true);
  }

  @Test
  void packages_of_everyday_use_are_imported() {
    assertThat(
            notebook.run(
                """
                Function<Integer, Path> file = n -> Path.of("f" + n);
                IntStream.range(0, 2).boxed().map(file).collect(Collectors.toList())
                """))
        .hasToString("[f0, f1]");
  }

  @Test
  void overloads_can_be_run_again_after_a_variable_that_both_name() {
    var first = "int many(int[] items) { return items.length; }";
    var second = "int many(String text, int[] items) { return items.length + text.length(); }";
    notebook.run("int items = 1;\n" + first + "\n" + second);
    notebook.run("int calls() { return many(\"ab\", new int[3]) + many(new int[4]); }");
    for (var items : List.of("\"text\"", "2.5")) {
      notebook.run("var items = " + items + ";");
      notebook.run(second);
      assertThat(notebook.run("many(\"ab\", new int[3])")).isEqualTo(5);
      assertThat(notebook.run("calls()")).isEqualTo(9);
    }
    assertThat(notebook.error("many(null, null)")).contains("line 1");
    assertThat(
            notebook.error("int many(String text, int[] items) { return none; }\nmany(\"\", null)"))
        .contains("none");
  }

  @Test
  void overloads_that_call_each_other_can_be_run_again_one_by_one() {
    var cells =
        List.of(
            "int area() { return 1; }",
            "int area(int width, int height) { return width * height * area(); }",
            "int area(int side) { return area(side, side); }");
    cells.forEach(notebook::run);
    for (var cell : cells) {
      notebook.run(cell);
      assertThat(notebook.run("area(3) + area(2, 2)")).as(cell).isEqualTo(13);
    }
    notebook.run("int area() { return 2; }");
    assertThat(notebook.run("area(3) + area(2, 2)")).isEqualTo(26);
  }

  @Test
  void a_method_may_have_a_name_that_stands_in_overloads() {
    notebook.run("int size(String s) { return s.length(); }");
    notebook.run("int size(int k, String s) { return k * s.trim().length() + size(s); }");
    notebook.run("int bare(String s) { return s.trim().length(); }");
    notebook.run("String trim(String s) { return s + s; }");
    assertThat(notebook.run("trim(\"ab\") + size(\"ab\") + size(3, \"ab \") + bare(\" a\")"))
        .isEqualTo("abab291");
  }

  @Test
  void a_modifier_may_stand_before_default() {
    assertThat(
            notebook.run(
                """
                interface Three { public default int b() { return 3; } }
                var three = new Three() {};
                String said = "public default"; // public default
                three.b() + said.length()
                """))
        .isEqualTo(17);
  }

  @Test
  void a_compile_error_shows_the_line_of_the_cell() {
    var cell = "int a = 1;\n\nint b = a +\n   zz;";

    assertThat(notebook.failure(cell).kind()).isEqualTo("CompileError");
    assertThat(notebook.error(cell))
        .contains("line 4 |    zz;\n            ^^\n")
        .contains("cannot find symbol")
        .contains("variable zz")
        .doesNotContain("location:");
  }

  @Test
  void lines_below_a_comment_and_a_command_are_counted_too() {
    assertThat(notebook.error("%time 1 + 1\n\n// why\nint b =\n   zz;"))
        .contains("line 5 |    zz;");
  }

  @Test
  void what_a_cell_throws_is_shown_with_its_own_lines() {
    var cell = "int f(int a) {\n  return a / 0;\n}\nint g() {\n  return f(1);\n}\n\ng()";

    assertThat(notebook.failure(cell).kind()).isEqualTo("ArithmeticException");
    assertThat(notebook.error(cell))
        .isEqualTo(
            """
            ArithmeticException: / by zero
               at line 2 in f: return a / 0;
               at line 5 in g: return f(1);
               at line 8: g()\
            """);
  }

  @Test
  void a_lambda_is_called_one() {
    assertThat(
            notebook.error(
                "Runnable r = () -> {\n  throw new IllegalStateException();\n};\nr.run();"))
        .contains(
            "at line 2 in a lambda: throw new IllegalStateException();\n   at line 4: r.run();");
  }

  @Test
  void of_an_endless_recursion_the_first_frames_are_shown() {
    var error = notebook.error("int deep(int n) { return 1 + deep(n + 1); }\ndeep(0)");

    assertThat(error).startsWith("StackOverflowError").containsPattern("and \\d+ more$");
    assertThat(error.lines().count()).isLessThan(20);
  }

  @Test
  void causes_are_shown_too() {
    assertThat(
            notebook.error(
                "throw new RuntimeException(\"outer\", new IllegalStateException(\"inner\"));"))
        .contains("RuntimeException: outer")
        .contains("caused by IllegalStateException: inner");
  }

  @Test
  void names_of_jshells_own_classes_are_left_out() {
    assertThat(notebook.failure("String s = null;\ns.length()").getMessage())
        .isEqualTo("Cannot invoke \"String.length()\" because \"s\" is null");
    assertThat(
            notebook
                .failure("record Pair(int a) {}\nObject o = new Pair(1);\n(String) o")
                .getMessage())
        .startsWith("class Pair cannot be cast");
  }

  @Test
  void a_missing_module_says_how_to_get_it() {
    assertThat(notebook.error("import tapeline.nothing.*;"))
        .contains("%module 01 makes a module's classes visible");
  }

  @Test
  void an_unfinished_cell_is_told_apart_from_a_wrong_one() {
    assertThat(notebook.error("int a = 1;\nif (true) {")).contains("line 2 | if (true) {");
    assertThat(notebook.failure("if (true) {").kind()).isEqualTo("IncompleteCell");
    assertThat(notebook.failure("int = 3;").kind()).isEqualTo("CompileError");
  }

  @Test
  void a_method_that_lacks_something_says_so_when_it_is_declared_and_when_it_is_called() {
    assertThat(notebook.printed("int later() { return notThereYet; }"))
        .isEqualTo("later can be used once there is: variable notThereYet\n");
    assertThat(notebook.error("later()")).startsWith("not declared: variable notThereYet");
    assertThat(notebook.run("int notThereYet = 8;\nlater()")).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n", "enum", "class", "through another"})
  void what_a_later_cell_breaks_has_the_compilers_message(String what) {
    switch (what) {
      case "n" -> {
        notebook.run("int size = 7;\n\nint twice() { return 2 * size; }\ntwice()");
        notebook.run("String size = \"abc\";");
        assertThat(notebook.error("twice()"))
            .startsWith(
                """
                twice does not compile with what other cells declare:
                line 3 | int twice() { return 2 * size; }
                """)
            .contains("bad operand types for binary operator '*'", "at line 1: twice()");
      }
      case "enum" -> {
        notebook.run(
            "enum Day { MON } String say(Day d) { return switch (d) { case MON -> \"m\"; }; }");
        notebook.run("enum Day { MON, TUE }");
        assertThat(notebook.failure("say(Day.MON)"))
            .hasMessageContaining("say does not compile with what other cells declare");
        assertThat(notebook.error("say(Day.MON)"))
            .contains("the switch expression does not cover all possible input values");
      }
      case "class" -> {
        notebook.run("interface Figure { double area(); }");
        notebook.run("class Sq implements Figure { public double area() { return 4; } }");
        notebook.run("interface Figure { double area(); double edge(); }");
        assertThat(notebook.error("new Sq().area()"))
            .contains(
                "symbol:   class Sq",
                "Sq does not compile with what other cells declare:",
                "Sq is not abstract and does not override abstract method edge() in Figure");
      }
      default -> {
        notebook.run("interface Shape { int a(); }");
        notebook.run("class Tri implements Shape { public int a() { return 3; } }");
        notebook.run("int corners() { return new Tri().a(); }");
        notebook.run("interface Shape { int a(); int b(); }");
        assertThat(notebook.error("corners()")).contains("Tri is not abstract");
        assertThat(notebook.printed("class Wide extends Tri {}"))
            .startsWith("Wide can be used once there is: class Tri\n")
            .contains("Tri is not abstract");
      }
    }
  }

  @Test
  void what_follows_in_the_cell_is_not_said_to_be_missing() {
    assertThat(
            notebook.printed(
                """
                sealed interface Dog permits Collie, Poodle {}
                final class Collie implements Dog {}
                final class Poodle implements Dog {}
                int ping(int n) { return n == 0 ? 0 : pong(n - 1); }
                int pong(int n) { return n == 0 ? 1 : ping(n - 1); }
                """))
        .isEmpty();
    assertThat(notebook.run("ping(3) + (Dog.class.isSealed() ? 10 : 0)")).isEqualTo(11);
  }

  @Test
  void System_exit_is_refused() {
    assertThat(notebook.failure("System.exit(3);").getMessage())
        .isEqualTo("System.exit(3) would end the notebook's kernel; nothing was ended");
    assertThat(notebook.failure("Runtime.getRuntime().halt(4);").getMessage())
        .contains("System.exit(4)");
  }

  @Test
  void a_cell_of_60_kilobytes_runs() {
    var lines = new StringBuilder();
    while (lines.length() < 60_000) {
      lines.append("a line of a long cell\n");
    }
    var comments = lines.toString().lines().map(l -> "// " + l + "\n").collect(joining());

    assertThat(notebook.run(comments + "var all = \"\"\"\n" + lines + "\"\"\";\nall.length()"))
        .isEqualTo(lines.length());
  }

  @Test
  void a_value_whose_text_cannot_be_made_is_an_error_like_others() {
    notebook.run("class Bad { public String toString() { return \"\" + 1 / 0; } }");

    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                CellException.class, () -> notebook.kernel.eval("new Bad()")))
        .hasMessageContaining("The value cannot be shown")
        .hasMessageContaining("/ by zero");
  }
}
