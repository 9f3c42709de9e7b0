package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.notebook.NotebookCourse.COUNT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;

class GradeMagicTest {
  private static final String SUM =
      "    int sum = 0;\n    for (int v : values) sum += v;\n    return sum;";

  @TempDir private Path folder;
  @AutoClose private NotebookCourse on;

  @BeforeEach
  void course() throws IOException {
    on = NotebookCourse.in(folder);
  }

  private DisplayData grade(String... arguments) {
    return new GradeMagic(on.room).run(List.of(arguments), "");
  }

  private String progress() {
    return NotebookCourse.text(new ProgressMagic(on.room).run(List.of(), ""));
  }

  @Test
  void a_verdict_an_exercise_the_first_failure_in_full_and_what_is_next() throws IOException {
    on.exercise("01.1", SUM);
    on.exercise("01.3", "    return values[0] - 1; // <b>");
    var graded = grade("01");
    assertThat(NotebookCourse.text(graded))
        .contains("✓ 01.1  the sum", "○ 01.2", "✗ 01.3", "largest({-5, -2, -9})", "10/35 points")
        .contains("hint: %hint 01.3", "next: 01.3 in " + COUNT, "%grade 01")
        .doesNotContain("mvn", "\u001b");
    assertThat(NotebookCourse.html(graded))
        .contains("the sum", "not started", "expected: -2")
        .contains("10/35 points", "%hint 01.3", "Next: ")
        .doesNotContain("mvn", "<iframe", "<a href", "<b>");
    assertThat(on.root.resolve("grader/target/grades/grades.html")).exists();
  }

  @Test
  void one_exercise_or_the_module_that_cells_use() throws IOException {
    on.exercise("01.1", SUM);
    assertThat(NotebookCourse.text(grade("01.1")))
        .contains("10/10 points", "next: 01.2")
        .doesNotContain("01.3");
    assertThat(NotebookCourse.text(grade())).contains("01.3  the largest");
  }

  @Test
  void the_progress_book_knows_it() {
    assertThat(progress()).contains("01-count         0/3    0/2     0/35\n");
    on.exercise("01.1", SUM);
    grade("01.1");
    assertThat(progress())
        .contains("01-count         1/3    1/2    10/35")
        .endsWith("next: 01.2 the mean in notebooks/01-count.ipynb, or in " + COUNT);
    var html = NotebookCourse.html(new ProgressMagic(on.room).run(List.of(), ""));
    assertThat(html).contains(">1/3</td>", ">10/35</td>", "next: 01.2");
    assertThat(html)
        .as("a time below its day on a narrow page, neither of which breaks")
        .containsPattern("<td class=\"when\">\\d{4}-\\d\\d-\\d\\d <br>\\d\\d:\\d\\d</td>")
        .containsPattern("\\.when \\{ white-space: nowrap");
  }

  private static Set<ProcessHandle> childrenBut(Set<ProcessHandle> others) {
    return ProcessHandle.current()
        .children()
        .filter(child -> !others.contains(child))
        .collect(Collectors.toSet());
  }

  @Test
  void the_worker_is_kept_for_the_next_time() {
    var course = Course.at(on.root);
    var selection = Selection.of(course, "01.1");
    try (var grader = new WarmGrader(Duration.ofHours(1))) {
      var before = childrenBut(Set.of());
      grader.grade(course, selection, _ -> {});
      var workers = childrenBut(before);
      assertThat(workers).isNotEmpty();
      grader.grade(course, selection, _ -> {});
      assertThat(childrenBut(before)).as("workers of the next time").isEqualTo(workers);
    }
  }

  @Test
  void the_worker_rests_when_idle() throws Exception {
    var course = Course.at(on.root);
    var selection = Selection.of(course, "01.1");
    var own = Files.createDirectory(on.root.resolve("workers")); // their numbers are files' names
    on.exercise(
        "01.1",
        """
            new java.io.File("%s/" + ProcessHandle.current().pid()).mkdir();
            return 0;
        """
            .formatted(own));
    try (var grader = new WarmGrader(Duration.ofMillis(200))) {
      grader.grade(course, selection, _ -> {});
      List<Path> workers;
      try (var all = Files.list(own)) {
        workers = all.toList();
      }
      assertThat(workers).isNotEmpty();
      for (var worker : workers) {
        var process = ProcessHandle.of(Long.parseLong(worker.getFileName().toString()));
        if (process.isPresent()) {
          assertThat(process.get().onExit()).succeedsWithin(Duration.ofMinutes(1));
        }
      }
      assertThat(grader.grade(course, selection, _ -> {}).modules()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"01", "01.1"}) // with others behind the one that does not end, and alone
  void an_interrupted_grading_ends_and_the_next_one_works(String selection) throws Exception {
    var runs = on.root.resolve("runs");
    on.exercise(
        "01.1",
        """
            new java.io.File("%s").mkdir();
            while (values.length > 0) {}
            return 0;
        """
            .formatted(runs));
    var caller = Thread.currentThread();
    var interrupter =
        Thread.ofVirtual()
            .start(() -> {
              while (!Files.exists(runs)) {
                Thread.onSpinWait();
              }
              caller.interrupt();
            });
    assertThatThrownBy(() -> grade(selection))
        .isInstanceOf(NotebookException.class)
        .hasMessage("The grading was stopped; nothing was recorded.");
    interrupter.join();
    for (var thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("grading")) {
        thread.join();
      }
    }
    assertThat(progress()).contains("0/35\n");
    assertThat(on.root.resolve("grader/target/grades/grades.json")).doesNotExist();
    on.exercise("01.1", SUM);
    assertThat(NotebookCourse.text(grade("01.1"))).contains("10/10 points");
  }

  @Test
  void wrong_arguments_are_named_with_what_is_right() {
    assertThatThrownBy(() -> grade())
        .hasMessage("`%grade` needs the number of a module: `%grade 03`");
    assertThatThrownBy(() -> grade("tape"))
        .hasMessage(
            "modules are named like 3 or 03, exercises like 03.2, with commas between; got"
                + " \"tape\"");
    assertThatThrownBy(() -> grade("01.7")).hasMessageContaining("it has [01.1, 01.2, 01.3]");
  }
}
