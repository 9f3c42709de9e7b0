package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;

@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("homework")
@ExtendWith(OneHomeworkClass.class)
@NullUnmarked // what is missing fails the test
@Needs(Need.BUBBLEWRAP)
class HomeworkTest {
  @TempDir Path scratch;
  private static HomeworkClass homework;

  @BeforeAll
  static void open(HomeworkClass shared) {
    homework = shared;
  }

  @Test
  void verdicts_are_those_of_an_ordinary_grading() throws Exception {
    var fixture = homework.fixture();
    fixture.forget();
    fixture.write("01.1", "return values.length;");
    fixture.write("01.3", "return values[0]");
    var ordinary = fixture.grade(1).exercises();
    var graded = homework.grade();
    for (var e : ordinary) {
      var mine = graded.get(e.exercise().id().toString());
      assertThat(mine.verdict()).as("%s", e.exercise().id()).isEqualTo(e.verdict());
      assertThat(mine.passed()).as("tests of %s", e.exercise().id()).isEqualTo(e.passed());
      assertThat(mine.likelyMistake()).isEqualTo(e.likelyMistake());
    }
    assertThat(ordinary)
        .extracting(e -> e.verdict())
        .containsExactly(Verdict.FAILED, Verdict.NOT_STARTED, Verdict.DOES_NOT_COMPILE);
    assertThat(graded.get("01.3").problem().text())
        .as("a place in the submission")
        .startsWith("modules/01-count/src/main/java/count/Count.java:");
  }

  @Test
  void a_solved_submission_passes_and_one_without_files_is_not_started() throws Exception {
    homework.solvedButFirst();
    homework.fixture().solve("01.1");
    assertThat(homework.grade().values()).allMatch(r -> r.verdict() == Verdict.PASSED);
    assertThat(homework.grade(scratch).values()).allMatch(r -> r.verdict() == Verdict.NOT_STARTED);
  }

  @Test
  void two_submissions_at_a_time_do_not_meet() throws Exception {
    var right = handedIn("right", "int sum = 0; for (int v : values) sum += v; return sum;");
    var wrong = handedIn("wrong", "return 0;");
    try (var threads = Executors.newFixedThreadPool(2)) {
      var jobs = new ArrayList<Callable<ExerciseResult>>();
      for (int i = 0; i < 6; i++) {
        var submission = i % 2 == 0 ? right : wrong;
        jobs.add(() -> homework.grade(submission).get("01.1"));
      }
      var results = new ArrayList<ExerciseResult>();
      for (var done : threads.invokeAll(jobs)) {
        results.add(done.get());
      }
      assertThat(results)
          .as("what was found: %s", results.stream().map(r -> r.firstProblem()).toList())
          .extracting(r -> r.verdict())
          .containsExactly(
              Verdict.PASSED,
              Verdict.FAILED,
              Verdict.PASSED,
              Verdict.FAILED,
              Verdict.PASSED,
              Verdict.FAILED);
    }
  }

  private Path handedIn(String name, String body) throws IOException {
    var module = homework.solvedButFirst();
    homework.fixture().write("01.1", body);
    var file = Path.of("src/main/java/count/Count.java");
    var target = scratch.resolve(name).resolve("01-count").resolve(file);
    Files.createDirectories(target.getParent());
    return Files.copy(module.resolve(file), target)
        .getParent()
        .resolve("../../../../..")
        .normalize();
  }

  @Test
  void links_are_refused_and_not_followed() throws Exception {
    var secret = Files.writeString(scratch.resolve("secret.txt"), "the answers");
    var module = homework.solvedButFirst();
    var resources = Files.createDirectories(module.resolve("src/main/resources"));
    Files.createSymbolicLink(resources.resolve("mine.txt"), secret);
    assertThatThrownBy(homework::grade)
        .isInstanceOf(Refused.class)
        .hasMessage(
            "01-count/src/main/resources/mine.txt is a link or a device; only plain files are"
                + " graded");
    Files.delete(resources.resolve("mine.txt"));
    Files.delete(resources);
    Files.createSymbolicLink(resources, scratch);
    assertThatThrownBy(homework::grade).isInstanceOf(Refused.class).hasMessageContaining("a link");
    Files.delete(resources);
  }

  @Test
  void a_source_in_another_encoding_costs_only_the_exercises_that_have_its_letters()
      throws Exception {
    var java = homework.solvedButFirst().resolve("src/main/java/count");
    homework.fixture().write("01.1", "    return 0; // für nichts");
    var text = Files.readString(java.resolve("Count.java")) + "// für alle\n";
    var latin1 = text.replaceAll("[^\\x00-\\xff]", "").getBytes(ISO_8859_1);
    Files.write(java.resolve("Count.java"), latin1);
    Files.write(java.resolve("Notes.java"), "/// Größe.\nclass Notes {}".getBytes(ISO_8859_1));
    var results = homework.grade();
    assertThat(results.get("01.1").verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    assertThat(results.get("01.2").verdict()).isEqualTo(Verdict.PASSED);
    assertThat(results.get("01.3").verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void a_byte_order_mark_and_an_import_that_an_editor_removed_cost_no_other_exercise()
      throws Exception {
    var count = homework.solvedButFirst().resolve("src/main/java/count/Count.java");
    homework.fixture().write("01.1", "    return ;");
    var text = Files.readString(count).replace("import tapeline.toolkit.Todo;\n", "");
    Files.writeString(count, "\uFEFF" + text);
    var results = homework.grade();
    assertThat(results.get("01.1").verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    assertThat(results.get("01.2").verdict()).isEqualTo(Verdict.PASSED);
    assertThat(results.get("01.3").verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void what_is_too_large_or_strange_is_refused_in_words() throws Exception {
    var main = homework.solvedButFirst().resolve("src/main");
    refuses(
        main.resolve("resources/big.bin"), new byte[(1 << 20) + 1], "a file may have 1,048,576");
    refuses(main.resolve("resources/META-INF"), new byte[1], "has no META-INF");
    refuses(main.resolve("resources/a\nb"), new byte[1], "a name is made of letters");
    for (int i = 0; i <= 500; i++) {
      Files.createDirectories(main.resolve("resources"));
      Files.write(main.resolve("resources/f" + i), new byte[1]);
    }
    assertThatThrownBy(homework::grade).hasMessageContaining("has more than 500 files");
    for (int i = 0; i <= 500; i++) {
      Files.delete(main.resolve("resources/f" + i));
    }
    for (int i = 0; i < 9; i++) {
      Files.write(main.resolve("resources/f" + i), new byte[1 << 20]);
    }
    assertThatThrownBy(homework::grade).hasMessageContaining("has more than 8,388,608 bytes");
    for (int i = 0; i < 9; i++) {
      Files.delete(main.resolve("resources/f" + i));
    }
  }

  @Test
  void what_is_no_source_by_its_name_is_left_out_and_named() throws Exception {
    var module = homework.solvedButFirst();
    homework.fixture().write("01.1", "return new Größe(values).summe();");
    var folder = module.resolve("src/main/java/count");
    var more = new TreeMap<Path, String>();
    more.put(folder.resolve("Count.java~"), "no Java");
    more.put(folder.resolve("Count (1).java"), "class Count {}");
    more.put(folder.resolve("../module-info.java"), "module mine {}");
    more.put(
        folder.resolve("Größe.java"),
        """
        package count;
        record Größe(int[] werte) {
          int summe() {
            int sum = 0;
            for (int v : werte) {
              sum += v;
            }
            return sum;
          }
        }
        """);
    for (var file : more.entrySet()) {
      Files.writeString(file.getKey(), file.getValue());
    }
    var result = homework.homework().grade(homework.submission(), new Withheld()).getFirst();
    assertThat(result.passed()).as("%s", result).isTrue();
    assertThat(result.graded())
        .contains("left out: ")
        .contains("01-count/src/main/java/count/Count.java~")
        .contains("Count (1).java")
        .contains("module-info.java")
        .doesNotContain("Größe");
    for (var file : more.keySet()) {
      Files.delete(file);
    }
  }

  @Test
  void what_is_added_beside_the_answers_counts_and_a_change_of_given_code_is_named()
      throws Exception {
    homework.solvedButFirst();
    homework.fixture().write("01.1", "return added(values, values.length);");
    var helper =
        "private static int added(int[] v, int n) { return n == 0 ? 0 : v[n - 1] + added(v, n - 1);"
            + " }";
    homework.fixture().edit("01.1", "private Count() {}", "private Count() {}\n  " + helper);
    var kept = homework.homework().grade(homework.submission(), new Withheld()).getFirst();
    assertThat(kept.passed()).as("%s", kept).isTrue();
    assertThat(kept.changedGiven()).isEmpty();
    homework
        .fixture()
        .edit(
            "01.1",
            "private Count() {}",
            "private Count() { this(1); }\n  private Count(int n) {}");
    var changed = homework.homework().grade(homework.submission(), new Withheld()).getFirst();
    assertThat(changed.passed()).as("%s", changed).isTrue();
    assertThat(changed.changedGiven()).containsExactly("Count.java");
  }

  @Test
  void virtual_threads_and_the_common_pool_leave_nothing_behind() throws Exception {
    homework.solvedButFirst();
    homework
        .fixture()
        .write(
            "01.1",
            """
            var sum = new java.util.concurrent.atomic.AtomicInteger();
            try {
              Thread.ofVirtual().start(() -> {
                for (int v : values) sum.addAndGet(v);
              }).join();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            int same = java.util.Arrays.stream(values).parallel().sum();
            return java.util.concurrent.CompletableFuture.supplyAsync(() -> sum.get() + same)
                .orTimeout(60, java.util.concurrent.TimeUnit.SECONDS).join() / 2;
            """);
    assertThat(homework.grade().get("01.1"))
        .extracting(r -> r.verdict(), r -> r.firstProblem())
        .containsExactly(Verdict.PASSED, null);
  }

  private void refuses(Path file, byte[] content, String words) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    assertThatThrownBy(homework::grade).isInstanceOf(Refused.class).hasMessageContaining(words);
    Files.delete(file);
  }
}
