package tapeline.grader.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.grader.generate.TestCourse.LEARNERS;
import static tapeline.grader.generate.TestCourse.NOTEBOOK;
import static tapeline.grader.generate.TestCourse.SOLUTION;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeakTest {
  @TempDir Path folder;
  TestCourse on;

  @BeforeEach
  void course() {
    on = TestCourse.in(folder);
    Generate.write(on.course());
  }

  private Iterable<String> leaks() {
    return Leak.find(on.course()).stream().map(Leak.Place::toString).toList();
  }

  @Test
  void what_is_generated_has_none() {
    assertThat(leaks()).isEmpty();
  }

  @Test
  void a_line_of_an_answer_in_a_module_is_named_with_file_line_and_exercise() {
    on.edit(LEARNERS, "throw new Todo(\"03.1\", \"record\");", "int  slot=a*31 + b;");
    assertThat(leaks())
        .containsExactly(LEARNERS + ":9: a line of the answer to 03.1: int  slot=a*31 + b;");
  }

  @Test
  void a_line_that_is_commented_out_still_tells() {
    on.write(
        "modules/00-toolkit/Notes.txt",
        "x\n  // int slot = a * 31 + b;\n# STUB int slot = a * 31 + b;\n");
    assertThat(leaks())
        .containsExactly(
            "modules/00-toolkit/Notes.txt:2: a line of the answer to 03.1:"
                + " // int slot = a * 31 + b;",
            "modules/00-toolkit/Notes.txt:3: a line of the answer to 03.1:"
                + " # STUB int slot = a * 31 + b;");
  }

  @Test
  void a_line_of_an_answer_in_a_notebook_is_named_with_its_cell() {
    on.write(
        NOTEBOOK,
        """
        {"cells": [{"cell_type": "markdown", "source": ["Look:\\n"]},
         {"cell_type": "code", "source": ["x\\n", "int slot = a * 31 + b;"]}]}
        """);
    assertThat(leaks())
        .containsExactly(
            NOTEBOOK + " cell 2:2: a line of the answer to 03.1: int slot = a * 31 + b;");
  }

  @Test
  void a_line_that_the_course_gives_away_is_no_secret() {
    on.edit(
        SOLUTION,
        "// STUB // TODO 03.2",
        "// STUB int slot = a * 31 + b; // as in\n" + "    // STUB // TODO 03.2");
    on.edit(SOLUTION, "for (int i = size - 1; i >= 0; i--) pull(i);", "var tape = new Tape(9);");
    on.write("solutions/03-tape-reuse/src/bench/java/B.java", "  var tape = new Tape(9);\n");
    Generate.write(on.course());
    on.write("modules/00-toolkit/T.java", "var tape = new Tape(9);\n");
    assertThat(leaks()).as("it stands outside every region").isEmpty();

    on.edit(SOLUTION, "int slot = a * 31 + b; // as in", "int slot = a * 31 + b;");
    on.write("modules/00-toolkit/T.java", "int slot = a * 31 + b;\n");
    assertThat(leaks()).as("it stands in a stub").isEmpty();
  }

  @Test
  void short_lines_and_comments_and_lines_without_a_name_say_nothing() {
    on.edit(SOLUTION, "int slot = a * 31 + b;", "// the slot of both\n})})})})})})});\nslot+=1;");
    on.write("modules/00-toolkit/T.java", "// the slot of both\n})})})})})})});\nslot+=1;\n");
    assertThat(leaks()).isEmpty();
  }

  @Test
  void in_cuda_c_a_line_that_begins_with_a_star_is_code() {
    on.edit(SOLUTION, "int slot = a * 31 + b;", "*destination = sum;");
    on.write("modules/00-toolkit/k.cu", "*destination = sum;\n");
    assertThat(leaks()).hasSize(1);
  }

  @Test
  void kept_versions_and_build_output_are_not_searched() {
    for (var name : new String[] {"A.java.mine", "A.java.mine.2", "target/A.txt", ".x/A.java"}) {
      on.write("modules/03-tape-reuse/" + name, "int slot = a * 31 + b;\n");
    }
    on.writeBytes("modules/03-tape-reuse/A.bin", "int slot = a * 31 + b;\n\0".getBytes(UTF_8));
    assertThat(leaks()).isEmpty();
    on.write("modules/03-tape-reuse/A.java.minecraft", "int slot = a * 31 + b;\n");
    assertThat(leaks()).hasSize(1);
  }
}
