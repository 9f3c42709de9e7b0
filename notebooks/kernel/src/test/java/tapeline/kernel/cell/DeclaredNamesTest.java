package tapeline.kernel.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The names by which a cell that waits for an exercise is known.
class DeclaredNamesTest {
  @Test
  void variables_methods_and_types_have_names_and_statements_none() {
    var snippets =
        List.of(
            "import java.util.*;",
            "var unknown = missing + 1;",
            "int a = 1, b[];",
            "public static int c; // kept",
            "for (int i = 0; i < 2; i++) { int inner = i; }",
            "{ double loss = 3; }",
            "// on its own\n{ int alone = 1; { int deeper = 2; } }",
            "String twice(String s) { var t = s; return s + t; }",
            "sealed interface Shape permits Square {}",
            "record Square(int side) implements Shape { int area() { return side; } }",
            "a = 2;",
            "twice(\"x\")",
            "int a = 3;");

    assertThat(DeclaredNames.of(snippets))
        .containsExactly("unknown", "a", "b", "c", "twice", "Shape", "Square");
  }

  @Test
  void a_snippet_that_is_no_java_costs_no_other_its_name() {
    assertThat(DeclaredNames.of(List.of("int x = ;", "int y = 1;"))).containsExactly("y");
    assertThat(DeclaredNames.of(List.of())).isEmpty();
  }
}
