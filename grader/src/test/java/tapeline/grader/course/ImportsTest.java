package tapeline.grader.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ImportsTest {
  private static final String IMPORT = "import tapeline.toolkit.Todo;\n";
  private static final String BODY = "\nclass A {\n  // throw new Todo(\"03.2\", \"x\");\n}\n";

  private static void becomes(String head, String expected) {
    assertThat(Imports.withTodo(head + BODY)).isEqualTo(expected + BODY);
  }

  @Test
  void the_import_goes_between_its_neighbours() {
    becomes(
        "package a;\n\nimport java.util.List;\nimport tapeline.z.Z;\n",
        "package a;\n\nimport java.util.List;\n" + IMPORT + "import tapeline.z.Z;\n");
  }

  @Test
  void the_import_goes_after_lower_names() {
    becomes(
        "package a;\n\nimport java.util.List;\n",
        "package a;\n\nimport java.util.List;\n" + IMPORT);
  }

  @Test
  void the_first_import_of_a_file_goes_below_its_head() {
    becomes("package a;\n", "package a;\n\n" + IMPORT);
    becomes(
        "package a;\n\nimport static java.lang.Math.exp;\n",
        "package a;\n\nimport static java.lang.Math.exp;\n\n" + IMPORT);
  }

  @Test
  void a_file_that_has_the_import_or_needs_none_stays() {
    var has = "package a;\n\n" + IMPORT + BODY;
    assertThat(Imports.withTodo(has)).isEqualTo(has);
    var needsNone = "package a;\n\nimport java.util.List;\n\nclass A {}";
    assertThat(Imports.withTodo(needsNone)).isEqualTo(needsNone);
  }

  @Test
  void what_other_bodies_name_comes_back_and_what_is_imported_from_elsewhere_stays() {
    var other =
        """
        package a;

        import static java.lang.Math.*;
        import static java.util.Map.entry;

        import java.util.ArrayList;
        import java.util.Arrays;
        import java.util.List;
        """;
    var own = "package a;\n\nimport java.awt.List;\n\nclass A {}\n";
    var body = "var all = new ArrayList<List>();\nentry(1, exp(2));\n";
    assertThat(Imports.completed(own, List.of(body), other))
        .isEqualTo(
            """
            package a;

            import static java.lang.Math.*;
            import static java.util.Map.entry;

            import java.awt.List;
            import java.util.ArrayList;

            class A {}
            """);
  }
}
