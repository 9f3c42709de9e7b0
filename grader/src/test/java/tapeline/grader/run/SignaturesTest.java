package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which heads of methods a learner has changed.
class SignaturesTest {
  private static final String GIVEN =
      """
      record MatMul() implements Binary {
        @Override public Tensor gradA(Tensor dY, Tensor a) { // dA = dY·Bᵀ
          if (a.isEmpty()) { throw new Todo("05.3", "dA"); }
          rows.forEach(r -> { use(r); });
        }
        static <T> T first(java.util.List<T> all) throws java.io.IOException {
          return all.get(0);
        }
      }
      """;

  @Test
  void other_names_of_parameters_and_other_bodies_are_no_change() {
    var own =
        GIVEN
            .replace("Tensor dY, Tensor a)", "Tensor dY,\n    Tensor b)")
            .replace("if (", "while (");
    assertThat(Signatures.changed(GIVEN, own)).isEmpty();
  }

  @Test
  void another_type_of_a_parameter_is_a_change() {
    assertThat(Signatures.changed(GIVEN, GIVEN.replace("Tensor dY", "float dY")))
        .containsExactly("public Tensor gradA(Tensor dY, Tensor a)");
  }

  @Test
  void a_missing_method_is_a_change() {
    assertThat(Signatures.changed(GIVEN, "record MatMul() {}"))
        .containsExactly(
            "public Tensor gradA(Tensor dY, Tensor a)",
            "static <T> T first(java.util.List<T> all) throws java.io.IOException");
  }

  @Test
  void a_part_of_a_body_has_no_heads() {
    assertThat(Signatures.changed("    for (int i = 0; i < n; i++) {\n    }\n", "")).isEmpty();
  }

  /// The limit is there for a pattern that begins anew at each place: it would take hours.
  @Test
  @Timeout(60)
  void a_comment_without_end_is_read_once() {
    var given = "int sum(int... values) {";
    assertThat(Signatures.changed(given, "/* ".repeat(300_000)))
        .containsExactly("int sum(int... values)");
    assertThat(Signatures.changed(given, "; int f() throws " + " ".repeat(300_000)))
        .containsExactly("int sum(int... values)");
  }
}
