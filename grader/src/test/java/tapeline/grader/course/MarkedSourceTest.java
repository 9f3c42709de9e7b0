package tapeline.grader.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkedSourceTest {
  private static final ExerciseId ONE = new ExerciseId(3, 1);
  private static final ExerciseId TWO = new ExerciseId(3, 2);

  private static final String SOLUTION =
      """
      class Tape {
        int one() {
          // BEGIN SOLUTION 03.1 "first one" 10 points, core
          int x = 1; // STUB by name only
          return x;
          // STUB // TODO 03.1 — 1 line.
          // STUB
          // STUB throw new Todo("03.1", "one");
          // END SOLUTION
        }

        int two() {
          // BEGIN SOLUTION 03.2 "two" 1 point
          return 2;
          // STUB   throw new Todo("03.2", "two");
          // END SOLUTION 03.2
        }
      }
      """;

  private static final String STUBBED =
      """
      class Tape {
        int one() {
          // BEGIN EXERCISE 03.1
          // TODO 03.1 — 1 line.

          throw new Todo("03.1", "one");
          // END EXERCISE 03.1
        }

        int two() {
          // BEGIN EXERCISE 03.2
            throw new Todo("03.2", "two");
          // END EXERCISE 03.2
        }
      }
      """;

  private static final String SOLVED =
      """
      class Tape {
        int one() {
          // BEGIN EXERCISE 03.1
          int x = 1; // STUB by name only
          return x;
          // END EXERCISE 03.1
        }

        int two() {
          // BEGIN EXERCISE 03.2
          return 2;
          // END EXERCISE 03.2
        }
      }
      """;

  private static MarkedSource parse(String text) {
    return MarkedSource.parse("Tape.java", text);
  }

  @Test
  void a_region_knows_its_head_its_lines_its_answer_and_its_stub() {
    assertThat(parse(SOLUTION).regions())
        .containsExactly(
            new Region(
                ONE,
                "first one",
                10,
                true,
                3,
                9,
                "    ",
                "    int x = 1; // STUB by name only\n    return x;\n",
                "    // TODO 03.1 — 1 line.\n\n    throw new Todo(\"03.1\", \"one\");\n"),
            new Region(
                TWO,
                "two",
                1,
                false,
                13,
                16,
                "    ",
                "    return 2;\n",
                "      throw new Todo(\"03.2\", \"two\");\n"));
  }

  @Test
  void the_learners_form_holds_the_stubs_or_the_answers() {
    assertThat(parse(SOLUTION).stubbed()).isEqualTo(STUBBED);
    assertThat(parse(SOLUTION).solved()).isEqualTo(SOLVED);
  }

  @Test
  void the_learners_form_reads_back_as_the_same_bodies() {
    var source = parse(SOLUTION);
    assertThat(parse(STUBBED).bodies()).isEqualTo(source.stubs());
    assertThat(parse(SOLVED).bodies()).isEqualTo(source.bodies());
    assertThat(parse(STUBBED).with(source.bodies())).isEqualTo(SOLVED);
    assertThat(parse(SOLVED).with(source.stubs())).isEqualTo(STUBBED);
    assertThat(parse(STUBBED).solved()).isEqualTo(STUBBED);
  }

  @Test
  void with_replaces_the_regions_it_names_and_no_other() {
    var one = Map.of(ONE, "    return 1;\n", new ExerciseId(3, 9), "    elsewhere();\n");
    assertThat(parse(SOLVED).with(one))
        .isEqualTo(
            SOLVED.replace(
                "    int x = 1; // STUB by name only\n    return x;\n", "    return 1;\n"));
    assertThat(parse(SOLUTION).with(one))
        .isEqualTo(
            SOLVED.replace(
                "    int x = 1; // STUB by name only\n    return x;\n", "    return 1;\n"));
  }

  @Test
  void a_body_without_a_line_end_does_not_swallow_the_marker() {
    assertThat(parse(SOLVED).with(Map.of(TWO, "    return 2;"))).isEqualTo(SOLVED);
    assertThat(parse(SOLVED).with(Map.of(TWO, "")))
        .isEqualTo(SOLVED.replace("    return 2;\n", ""));
  }

  @Test
  void line_ends_of_windows_are_read_as_line_ends() {
    assertThat(parse(SOLUTION.replace("\n", "\r\n"))).isEqualTo(parse(SOLUTION));
  }

  @Test
  void a_file_without_a_line_end_at_its_end_stays_so() {
    var text = "# BEGIN EXERCISE 03.1\nx\n# END EXERCISE 03.1";
    assertThat(parse(text).solved()).isEqualTo(text);
    assertThat(parse("class A {}\n// BEGIN EXERCISE 03.1\n// END EXERCISE 03.1\n}").solved())
        .endsWith("03.1\n}");
  }

  @Test
  void a_text_without_regions_stays() {
    for (var text : new String[] {"", "\n", "a", "a\n\n", "/// // BEGIN SOLUTION\n"}) {
      assertThat(parse(text).regions()).isEmpty();
      assertThat(parse(text).stubbed()).isEqualTo(text);
    }
  }

  @Test
  void a_file_whose_comments_begin_with_a_hash_keeps_them() {
    var script =
        """
        # BEGIN SOLUTION 03.1 "one" 5 points
        echo 1
        # STUB echo TODO
        # END SOLUTION
        """;
    assertThat(parse(script).stubbed())
        .isEqualTo("# BEGIN EXERCISE 03.1\necho TODO\n# END EXERCISE 03.1\n");
    assertThat(parse(script).solved())
        .isEqualTo("# BEGIN EXERCISE 03.1\necho 1\n# END EXERCISE 03.1\n");
  }

  @Test
  void a_cuda_kernel_keeps_its_pragmas() {
    var kernel =
        """
        __global__ void add(float *y) {
          // BEGIN SOLUTION 10.1 "add" 5 points
          #pragma unroll
          for (;;) *y += 1;
          // STUB // TODO 10.1
          // STUB #error 10.1
          // END SOLUTION
        }
        """;
    assertThat(MarkedSource.parse("add.cu", kernel).stubbed())
        .isEqualTo(
            """
            __global__ void add(float *y) {
              // BEGIN EXERCISE 10.1
              // TODO 10.1
              #error 10.1
              // END EXERCISE 10.1
            }
            """);
    assertThat(MarkedSource.parse("add.cu", kernel).solved())
        .contains("  #pragma unroll\n  for (;;) *y += 1;\n");
  }

  @Test
  void the_learners_text_may_say_stub_anywhere() {
    var text = "// STUB out\n// BEGIN EXERCISE 03.1\n//STUB a\n// STUB b\n// END EXERCISE 03.1\n";
    assertThat(parse(text).bodies()).isEqualTo(Map.of(ONE, "//STUB a\n// STUB b\n"));
  }

  @Test
  void the_learners_form_holds_no_stubs_to_put_back() {
    assertThatThrownBy(() -> parse(SOLVED).stubbed())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("only BEGIN SOLUTION regions hold a stub, and 03.1 is a BEGIN EXERCISE");
  }

  private static void refuses(String text, String message) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(MarkerException.class).hasMessage(message);
  }

  /// Reads `text` with a line end for each semicolon.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          regions do not nest | x; // BEGIN EXERCISE 03.1; // BEGIN EXERCISE 03.2 | Tape.java:3: regions do not nest, and 03.1 is still open
          an end needs a begin | x; // END SOLUTION | Tape.java:2: this END has no BEGIN
          a begin needs an end | x; // BEGIN EXERCISE 03.1; y | Tape.java:2: the region of 03.1 has no END
          an end is of its begin’s kind | // BEGIN EXERCISE 03.1; // END SOLUTION | Tape.java:2: BEGIN EXERCISE ends with END EXERCISE, not END SOLUTION
          an end is of its begin’s number | // BEGIN EXERCISE 03.1; // END EXERCISE 03.2 | Tape.java:2: the open region is 03.1, not 03.2
          an exercise has one region | // BEGIN EXERCISE 03.1; // END EXERCISE 03.1; // BEGIN EXERCISE 03.1; // END EXERCISE 03.1 | Tape.java:3: exercise 03.1 has two regions
          a solution has a stub | // BEGIN SOLUTION 03.1 "one" 5 points; x; // END SOLUTION | Tape.java:3: exercise 03.1 has no // STUB line
          a stub is in one piece | // BEGIN SOLUTION 03.1 "one" 5 points; x; // STUB // a line that is broken, as it; // was; // STUB // too long; // END SOLUTION | Tape.java:4: behind STUB lines comes no answer: a formatter breaks what is too long; got // was
          an exercise has a number | // BEGIN EXERCISE three | Tape.java:1: an exercise is written like 03.2 (module, dot, number), got " three"
          no number | x; // BEGIN SOLUTION | Tape.java:2: needs the form // BEGIN SOLUTION 03.2 "title" 10 points, or 10 points, core
          no title | x; // BEGIN SOLUTION 03.1 | Tape.java:2: needs the form // BEGIN SOLUTION 03.2 "title" 10 points, or 10 points, core
          no points | x; // BEGIN SOLUTION 03.1 "one" | Tape.java:2: needs the form // BEGIN SOLUTION 03.2 "title" 10 points, or 10 points, core
          a number of one digit | x; // BEGIN SOLUTION 3.1 "one" 5 points | Tape.java:2: needs the form // BEGIN SOLUTION 03.2 "title" 10 points, or 10 points, core
          no quotes | x; // BEGIN SOLUTION 03.1 one 5 points | Tape.java:2: needs the form // BEGIN SOLUTION 03.2 "title" 10 points, or 10 points, core
          more than points | x; // BEGIN SOLUTION 03.1 "one" 5 points! | Tape.java:2: needs the form // BEGIN SOLUTION 03.2 "title" 10 points, or 10 points, core
          no blank before STUB | // BEGIN SOLUTION 03.1 "one" 5 points; x; //STUB x; // STUB y; // END SOLUTION | Tape.java:3: a stub line reads // STUB code; got //STUB x
          two blanks before STUB | // BEGIN SOLUTION 03.1 "one" 5 points; x; //  STUB x; // STUB y; // END SOLUTION | Tape.java:3: a stub line reads // STUB code; got //  STUB x
          three slashes before STUB | // BEGIN SOLUTION 03.1 "one" 5 points; x; /// STUB x; // STUB y; // END SOLUTION | Tape.java:3: a stub line reads // STUB code; got /// STUB x
          STUB in a comment of several lines | // BEGIN SOLUTION 03.1 "one" 5 points; x; /* STUB x */; // STUB y; // END SOLUTION | Tape.java:3: a stub line reads // STUB code; got /* STUB x */
          """)
  void what_is_wrong_with_markers_is_named(String name, String text, String message) {
    assertThatThrownBy(() -> parse(text.replace("; ", "\n") + "\n"))
        .as(name)
        .isInstanceOf(MarkerException.class)
        .hasMessage(message);
  }

  @Test
  void a_stub_stands_in_a_region() {
    refuses(SOLUTION + "// STUB x\n", "Tape.java:19: a STUB line stands outside every region");
  }

  @Test
  void a_file_has_one_form() {
    refuses(
        SOLUTION + "// BEGIN EXERCISE 03.3\n// END EXERCISE 03.3\n",
        "Tape.java:19: a file has BEGIN SOLUTION or BEGIN EXERCISE markers, not both");
    refuses(
        SOLVED + "// BEGIN SOLUTION 03.3 \"x\" 5 points\n",
        "Tape.java:15: a file has BEGIN SOLUTION or BEGIN EXERCISE markers, not both");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//BEGIN SOLUTION 03.1 \"one\" 5 points",
        "//  BEGIN SOLUTION 03.1 \"one\" 5 points",
        "// BEGIN  SOLUTION 03.1 \"one\" 5 points",
        "/// BEGIN SOLUTION 03.1 \"one\" 5 points",
        "/* BEGIN SOLUTION 03.1 \"one\" 5 points */",
        "// Begin solution 03.1 \"one\" 5 points",
        "// BEGIN_EXERCISE 03.1",
        "//END EXERCISE 03.1",
        "#END SOLUTION"
      })
  void what_is_nearly_a_marker_is_never_text(String line) {
    assertThatThrownBy(() -> parse("x\n  " + line + "\n"))
        .isInstanceOf(MarkerException.class)
        .hasMessageStartingWith("Tape.java:2: a marker reads // BEGIN SOLUTION")
        .hasMessageEndingWith("got " + line);
  }

  @Test
  void prose_about_solutions_is_text() {
    assertThat(parse("// begin solution by solution, end to end\n// STUBS are below\n").regions())
        .isEmpty();
  }
}
