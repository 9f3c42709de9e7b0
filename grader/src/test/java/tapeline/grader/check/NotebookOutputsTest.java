package tapeline.grader.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Course;

class NotebookOutputsTest {
  @TempDir Path root;

  @BeforeEach
  void two_modules_with_notebooks() throws IOException {
    for (var name : new String[] {"01-count", "02-ask"}) {
      write("solutions/" + name + "/pom.xml", "<project/>");
      write("solutions/" + name + "/src/main/java/A.java", "class A {}");
      write("notebooks/" + name + ".ipynb", "{}");
    }
    Files.createDirectories(root.resolve("modules"));
    write("notebooks/milestone-1.ipynb", "{}");
    write("notebooks/mine/01-count.ipynb", "{}");
    write("notebooks/.ipynb_checkpoints/01-count.ipynb", "{}");
    write("grader/laboratory/A.java", "class A {}");
  }

  @Test
  void a_learner_s_own_copies_are_not_executed() throws IOException {
    assertThat(outputs().old()).containsExactlyInAnyOrder("01-count", "02-ask", "milestone-1");
  }

  @Test
  void the_start_and_the_milestones_run_before_an_exercise_is_solved() throws IOException {
    write("notebooks/00-start.ipynb", "{}");
    assertThat(outputs().old()).containsExactly("00-start", "milestone-1", "02-ask", "01-count");
  }

  @Test
  void what_was_executed_is_kept_until_something_changes_that_it_stands_on() throws IOException {
    keep("01-count");
    keep("02-ask");
    keep("milestone-1");
    assertThat(outputs().old()).isEmpty();
    write("notebooks/01-count.ipynb", "{\"cells\": []}");
    assertThat(outputs().old()).containsExactly("01-count");
    keep("01-count");
    write("solutions/02-ask/src/main/java/A.java", "class A { int a; }");
    assertThat(outputs().old()).containsExactly("milestone-1", "02-ask");
    keep("02-ask");
    keep("milestone-1");
    write("grader/laboratory/A.java", "class A { int a; }");
    assertThat(outputs().old()).containsExactly("milestone-1");
  }

  @Test
  void a_notebook_that_failed_is_tried_again() throws IOException {
    keep("01-count");
    keep("02-ask");
    keep("milestone-1");
    Files.delete(root.resolve("kept/02-ask.inputs"));
    write("kept/02-ask.problem", "cell 2 fails");
    assertThat(outputs().old()).containsExactly("02-ask");
  }

  private NotebookOutputs outputs() throws IOException {
    return new NotebookOutputs(Course.at(root), root.resolve("kept"), System.out);
  }

  private void keep(String name) throws IOException {
    write("kept/" + name + ".ipynb", "{}");
    write("kept/" + name + ".inputs", outputs().inputs(name));
  }

  private void write(String name, String text) throws IOException {
    var file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
