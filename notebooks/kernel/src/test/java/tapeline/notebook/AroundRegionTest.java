package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.ExerciseFile;

class AroundRegionTest {
  @TempDir private Path folder;

  private String around(String name, String text) throws IOException {
    var path = Files.writeString(folder.resolve(name), text);
    var id = ExerciseId.parse("01.1");
    var source = MarkedSource.parse(name, text);
    var exercise = new Exercise(id, "the sum", 10, false, name);
    return String.join(
        "\n", AroundRegion.of(new ExerciseFile(exercise, path, name, source, source)));
  }

  private static final String NESTED =
      """
      class Outer {
        /// Another method's.
        void other() {}

        /// The inner type's.
        static class Inner {
          /// The sum of `values`,
          /// in order.
          /* Kept in an int. */
          @Deprecated
          int sum(
              int[] values) {
            int sum = 0;

            for (int value : values) {
              // BEGIN EXERCISE 01.1
              throw new Todo("01.1", "sum");
              // END EXERCISE 01.1
            }
            return sum;
          }

          int next() { return 0; }
        }
      }
      """;

  @Test
  void of_a_region_in_a_method_it_is_the_method_with_its_comment() throws IOException {
    assertThat(around("Outer.java", NESTED))
        .isEqualTo(
            """
            /// The sum of `values`,
            /// in order.
            /* Kept in an int. */
            @Deprecated
            int sum(
                int[] values) {
              int sum = 0;

              for (int value : values) {
                // this cell
              }
              return sum;
            }\
            """);
  }

  @Test
  void line_ends_of_windows_are_the_same() throws IOException {
    assertThat(around("Outer.java", NESTED.replace("\n", "\r\n")))
        .isEqualTo(around("Outer.java", NESTED));
  }

  @Test
  void of_rows_it_is_the_type_and_the_specimen_right_above() throws IOException {
    assertThat(
            around(
                "Op.java",
                """
                package ops;

                /// The ops.
                public enum Op
                    implements Row {
                  // a + b
                  NEG(-1),
                  // BEGIN EXERCISE 01.2
                  NOT(0),
                  // END EXERCISE 01.2
                  // a · b
                  ADD(1),
                  // BEGIN EXERCISE 01.1
                  SUB(2),
                  // END EXERCISE 01.1
                  ;

                  /// A method's.
                  void other() {}
                }
                """))
        .isEqualTo(
            """
            /// The ops.
            public enum Op
                implements Row {
              // a · b
              ADD(1),
              // this cell\
            """);
  }

  @Test
  void of_a_method_that_is_the_learners_it_is_the_type_alone() throws IOException {
    assertThat(
            around(
                "Sum.java",
                """
                /// The sum.
                interface Sum {
                  /// Nothing.
                  int nothing();

                  // BEGIN EXERCISE 01.1
                  int sum();
                  // END EXERCISE 01.1
                }
                """))
        .isEqualTo("/// The sum.\ninterface Sum {\n  // this cell");
  }

  @Test
  void of_a_kernel_it_is_the_file() throws IOException {
    assertThat(
            around(
                "twice.cu",
                """
                // y = 2x
                __global__ void twice(float* x) {
                // BEGIN EXERCISE 01.1
                #error TODO 01.1 twice
                // END EXERCISE 01.1
                }

                """))
        .isEqualTo("// y = 2x\n__global__ void twice(float* x) {\n// this cell\n}");
  }

  @Test
  void another_exercise_may_be_half_written() throws IOException {
    var sum =
        """
          int sum() {
            // BEGIN EXERCISE 01.1
            return 0;
            // END EXERCISE 01.1
          }
        """;
    for (var half : List.of("if (", "}", "{", "int [", "/*", "\"", "return switch (x) { case 1")) {
      var other = "  int other() {\n    " + half + "\n  }\n";
      assertThat(around("Sum.java", "class Sum {\n" + sum + other + "}\n"))
          .as("above " + half)
          .isEqualTo("int sum() {\n  // this cell\n}");
      assertThat(around("Sum.java", "class Sum {\n" + other + sum + "}\n"))
          .as("below " + half)
          .contains("// this cell");
    }
  }

  @Test
  void what_is_no_java_any_more_is_left_out() throws IOException {
    assertThat(around("Sum.java", "int [\n// BEGIN EXERCISE 01.1\n// END EXERCISE 01.1\n"))
        .isEqualTo("// this cell");
  }
}
