package tapeline.instructor.gradebook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tapeline.grader.course.Course;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.instructor.board.PrivateSlurm;

/// A small class of module 2, graded by the command in a process of its own.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("a cluster on this machine")
class GradebookCommandTest {
  private static final int KILLS = 4;
  private static final List<String> EIGHT =
      List.of("ada", "ben", "cleo", "dan", "eve", "fay", "gina", "hugo");
  private static final int CLASS_KILLS = Integer.getInteger("gradebook.kills", 2);
  private static final boolean FORTY = CLASS_KILLS >= 20; // in the class, else twenty
  private static final Duration DEADLINE = Duration.ofMinutes(15);
  private static final String LINK = "nb6/homework-3/02-gradient-check/link";

  /// A message with half a surrogate pair, which is long to match as a stack and has no end.
  private static final String HOSTILE =
      """
          if (true) throw new AssertionError("\\ud800at " + "(".repeat(1 << 20));
          throw new Todo("02.1", "");
      """;

  @TempDir Path folder;
  private @Nullable Path slurmConfiguration;
  private boolean bare;
  private Course course;
  private GeneratedClass homework;
  private Path submissions;
  private Path out;

  @BeforeEach
  void course() throws IOException {
    var root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve("solutions"))) {
      root = requireNonNull(root.getParent(), "the tests run in the course's folder");
    }
    course = Course.at(root);
    homework = new GeneratedClass(course, course.module(2));
    submissions = Files.createDirectory(folder.resolve("class"));
    out = folder.resolve("marks.csv");
  }

  private Map<ExerciseId, String> solved(int exercises) {
    var bodies = new HashMap<ExerciseId, String>();
    course.module(2).exercises().stream()
        .limit(exercises)
        .forEach(e -> bodies.put(e.id(), "solved"));
    return bodies;
  }

  private Process start(String... options) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(GradebookMain.class.getName());
    command.addAll(List.of(submissions.toString(), "--out", out.toString(), "--modules", "2"));
    command.addAll(List.of("--course", course.root().toString()));
    command.addAll(List.of(options));
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    if (slurmConfiguration != null) {
      builder.environment().put("SLURM_CONF", slurmConfiguration.toString());
    }
    if (bare) {
      builder.environment().put("PATH", "");
    }
    return builder.start();
  }

  private String run(String... options) throws Exception {
    return run(0, options);
  }

  private String run(int code, String... options) throws Exception {
    var process = start(options);
    if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    var said = Files.readString(folder.resolve("log"));
    assertThat(process.waitFor()).as(said).isEqualTo(code);
    return said;
  }

  /// The rows of the marks by id: status, late days, earned, total.
  private Map<String, List<String>> marks() throws IOException {
    var rows = CsvText.read(Files.readString(out));
    var marks = new HashMap<String, List<String>>();
    for (var row : rows.subList(1, rows.size())) {
      int n = row.size();
      marks.put(row.get(0), List.of(row.get(2), row.get(4), row.get(n - 4), row.get(n - 2)));
    }
    return marks;
  }

  @Test
  void a_place_where_nothing_can_be_written_is_told_before_a_class_is_graded() throws Exception {
    homework.write(submissions, "ada", solved(1), true);
    out = Files.createFile(folder.resolve("file")).resolve("marks.csv");
    assertThat(run(1))
        .startsWith("nothing can be written at --out " + out)
        .doesNotContain("graded", "\tat ");
  }

  @Test
  void a_class_gets_its_marks() throws Exception {
    int all = course.module(2).exercises().size();
    homework.write(submissions, "ada", solved(all), true);
    homework.write(submissions, "ben", solved(1), false);
    homework.write(submissions, "cleo", solved(all), true);
    var late = FileTime.from(Instant.now().plus(Duration.ofDays(3)));
    Files.setLastModifiedTime(submissions.resolve("cleo.zip"), late);
    Files.createDirectories(submissions.resolve("dan/notes"));
    Files.writeString(submissions.resolve("eve.zip"), "no archive");
    Files.writeString(submissions.resolve("gus.tar.gz"), "");
    Files.writeString(submissions.resolve("notes\u202e.txt"), "");
    homework.write(submissions, "hal", solved(1), false);
    homework.write(submissions, "hal", solved(all), true);
    homework.write(submissions, "ida", solved(1), false);
    var link = submissions.resolve("ida/secret");
    Files.createSymbolicLink(link, Path.of("/nowhere"));
    homework.write(
        submissions, "kim", Map.of(course.module(2).exercises().getFirst().id(), HOSTILE), true);
    // Moodle's, Canvas's and GitHub Classroom's layouts
    var moodles = Files.createDirectory(submissions.resolve("Lea_12_assignsubmission_file_"));
    homework.write(moodles, "homework", solved(all), true);
    Files.createDirectory(submissions.resolve("Lea_12_assignsubmission_onlinetext_"));
    homework.write(submissions, "maxmax_LATE_4711_8822_hw", solved(all), true);
    Files.writeString(submissions.resolve("maxmax_LATE_4711_8823_notes.pdf"), "");
    homework.write(submissions.resolve("nia"), "modules", solved(1), false);
    homework.write(submissions.resolve("nia"), "solutions", solved(all), false);
    var now = LocalDateTime.now(ZoneId.systemDefault()).withNano(0);
    var roster = folder.resolve("roster.csv");
    Files.writeString(
        roster,
        "id,name,deadline,submitted\nada,Ada Lovelace,,\nfay,Fay,,\nben,Ben,%s,\n4711,Max,,%s\n"
            .formatted(now.minusDays(2).minusHours(1), now.plusHours(2)));
    var deadline =
        LocalDateTime.now(ZoneId.systemDefault()).plusHours(1).withNano(0).withSecond(0).toString();
    for (var id : List.of("ada", "eve")) {
      var earlier = Files.createDirectories(folder.resolve("marks/sources").resolve(id));
      Files.writeString(earlier.resolve("Earlier.java"), "");
    }

    var said =
        run(
            "--roster",
            roster.toString(),
            "--deadline",
            deadline,
            "--late-penalty",
            "10%/day",
            "--format",
            "canvas,junit",
            "--similarity");
    int first = course.module(2).exercises().getFirst().points();
    assertThat(marks())
        .containsEntry("ada", List.of("graded", "0", "100", "100"))
        .as(said)
        .containsEntry(
            "gus", List.of("refused: a submission is a zip, got gus.tar.gz", "0", "0", "0"))
        .containsEntry(
            "hal", List.of("refused: modules lie in several places: hal, hal.zip", "0", "0", "0"))
        .containsEntry("12", List.of("graded", "0", "100", "100"))
        .containsEntry("4711", List.of("graded", "1", "100", "90"))
        .containsEntry("nia", List.of("graded", "0", "" + first, "" + first))
        .containsEntry("ida", List.of("graded", "0", "" + first, "" + first))
        .containsEntry("kim", List.of("graded", "0", "0", "0"))
        .containsEntry("ben", List.of("graded", "3", "" + first, ExportFormat.number(0.7 * first)))
        .containsEntry("cleo", List.of("graded", "3", "100", "70"))
        .containsEntry(
            "dan", List.of("refused: there is no folder called 02-gradient-check", "0", "0", "0"))
        .containsEntry("eve", List.of("refused: the archive is no zip", "0", "0", "0"))
        .containsEntry("fay", List.of("missing", "0", "0", "0"));
    assertThat(folder.resolve("marks/feedback/ada.html")).content().contains("02.1");
    assertThat(folder.resolve("marks/feedback/eve.html"))
        .content()
        .contains("the archive is no zip");
    assertThat(folder.resolve("marks/sources/ada/Earlier.java")).doesNotExist();
    assertThat(folder.resolve("marks/sources/eve")).doesNotExist();
    assertThat(folder.resolve("marks/canvas.csv")).content().contains("Ada Lovelace,ada");
    assertThat(folder.resolve("marks/junit.xml")).exists();
    try (var zip = new ZipFile(folder.resolve("marks/feedback.zip").toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName))
          .hasSize(12)
          .contains("ada.html", "eve.html", "maxmax_LATE_4711_8822_feedback.html");
    }
    assertThat(
            CsvText.read(Files.readString(folder.resolve("marks/similarity.csv")))
                .get(1)
                .subList(0, 2))
        .as("two of those that are solved alike come first")
        .isSubsetOf("12", "4711", "ada", "cleo");
    assertThat(said)
        .contains("12 submissions, 0 of them kept from before,")
        .contains("peak memory of all processes")
        .contains("ignored: notes\uFFFD.txt")
        .contains("ignored: maxmax_LATE_4711_8823_notes.pdf")
        .contains("10 submissions have the time of their files");
    Files.delete(link);
  }

  /// Killed after each result, with two at work: what another run left behind lies there for both.
  @Test
  void a_run_that_is_killed_goes_on_where_it_was() throws Exception {
    for (var name : EIGHT) {
      homework.write(submissions, name, solved(name.length() - 2), false);
    }
    var results = folder.resolve("marks/results");
    for (int kill = 1; kill <= KILLS; kill++) {
      var process = start();
      while (results(results).size() < kill && process.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(process.isAlive()).as("before kill %d: %s", kill, log()).isTrue();
      process.destroyForcibly().waitFor();
    }
    var kept = new HashMap<File, Long>();
    results(results).forEach(f -> kept.put(f, f.lastModified()));
    assertThat(kept).hasSizeBetween(KILLS, EIGHT.size() - 1);
    assertThat(out).doesNotExist();

    var failing = Files.createDirectories(results.resolve("zoe.json")); // no result can be kept
    homework.write(submissions, "zoe", solved(1), false);
    var said = run(1);
    assertThat(said).contains("the grader failed on zoe: ").contains("no marks are written");
    assertThat(out).doesNotExist();
    kept.forEach((file, when) ->
        assertThat(file.lastModified()).as("%s is not graded again", file).isEqualTo(when));
    assertThat(results(results)).hasSize(EIGHT.size() + 1);

    var hand = folder.resolve("hand.csv");
    Files.writeString(hand, "id,total,reason\nzoe,7,seen in the lab\n");
    homework.write(submissions, "ben", solved(2), false);
    var bens = results.resolve("ben.json").toFile().lastModified();
    said = run("--by-hand", hand.toString(), "--format", "canvas");
    assertThat(said).contains("9 submissions, 7 of them kept from before");
    var expected = new HashMap<String, List<String>>();
    for (var name : EIGHT) {
      var points = "" + points(name.equals("ben") ? 2 : name.length() - 2);
      expected.put(name, List.of("graded", "0", points, points));
    }
    expected.put("zoe", List.of("by hand: seen in the lab", "0", "0", "7"));
    assertThat(marks()).as("the marks of an undisturbed run").isEqualTo(expected);
    assertThat(results.resolve("ben.json").toFile().lastModified())
        .as("a submission that has changed is graded again")
        .isNotEqualTo(bens);
    Files.delete(failing);
  }

  /// Twenty in the layouts of four platforms, bad ones among them, by a command that is killed
  /// again and again; forty with `-Dgradebook.kills=20`.
  @Test
  void a_class_of_four_platforms_gets_its_marks_however_often_it_is_killed() throws Exception {
    var expected = classOfFourPlatforms();
    var results = folder.resolve("marks/results");
    for (int kill = 1; kill <= CLASS_KILLS; kill++) {
      var process = start();
      int wanted = expected.size() * kill / (CLASS_KILLS + 1);
      while (results(results).size() < wanted && process.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(process.isAlive()).as("before kill %d: %s", kill, log()).isTrue();
      process.destroyForcibly().waitFor();
      assertThat(out).doesNotExist();
    }
    var said = run("--format", "canvas,moodle,nbgrader");
    assertThat(marks()).as(said).isEqualTo(expected);
    assertThat(said.lines().filter(l -> l.startsWith("ignored: ")))
        .as(said)
        .containsExactlyInAnyOrder(
            "ignored: name_5_LATE_205_89_notes.pdf", "ignored: __MACOSX", "ignored: readme.txt");
    Files.delete(submissions.resolve(LINK));
  }

  /// Writes the class; their marks by id.
  private Map<String, List<String>> classOfFourPlatforms() throws IOException {
    submissions = Files.createDirectory(folder.resolve("homework-3-submissions"));
    var expected = new HashMap<String, List<String>>();
    for (int i = FORTY ? 0 : 4; i < (FORTY ? 10 : 9); i++) { // 4 to 8 are what the bad ones need
      int k = i % 6;
      var done = List.of("graded", "0", "" + points(k), "" + points(k));
      var moodle =
          submissions.resolve("Student %d_%d_assignsubmission_file_".formatted(i, 100 + i));
      homework.write(Files.createDirectory(moodle), "homework", solved(k), i % 2 == 0);
      expected.put("" + (100 + i), done);
      homework.write(submissions, "name_%d_LATE_%d_88_hw_1".formatted(i, 200 + i), solved(k), true);
      expected.put("" + (200 + i), done);
      var nb = submissions.resolve("nb%d/homework-3".formatted(i));
      homework.write(nb, ".", solved(k), false);
      Files.writeString(nb.resolve("timestamp.txt"), "2026-01-01 12:00:00.5 UTC\n");
      expected.put("nb" + i, done);
      var clone = submissions.resolve("homework-3-gh%d".formatted(i));
      Files.createDirectories(clone.resolve(".git"));
      homework.write(clone, "modules", solved(k), false);
      homework.write(clone, "solutions", solved(6), false);
      expected.put("gh" + i, done);
    }
    makeBad(expected);
    return expected;
  }

  /// Some of the class, each in a way of its own.
  private void makeBad(Map<String, List<String>> expected) throws IOException {
    Files.writeString(submissions.resolve("name_5_LATE_205_89_notes.pdf"), "");
    Files.createDirectory(submissions.resolve("__MACOSX"));
    Files.writeString(submissions.resolve("readme.txt"), "");
    var cut = submissions.resolve("name_6_LATE_206_88_hw_1.zip");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(cut), 2_000));
    expected.put("206", List.of("refused: the archive is no zip", "0", "0", "0"));
    Files.move(
        submissions.resolve("name_7_LATE_207_88_hw_1.zip"),
        submissions.resolve("name_7_LATE_207_88_hw_1.tar.gz"));
    expected.put(
        "207",
        List.of(
            "refused: a submission is a zip, got name_7_LATE_207_88_hw_1.tar.gz", "0", "0", "0"));
    homework.write(submissions, "name_8_LATE_208_89_hw_2", solved(2), true);
    expected.put(
        "208",
        List.of(
            "refused: modules lie in several places: name_8_LATE_208_88_hw_1.zip,"
                + " name_8_LATE_208_89_hw_2.zip",
            "0",
            "0",
            "0"));
    Files.createSymbolicLink(submissions.resolve(LINK), Path.of("/nowhere"));
    var first = course.module(2).exercises().getFirst().id();
    for (var bad :
        Map.of("nb7", "if (true) System.exit(0);\nthrow new Todo(\"02.1\", \"\");", "nb8", HOSTILE)
            .entrySet()) {
      var nb = submissions.resolve(bad.getKey()).resolve("homework-3");
      homework.write(nb, ".", Map.of(first, bad.getValue()), false);
      expected.put(bad.getKey(), List.of("graded", "0", "0", "0"));
    }
    var source = submissions.resolve("homework-3-gh4/modules/02-gradient-check/src/main/java");
    Files.writeString(source.resolve("Größe.java"), "record Größe(int höhe) {}\n");
    Files.writeString(source.resolve("Größe.java~"), "no Java");
  }

  /// By a cluster whose only node is killed while it grades: twelve, or the class of forty with
  /// `-Dgradebook.kills=20`.
  @Test
  void a_node_that_dies_costs_nothing() throws Exception {
    assumeTrue(
        PrivateSlurm.isInstalled(), "slurm-wlm and munge are not installed, or this is not root");
    var expected = FORTY ? classOfFourPlatforms() : classOfTwelve();
    int midOfATask = FORTY ? 14 : 3; // one has ten submissions at most
    var results = folder.resolve("marks/results");
    try (var slurm = PrivateSlurm.start()) {
      slurmConfiguration = slurm.configuration();
      var process = start("--executor", "slurm", "--sbatch=--no-requeue");
      while (results(results).size() < midOfATask && process.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(process.isAlive()).as(log()).isTrue();
      slurm.killNode("--no-requeue --parts");
      int atKill = results(results).size();
      slurm.startNode();
      assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).as(log()).isTrue();
      assertThat(process.exitValue()).as(log()).isZero();
      assertThat(atKill).isLessThan(expected.size());
      assertThat(log()).contains("submitted again, as results are missing");
    }
    assertThat(marks()).isEqualTo(expected);
    assertThat(log()).contains("%1$d submissions, %1$d of them kept".formatted(expected.size()));
    if (FORTY) {
      Files.delete(submissions.resolve(LINK));
    }
  }

  @Test
  void a_node_without_a_sandbox_grades_nothing_unless_the_coordinator_has_none() throws Exception {
    homework.write(submissions, "ada", solved(1), false);
    bare = true;
    assertThat(run(1, "--part", "1", "--parts", "1")).contains("NO SANDBOX");
    assertThat(results(folder.resolve("marks/results"))).isEmpty();
    run("--part", "1", "--parts", "1", "--unwalled");
    assertThat(results(folder.resolve("marks/results"))).hasSize(1);
  }

  private Map<String, List<String>> classOfTwelve() throws IOException {
    var expected = new HashMap<String, List<String>>();
    for (int i = 0; i < 12; i++) {
      var name = "s%02d".formatted(i);
      homework.write(submissions, name, solved(i % 7), i % 2 == 0);
      expected.put(name, List.of("graded", "0", "" + points(i % 7), "" + points(i % 7)));
    }
    return expected;
  }

  private int points(int exercises) {
    return course.module(2).exercises().stream().limit(exercises).mapToInt(Exercise::points).sum();
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  private static List<File> results(Path folder) {
    var files = folder.toFile().listFiles((_, name) -> name.endsWith(".json"));
    return files == null ? List.of() : List.of(files);
  }
}
