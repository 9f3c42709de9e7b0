package tapeline.instructor.gradebook;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.instructor.gradebook.ExportFormat.number;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tapeline.grader.course.Brief;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// The marks of a class, and the reasons for which none are given.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
class GradebookCommandTest extends GradebookRun {
  /// A message with half a surrogate pair, which is long to match as a stack and has no end.
  private static final String HOSTILE =
      """
          if (true) throw new AssertionError("\\ud800at " + "(".repeat(1 << 20));
          throw new Todo("02.1", "");
      """;

  @Test
  void a_place_where_nothing_can_be_written_is_told_before_a_class_is_graded() throws Exception {
    homework.write(submissions, "ada", solved(1), true);
    out = Files.createFile(folder.resolve("file")).resolve("marks.csv");
    assertThat(run(1))
        .startsWith("nothing can be written at --out " + out)
        .doesNotContain("graded", "\tat ");
  }

  @Test
  @Needs(Need.BUBBLEWRAP)
  void a_class_gets_its_marks() throws Exception {
    int all = module.exercises().size();
    homework.write(submissions, "ada", solved(all), true);
    homework.write(submissions, "ben", solved(1), false);
    homework.write(submissions, "cleo", solved(all), true);
    var late = FileTime.from(Instant.now().plus(Duration.ofDays(3)));
    Files.setLastModifiedTime(submissions.resolve("cleo.zip"), late);
    Files.writeString(submissions.resolve("eve.zip"), "no archive");
    Files.writeString(submissions.resolve("notes\u202e.txt"), "");
    homework.write(submissions, "ida", solved(1), false);
    var link = submissions.resolve("ida/secret");
    Files.createSymbolicLink(link, Path.of("/nowhere"));
    homework.write(submissions, "kim", Map.of(module.exercises().getFirst().id(), HOSTILE), true);
    homework.write(submissions, "maxmax_LATE_4711_8822_hw", solved(all), true);
    Files.writeString(submissions.resolve("maxmax_LATE_4711_8823_notes.pdf"), "");
    var now = LocalDateTime.now(ZoneId.systemDefault()).withNano(0);
    var roster = folder.resolve("roster.csv");
    Files.writeString(
        roster,
        "id,name,deadline,submitted\nada,Ada Lovelace,,\nfay,Fay,,\nben,Ben,%s,\n4711,Max,,%s\n"
            .formatted(now.minusDays(2).minusHours(1), now.plusHours(2)));
    var deadline = now.plusHours(1).withSecond(0).toString();
    for (var id : List.of("ada", "eve")) {
      var earlier = Files.createDirectories(folder.resolve("marks/sources").resolve(id));
      Files.writeString(earlier.resolve("Earlier.java"), "");
    }

    var words =
        "--roster %s --deadline %s --late-penalty 10%%/day --format canvas --similarity"
            .formatted(roster, deadline);
    var said = run(0, words.split(" "));
    int first = module.exercises().getFirst().points();
    var once = "graded | 0 | %1$d | %1$d".formatted(first);
    assertThat(marks())
        .as(said)
        .containsEntry("ada", "graded | 0 | 100 | 100")
        .containsEntry("4711", "graded | 1 | 100 | 90")
        .containsEntry("ida", once)
        .containsEntry("kim", "graded | 0 | 0 | 0")
        .containsEntry("ben", "graded | 3 | %d | %s".formatted(first, number(0.7 * first)))
        .containsEntry("cleo", "graded | 3 | 100 | 70")
        .containsEntry("eve", "refused: the archive is no zip | 0 | 0 | 0")
        .containsEntry("fay", "missing | 0 | 0 | 0");
    assertThat(folder.resolve("marks/feedback/ada.html")).content().contains("02.1");
    assertThat(folder.resolve("marks/feedback/eve.html"))
        .content()
        .contains("the archive is no zip");
    assertThat(folder.resolve("marks/sources/ada/Earlier.java")).doesNotExist();
    assertThat(folder.resolve("marks/sources/eve")).doesNotExist();
    assertThat(folder.resolve("marks/canvas.csv")).content().contains("Ada Lovelace,ada");
    try (var zip = new ZipFile(folder.resolve("marks/feedback.zip").toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName))
          .hasSize(7)
          .contains("ada.html", "eve.html", "maxmax_LATE_4711_8822_feedback.html");
    }
    assertThat(
            CsvTable.parse("s", Files.readString(folder.resolve("marks/similarity.csv")))
                .get(1)
                .cells()
                .subList(0, 2))
        .as("two of those that are solved alike come first")
        .isSubsetOf("4711", "ada", "cleo");
    assertThat(said)
        .contains("7 submissions, 0 of them kept from before,")
        .contains("ignored: notes\uFFFD.txt")
        .contains("ignored: maxmax_LATE_4711_8823_notes.pdf")
        .contains("6 submissions have the time of their files");
    Files.delete(link);
  }

  /// The numbers in messages come from the seed, and a hidden test that fails is no mutant's.
  @Test
  @Needs(Need.BUBBLEWRAP)
  void a_mistake_has_its_name_whatever_the_seed_and_the_hidden_tests_are() throws Exception {
    var overlay = folder.resolve("overlay");
    var hidden = overlay.resolve("02-gradient-check/java/tapeline/tests/hidden/HiddenTest.java");
    Files.createDirectories(hidden.getParent());
    Files.writeString(
        hidden,
        """
        package tapeline.tests.hidden;

        import static org.assertj.core.api.Assertions.assertThat;

        import org.junit.jupiter.api.Tag;
        import org.junit.jupiter.api.Test;
        import tapeline.check.Differences;

        class HiddenTest {
          @Test
          @Tag("02.1")
          void of_a_square() {
            assertThat(Differences.central(x -> x * x, 3, 0.25)).isEqualTo(6);
          }
        }
        """);
    Files.writeString(overlay.resolve("seed"), "77\n");
    var expected = new ArrayList<String>();
    for (var planted : List.of("02.1 forward difference", "02.5 leaves the tape out")) {
      var exercise = module.exercise(ExerciseId.parse(planted.substring(0, 4)));
      var mutant =
          Brief.of(course, exercise).mutants().stream()
              .filter(m -> planted.endsWith(m.name()))
              .findFirst()
              .orElseThrow();
      var bodies = solved(module.exercises().size());
      bodies.put(exercise.id(), mutant.body());
      homework.write(submissions, "s" + exercise.id().number(), bodies, false);
      expected.add(exercise.id() + " " + mutant.message());
    }
    run(0, "--overlay", overlay.toString());
    assertThat(
            GradedClass.read(out).handIns().stream()
                .flatMap(List::stream)
                .filter(found -> !found.passed())
                .map(found -> found.exercise() + " " + found.mistake()))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void without_a_sandbox_nothing_is_graded_unless_that_is_asked_for() throws Exception {
    homework.write(submissions, "ada", solved(1), false);
    assertThat(runAlone(1))
        .isEqualTo(
            "unread code needs a sandbox: there is no bwrap (on Debian and Ubuntu:"
                + " sudo apt-get install bubblewrap)\n");
    assertThat(results()).isEmpty();
    assertThat(runAlone(0, "--unwalled")).contains("NO SANDBOX");
    assertThat(results()).hasSize(1);
  }
}
