package tapeline.grader.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Front;
import tapeline.grader.course.Milestone;
import tapeline.grader.peers.PairedRatio;
import tapeline.grader.progress.MilestoneState;
import tapeline.grader.progress.Progress;
import tapeline.grader.progress.ProgressBook;

/// A milestone on the small course: its number is the sum of 1, 2 and 3, and 6 is to be beaten.
class MilestoneRunTest {
  private static final String PAGE =
      """
      # 1202: Counting

      - **Needs** 01.1
      - **Number** the sum of 1, 2 and 3
      - **To beat** at least 6
      - **Question** How large is it?

      It was 1202.
      """;

  private static final String PROGRAM =
      """
      package tapeline.laboratory.milestone;

      import count.Count;
      import java.nio.file.*;

      public final class Milestones {
        static void main(String[] args) throws Exception {
          Files.writeString(Path.of(args[3], "picture.png"), "drawn");
          double sum = Count.sum(new int[] {1, 2, 3});
          IO.println(args[1] + " against " + args[2] + ": " + sum);
          Files.writeString(Path.of(args[3], "number.txt"), sum + "\\n");
        }
      }
      """;

  @TempDir private Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private FixtureCourse fixture;
  private ProgressBook book;

  @BeforeEach
  void course() throws IOException {
    fixture = FixtureCourse.in(folder);
    write("grader/laboratory/milestones/1-counting.md", PAGE);
    write("grader/laboratory/src/main/java/tapeline/laboratory/milestone/Milestones.java", PROGRAM);
    book = new ProgressBook(fixture.course(), _ -> {});
  }

  private void write(String file, String text) throws IOException {
    var path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private MilestoneState state() {
    return MilestoneState.all(fixture.course(), book).getFirst();
  }

  private boolean run(boolean filled) {
    printed.reset();
    var out = new PrintStream(printed, true, UTF_8);
    return new MilestoneRun(fixture.course(), book, state(), out).run(5, filled);
  }

  private String said() {
    return printed.toString(UTF_8);
  }

  @Test
  void an_exercise_that_is_missing_is_named_and_nothing_runs() {
    assertThat(state().text()).isEqualTo("locked: 01.1 to be written");
    assertThat(run(false)).isFalse();
    assertThat(said()).isEqualTo("It waits for 1 of 1 exercises: 01.1 the sum.\n");
    assertThat(book.milestone(state().milestone())).isEmpty();
  }

  @Test
  void the_references_answer_stands_for_it_on_request_and_is_no_progress() throws IOException {
    assertThat(run(true)).as(said()).isTrue();
    assertThat(said())
        .contains("the sum of 1, 2 and 3 against 5.0: 6.0\n")
        .contains(
            "reached with the reference's answers: it is 6.0, and at least 6 was to be reached.\n")
        .contains("picture: grader/target/milestones/1-counting/picture.png\n");
    assertThat(book.milestone(state().milestone())).isEmpty();
    assertThat(Files.readString(fixture.file("01.1"))).contains("new Todo(");
  }

  @Test
  void the_learners_own_answer_is_progress() throws IOException {
    fixture.solve("01.1");
    assertThat(state().text()).isEqualTo("unlocked");
    assertThat(run(false)).as(said()).isTrue();
    assertThat(said()).contains("reached: it is 6.0, and at least 6 was to be reached.\n");
    assertThat(book.milestone(state().milestone())).contains(6.0);
    assertThat(state().text()).isEqualTo("reached: 6.0");
    assertThat(Progress.of(fixture.course(), book).lines(Front.MAVEN))
        .anyMatch(line -> line.startsWith("milestone 1   1202  Counting"));
  }

  @Test
  void a_wrong_answer_does_not_reach_the_number() throws IOException {
    fixture.write("01.1", "    return 1;");
    assertThat(run(false)).isFalse();
    assertThat(said()).contains("not reached: it is 1.0, and at least 6 was to be reached.\n");
    assertThat(state().text()).isEqualTo("unlocked, best so far 1.0");
  }

  @Test
  void the_reference_stands_only_for_what_is_missing() throws IOException {
    fixture.write("01.1", "    return 1;");
    assertThat(run(true)).as("the wrong answer is the learner's, and stays").isFalse();
    assertThat(said()).contains("not reached: it is 1.0");
  }

  @Test
  void an_answer_that_ends_the_program_leaves_no_number_of_an_earlier_run() throws IOException {
    fixture.solve("01.1");
    run(false);
    fixture.write("01.1", "    System.exit(3);\n    return 6;");
    assertThat(run(false)).isFalse();
    assertThat(said())
        .contains("Milestones ended with exit code 3")
        .contains("not reached: no number came, and at least 6 was to be reached.\n");
    fixture.write("01.1", "    throw new IllegalStateException(\"full\");");
    assertThat(run(false)).isFalse();
    assertThat(said()).contains("IllegalStateException: full").contains("no number came");
  }

  @Test
  void an_answer_that_does_not_compile_is_named_or_filled() throws IOException {
    fixture.write("01.1", "    return one;");
    assertThat(run(false)).isFalse();
    assertThat(said()).startsWith("01.1 does not compile: cannot find symbol");
    assertThat(run(true)).as(said()).isTrue();
    assertThat(said()).contains("reached with the reference's answers: it is 6.0");
    assertThat(book.milestone(state().milestone())).isEmpty();
  }

  @Test
  void a_number_whose_interval_has_the_goal_inside_is_undecided_and_not_kept() {
    var run =
        new MilestoneRun(fixture.course(), book, state(), new PrintStream(printed, true, UTF_8));
    assertThat(run.judge(new PairedRatio(6.5, 5.5, 7), true)).isFalse();
    assertThat(said())
        .isEqualTo("undecided: it is 6.5 [5.5, 7.0], and at least 6 was to be reached.\n");
    assertThat(book.milestone(state().milestone())).isEmpty();
    assertThat(run.judge(new PairedRatio(5.5, 5, 5.9), true)).isFalse();
    assertThat(said()).contains("not reached: it is 5.5 [5.0, 5.9]");
    assertThat(run.judge(new PairedRatio(6.5, 6, 7), true)).isTrue();
    assertThat(book.milestone(state().milestone())).contains(6.5);
  }

  @Test
  void the_book_keeps_the_best_number_and_reads_books_without_milestones() throws IOException {
    var counting = Milestone.of(fixture.course(), "1");
    write("notebooks/.progress.json", "{\"exercises\": {}, \"kept\": 1}");
    assertThat(book.milestone(counting)).isEmpty();
    var when = Instant.parse("2026-11-21T12:00:00Z");
    book.meet(counting, 5, when);
    book.meet(counting, 7, when);
    book.meet(counting, 6, when);
    assertThat(book.milestone(counting)).contains(7.0);
    var file = folder.resolve("notebooks/.progress.json");
    assertThat(Files.readString(file)).contains("\"kept\" : 1").contains("\"best\" : \"7.0\"");
  }
}
