package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A class that is edited while cells use it.
class ReplaceTest {
  @TempDir Path folder;

  @AutoClose private final TestNotebook notebook = new TestNotebook();
  private int versions;

  @BeforeEach
  void first() throws IOException {
    show("public int value() { return 1; }");
    notebook.run("import lesson.*;");
  }

  @Test
  void cells_see_a_body_that_changed_and_keep_their_objects() throws IOException {
    notebook.run("var box = new Box(); int plain = 7;");
    assertThat(notebook.run("box.value()")).isEqualTo(1);

    assertThat(show("public int value() { return 2; }")).isEmpty();

    assertThat(notebook.run("box.value()")).isEqualTo(2);
    assertThat(notebook.run("plain")).isEqualTo(7);
  }

  @Test
  void cells_see_a_method_that_is_new() throws IOException {
    notebook.run("new Box().value()");

    show("public int value() { return 3; } public int twice() { return 2 * value(); }");

    assertThat(notebook.run("new Box().twice()")).isEqualTo(6);
  }

  @Test
  void overloads_are_replaced_when_their_cells_are_run_again() throws IOException {
    var cells =
        List.of(
            "int f(double[] a) { return a.length; }\nint f(Box b, Box[] a) { return b.value(); }",
            "f(new double[3]) + f(new Box(), new Box[0])");
    for (int value = 2; value < 5; value++) {
      notebook.run(cells.getFirst());
      assertThat(notebook.run(cells.getLast())).isEqualTo(2 + value);
      int next = value;
      show("public int value() { return " + next + "; } public int more" + next + ";");
      notebook.run("import lesson.*;");
    }
  }

  @Test
  void a_method_that_is_gone_is_gone_for_the_compiler_too() throws IOException {
    notebook.run("int old() { return new Box().value(); }\nold()");

    show("public int other() { return 3; }");

    assertThat(notebook.error("new Box().value()")).contains("method value()");
    assertThat(notebook.error("old()")).contains("run the cell again that declares this");
  }

  @Test
  void the_compiler_sees_a_new_method_and_a_new_constant_behind_bodies_that_changed()
      throws IOException {
    show("public static final int SIZE = 1; public int value() { return 2; }");
    show("public static final int SIZE = 1; public int value() { return 3; }");
    assertThat(notebook.run("Box.SIZE + new Box().value()")).isEqualTo(4);

    show("public static final int SIZE = 5; public int value() { return 3; }");
    assertThat(notebook.run("Box.SIZE")).isEqualTo(5);

    show("public static final int SIZE = 5; public int more() { return 6; }");
    assertThat(notebook.run("new Box().more()")).isEqualTo(6);
  }

  @Test
  void a_value_that_was_computed_when_the_class_was_loaded_is_computed_again() throws IOException {
    show("public static final int SIZE = Integer.parseInt(\"1\");");
    assertThat(notebook.run("Box.SIZE")).isEqualTo(1);

    show("public static final int SIZE = Integer.parseInt(\"2\");");

    assertThat(notebook.run("Box.SIZE")).isEqualTo(2);
  }

  @Test
  void a_class_with_computed_static_fields_gets_a_new_body_before_and_after_it_is_initialised()
      throws IOException {
    var fields =
        """
        private static final java.util.regex.Pattern P = java.util.regex.Pattern.compile("x+");
        private static final double[] T = {1.5, 2};
        """;
    show(fields + "public double value() { return 1; }");
    notebook.run("Box.class");

    show(fields + "public double value() { return P.matcher(\"xx\").matches() ? T[0] : 3; }");
    assertThat(notebook.run("new Box().value()")).isEqualTo(1.5);

    show(fields + "public double value() { return T[0] + T[1]; }");
    assertThat(notebook.run("new Box().value()")).isEqualTo(3.5);
  }

  @Test
  void a_class_that_a_new_body_is_the_first_to_load_is_as_new_as_that_body() throws IOException {
    show(
        "public int value() { return take(null); } int take(Lid lid) { return 1; } }"
            + "class Lid {} class Cap extends Lid {} class Rim {");
    notebook.run("var box = new Box(); box.value()");

    var lost =
        show(
            """
              public int value() { return take(new Cap()); } int take(Lid lid) { return Rim.LENGTH; }
            }
            class Lid {
              static final java.util.regex.Pattern P = java.util.regex.Pattern.compile("xx");
            }
            class Cap extends Lid {}
            class Rim {
              static final int LENGTH = Lid.P.pattern().length();
            """);

    assertThat(lost).isEmpty();
    assertThat(notebook.run("box.value()")).isEqualTo(2);
  }

  @Test
  void a_class_whose_initialiser_failed_is_initialised_again_when_it_is_mended()
      throws IOException {
    show(
        "static final int[] T = table(); public static int[] table() { throw new Error(\"no table\"); }");
    assertThat(notebook.error("new Box()")).contains("no table");

    show("static final int[] T = table(); public static int[] table() { return new int[] {4}; }");
    assertThat(notebook.run("Box.table()[0]")).isEqualTo(4);
  }

  @Test
  void a_class_whose_initialiser_failed_in_another_is_initialised_again_when_that_is_mended()
      throws IOException {
    var lid =
        """
          public static int length() { return Lid.T.length; }
        }
        class Lid {
          static final int[] T = new int[Box.size()];
        """;
    show("static int size() { throw new IllegalStateException(\"no size\"); }" + lid);
    assertThat(notebook.error("Box.length()")).contains("no size");

    show("static int size() { return 4; }" + lid);
    assertThat(notebook.run("Box.length()")).isEqualTo(4);
  }

  @Test
  void a_class_whose_initialiser_failed_while_a_value_was_shown_is_initialised_again()
      throws IOException {
    var lid =
        """
          public String toString() { return "" + Lid.T.length; }
        }
        class Lid {
          static final int[] T = new int[Box.size()];
        """;
    show("static int size() { throw new IllegalStateException(\"no size\"); }" + lid);
    assertThatThrownBy(() -> notebook.kernel.eval("new Box()"))
        .hasMessageContaining("cannot be shown");

    show("static int size() { return 4; }" + lid);
    assertThat(notebook.shown("new Box()", MIMEType.TEXT_PLAIN)).isEqualTo("4");
  }

  @Test
  void what_a_static_initialiser_calls_in_its_class_is_run_again_when_it_changes()
      throws IOException {
    var box = "public static final int[] T = table(); static int[] table() { return new int[] ";
    show(box + "{of(4)}; } static int of(int x) { return x; }");
    assertThat(notebook.run("Box.T[0]")).isEqualTo(4);

    show(box + "{of(4)}; } static int of(int x) { return x + 1; }");
    assertThat(notebook.run("Box.T[0]")).isEqualTo(5);
  }

  @Test
  void static_state_stays_with_a_new_body_and_begins_again_with_a_new_initialiser()
      throws IOException {
    var kept = "public static int count = Integer.parseInt(\"1\"); static { count++; }";
    show(kept + "public static int value() { return count; }");
    notebook.run("Box.count = 7;");

    show(kept + "public static int value() { return -count; }");
    assertThat(notebook.run("Box.value()")).isEqualTo(-7);

    show(kept + "static { count++; } public static int value() { return count; }");
    assertThat(notebook.run("Box.value()")).isEqualTo(3);
  }

  @Test
  void statics_of_nested_enums_records_and_interfaces_are_as_the_source_has_them()
      throws IOException {
    var nested =
        """
        enum Op { %s; final int size; Op(int size) { this.size = size %s; } }
        record Pair(int a) { static final int[] T = {%d}; }
        interface Sized { int[] S = {%d}; }
        public static String value() {
          return java.util.Arrays.toString(Op.values()) + Op.ADD.size + Pair.T[0] + Sized.S[0];
        }
        """;
    show(nested.formatted("ADD(1), MUL(2)", "", 1, 1));
    assertThat(notebook.run("Box.value()")).isEqualTo("[ADD, MUL]111");

    show(nested.formatted("MUL(2), ADD(1), SUB(3)", "", 1, 1));
    assertThat(notebook.run("Box.value()")).isEqualTo("[MUL, ADD, SUB]111");
    show(nested.formatted("MUL(2), ADD(1), SUB(3)", "+ 4", 1, 1));
    assertThat(notebook.run("Box.value()")).isEqualTo("[MUL, ADD, SUB]511");
    show(nested.formatted("MUL(2), ADD(1), SUB(3)", "+ 4", 2, 3));
    assertThat(notebook.run("Box.value()")).isEqualTo("[MUL, ADD, SUB]523");
  }

  @Test
  void variables_of_a_type_that_is_another_now_are_named_and_others_stay() throws IOException {
    notebook.run(
        """
        var box = new Box(); Object hidden = new Box(); var list = List.of(new Box());
        var map = Map.of("key", new Object[] {Optional.of(new Box())}); Box[] none = {}; Box unset;
        """);
    notebook.run(
        """
        int plain = 7; String text = "kept"; var numbers = List.of(1, 2);
        int doubled(int x) { return 2 * x; }
        """);

    assertThat(show("public int value() { return 3; } public int more;"))
        .containsExactlyInAnyOrder("box", "hidden", "list", "map", "none");

    assertThat(notebook.run("plain + doubled(1) + text + numbers")).isEqualTo("9kept[1, 2]");
    assertThat(notebook.run("new Box().value()")).isEqualTo(3);
    assertThat(notebook.run("unset")).isNull();
  }

  @Test
  void a_lost_variable_says_what_to_do_and_is_well_when_that_is_done() throws IOException {
    notebook.run("var box = new Box(); int inside() { return box.value(); }");

    show("public int value() { return 3; } public int more;");

    assertThat(notebook.failure("box.value()"))
        .hasMessage(
            "box lost its value when a class of the course changed: run the cell that sets it again");
    assertThat(notebook.failure("inside()").kind()).isEqualTo("Lost");
    assertThat(notebook.run("var box = new Box(); inside()")).isEqualTo(3);
  }

  @Test
  void a_collection_without_end_is_looked_into_for_a_while() throws IOException {
    notebook.run("var box = new Box();\nvar all = Collections.nCopies(Integer.MAX_VALUE, 0);");

    assertThat(show("public int more;")).containsExactly("box");

    assertThat(notebook.run("all.size()")).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void a_variable_that_was_declared_twice_keeps_its_last_value() throws IOException {
    notebook.run("int twice = 1;");
    notebook.run("var twice = new Box();");
    notebook.run("String twice = \"last\";");

    assertThat(show("public int more;")).isEmpty();

    assertThat(notebook.run("twice")).isEqualTo("last");
  }

  @Test
  void a_new_class_beside_one_that_is_in_use_costs_no_value() throws IOException {
    notebook.run("var box = new Box(); box.value()");

    assertThat(
            show("public int value() { return 1; } } class Lid { static int size() { return 4; }"))
        .isEmpty();

    assertThat(notebook.run("box.value()")).isEqualTo(1);
  }

  @Test
  void what_happens_to_the_folder_later_changes_nothing() throws IOException {
    show("public int value() { return 5; }");
    try (var files = Files.walk(folder)) {
      for (var file : files.toList().reversed()) {
        Files.delete(file);
      }
    }

    assertThat(notebook.run("new Box().value()")).isEqualTo(5);

    Files.createDirectory(folder); // for JUnit
  }

  @Test
  void a_class_reads_a_file_again_that_has_changed() throws IOException {
    var reader =
        """
        public class Teller {
          public static final String TEXT = read();
          static String read() {
            try (var in = Teller.class.getResourceAsStream("/cuda/kernel.cu")) {
              return new String(in.readAllBytes());
            } catch (java.io.IOException e) {
              return e.toString();
            }
          }
        }
        """;
    for (var text : List.of("one", "two")) {
      var classes = folder.resolve(text);
      Files.createDirectories(classes.resolve("cuda"));
      Files.writeString(classes.resolve("cuda/kernel.cu"), text);
      notebook.show(classes, reader);
      assertThat(notebook.run("Teller.TEXT")).as("its class is the same").isEqualTo(text);
    }
  }

  @Test
  void of_two_folders_with_one_class_the_first_wins() throws IOException {
    var first = Files.createDirectory(folder.resolve("first"));
    var second = Files.createDirectory(folder.resolve("second"));
    TestNotebook.compile(first, "public class Box { public int value() { return 10; } }");
    TestNotebook.compile(second, "public class Box { public int value() { return 20; } }");

    notebook.kernel.showClasses(List.of(first, second));

    assertThat(notebook.run("new Box().value()")).isEqualTo(10);
  }

  @Test
  void a_library_keeps_its_values() throws IOException {
    var library = Files.createDirectory(folder.resolve("with blank"));
    TestNotebook.compile(library, "public class Jar { public int size = 6; }");
    notebook.run("%classpath \"" + library + "\"\nvar jar = new lesson.Jar();");

    assertThat(show("public int more;")).isEmpty();

    assertThat(notebook.run("jar.size")).isEqualTo(6);
  }

  /// Compiles a class Box with these members, and shows it; the variables that were lost.
  private List<String> show(String members) throws IOException {
    var classes = folder.resolve("classes" + versions++); // another folder each time
    Files.createDirectory(classes);
    return notebook.show(classes, "public class Box { " + members + " }");
  }
}
