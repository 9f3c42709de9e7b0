package tapeline.instructor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Brief;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.gradebook.CsvTable;

/// Made-up classes, whose truth is known, counted by the command.
@Needs(Need.FONTS)
class ClassInsightsTest {
  private static final int CLASS = 30;

  @TempDir private Path folder = Path.of(".");
  private final Course course = Course.at(FixtureCourse.projectRoot());
  private final CourseModule two = course.module(2);

  /// An exercise of a hand-in as the gradebook keeps it.
  private record Kept(
      String id,
      String title,
      int points,
      int earned,
      String verdict,
      String says,
      String mistake) {}

  private String run(int code, String... words) {
    var all = new ArrayList<>(List.of("class", "insights", "--out", at("out").toString()));
    all.addAll(List.of("--course", course.root().toString()));
    all.addAll(List.of(words));
    return CommandRun.of(code, all.toArray(String[]::new));
  }

  private Path at(String name) {
    return folder.resolve(name);
  }

  private Kept of(int exercise, String verdict, String mistake) {
    var e = two.exercises().get(exercise);
    int earned = verdict.equals("passed") ? e.points() : 0;
    return new Kept(e.id().toString(), e.title(), e.points(), earned, verdict, "", mistake);
  }

  private List<Brief.Mutant> mutants(int exercise) {
    return Brief.of(course, two.exercises().get(exercise)).mutants();
  }

  /// Writes marks of module 2 as the gradebook does; who is null handed in nothing.
  private Path marks(String name, Map<String, List<Kept>> byStudent) throws IOException {
    var csv = new StringBuilder("id,name,status,submitted");
    two.exercises().forEach(e -> csv.append(',').append(e.id()));
    csv.append(",earned,points,total\r\n");
    var results = Files.createDirectories(at(name + "/results"));
    for (var student : byStudent.entrySet()) {
      var id = student.getKey();
      var status = student.getValue() == null ? "missing" : "graded";
      csv.append("%s,%s,%s,,".formatted(id, id, status))
          .append("0,".repeat(two.exercises().size()));
      csv.append("0,100,0\r\n");
      if (student.getValue() != null) {
        var result =
            Map.of(
                "key",
                "k",
                "id",
                id,
                "refusal",
                "",
                "exercises",
                student.getValue(),
                "seed",
                7,
                "seconds",
                1.5,
                "changedGiven",
                "");
        new ObjectMapper().writeValue(results.resolve(id + ".json").toFile(), result);
      }
    }
    return Files.writeString(at(name + ".csv"), csv);
  }

  /// The rows of a table that was written, each as the texts of these columns.
  private List<String> rows(String file, String... columns) {
    var table = CsvTable.read(at("out").resolve(file), file, columns);
    return table.rows().stream()
        .map(row ->
            String.join("|", List.of(columns).stream().map(c -> table.cell(row, c)).toList()))
        .toList();
  }

  /// Each of 30 students ends at an exercise, failed by one of two mistakes: those before it
  /// passed, those behind it are not started. Two solved all, and one has not begun.
  @Test
  void the_tables_are_the_planted_truth_and_have_no_name() throws Exception {
    int n = two.exercises().size();
    var students = new TreeMap<String, List<Kept>>();
    int[][] counts = new int[n][3];
    int[] stops = new int[n];
    var mistakes = new TreeMap<String, Integer>();
    int guessed = 0;
    for (int s = 0; s < CLASS; s++) {
      int stop = s % 10 < 5 ? 3 : s % 10 < 8 ? 1 : s % 10 == 8 ? 0 : s == 9 ? -1 : n;
      var work = new ArrayList<Kept>();
      for (int e = 0; e < n; e++) {
        if (e < stop) {
          work.add(of(e, "passed", ""));
          counts[e][2]++;
        } else if (e > stop) {
          work.add(of(e, "not started", ""));
          counts[e][0]++;
        } else {
          var mutant = mutants(e).get(s % 2);
          boolean guess = s % 3 == 0;
          guessed += e == 3 && s % 2 == 0 && guess ? 1 : 0;
          work.add(of(e, "failed", (guess ? "Perhaps: " : "") + mutant.message()));
          mistakes.merge(two.exercises().get(e).id() + "|" + mutant.name(), 1, Integer::sum);
          counts[e][1]++;
        }
      }
      if (0 <= stop && stop < n) {
        stops[stop]++;
      }
      students.put("Zoe-Quill-%02d".formatted(s), work);
    }
    students.put("Zoe-Quill-away", null);
    var said = run(0, marks("marks", students).toString());

    var expected = new ArrayList<String>();
    for (int e = 0; e < n; e++) {
      expected.add(
          "%s|%d|%d|%d|%d|%d||0"
              .formatted(
                  two.exercises().get(e).id(),
                  CLASS,
                  counts[e][0],
                  counts[e][1],
                  counts[e][2],
                  stops[e]));
    }
    assertThat(
            rows(
                "exercises.csv",
                "exercise",
                "works",
                "not started",
                "failed",
                "passed",
                "stopped",
                "minutes",
                "minutes of"))
        .isEqualTo(expected);
    assertThat(rows("mistakes.csv", "exercise", "mistake", "works"))
        .containsExactlyInAnyOrderElementsOf(
            mistakes.entrySet().stream().map(m -> m.getKey() + "|" + m.getValue()).toList());
    assertThat(rows("mistakes.csv", "exercise", "mistake", "guessed"))
        .contains("02.4|%s|%d".formatted(mutants(3).getFirst().name(), guessed));
    assertThat(said.lines().limit(3))
        .containsExactly(
            "15 of 30 end at 02.4 " + two.exercises().get(3).title(),
            "9 of 30 end at 02.2 " + two.exercises().get(1).title(),
            "3 of 30 end at 02.1 " + two.exercises().get(0).title());
    var page = Files.readString(at("out/index.html"));
    assertThat(page).contains("30 hand-ins graded, 1 handed in nothing", "15 of 30 end here");
    assertThat(said + page + Files.readString(at("out/exercises.csv")))
        .doesNotContain("Zoe", "Quill");
    assertThat(at("out/heat-map.png")).isNotEmptyFile();
  }

  @Test
  void a_group_smaller_than_three_is_not_broken_down() throws Exception {
    var students = new TreeMap<String, List<Kept>>();
    students.put("ada", List.of(of(0, "failed", mutants(0).getFirst().message())));
    students.put("ben", List.of(of(0, "failed", mutants(0).getFirst().message())));
    run(0, marks("pair", students).toString());
    assertThat(Files.readString(at("out/index.html")))
        .contains("2 hand-ins graded: fewer than three are not broken down");
    assertThat(at("out/exercises.csv")).content().hasLineCount(1);
    assertThat(at("out/mistakes.csv")).content().hasLineCount(1);

    students.put("cleo", List.of(of(0, "passed", "")));
    run(0, marks("three", students).toString());
    assertThat(rows("exercises.csv", "exercise", "failed", "passed")).contains("02.1|2|1");
    assertThat(at("out/mistakes.csv")).as("two failed").content().hasLineCount(1);

    students.put("dan", List.of(of(0, "failed", mutants(0).getFirst().message())));
    students.put("eve", List.of(of(0, "failed", "Perhaps: " + mutants(0).get(1).message())));
    students.put("fay", List.of(of(0, "timed out", "")));
    run(0, marks("more", students).toString());
    assertThat(rows("mistakes.csv", "mistake", "works", "guessed"))
        .containsExactly(
            mutants(0).getFirst().name() + "|3|0", "mistakes that fewer than three made|2|1");
  }

  @Test
  void in_marks_of_several_modules_a_hand_in_counts_where_it_has_begun() throws Exception {
    var three = course.module(3).exercises().getFirst();
    var students = new TreeMap<String, List<Kept>>();
    for (var id : List.of("ada", "ben", "cleo", "dan")) {
      var verdict = id.equals("ada") ? "failed" : "not started";
      var other = new Kept("" + three.id(), three.title(), three.points(), 0, verdict, "", "");
      students.put(id, List.of(of(0, id.equals("dan") ? "not started" : "passed", ""), other));
    }
    var marks = marks("marks", students);
    Files.writeString(
        marks, Files.readString(marks).replace(",earned", "," + three.id() + ",earned"));
    run(0, marks.toString());
    assertThat(rows("exercises.csv", "exercise", "works", "not started", "passed"))
        .hasSize(two.exercises().size())
        .startsWith("02.1|3|0|3");
    assertThat(at("out/index.html"))
        .content()
        .contains("1 hand-in graded: fewer than three are not broken down");
  }

  @Test
  void who_is_counted_is_told_by_the_marks() throws Exception {
    var students = new TreeMap<String, List<Kept>>();
    for (var id : List.of("ada", "ben", "cleo", "dan")) {
      students.put(id, List.of(of(0, "passed", "")));
    }
    var marks = marks("marks", students);
    var text = Files.readString(marks).replace("ben,graded", "ben,missing");
    text = text.replace("cleo,graded", "cleo,by hand: on paper");
    Files.writeString(marks, text.replace("dan,graded", "dan,refused: it is no zip"));
    Files.delete(at("marks/results/cleo.json"));
    Files.delete(at("marks/results/dan.json"));
    run(0, marks.toString());
    assertThat(at("out/index.html"))
        .content()
        .contains("1 hand-in graded, 1 refused, 1 handed in nothing: fewer");
  }

  private void share(String name, String code, String exercises, long when) throws IOException {
    var file = at("shared").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{\"code\": \"%s\", \"exercises\": {%s}}".formatted(code, exercises));
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(when)));
  }

  @Test
  void times_come_from_progress_of_three_and_modules_without_hand_ins_are_counted_by_it()
      throws Exception {
    var passed = "\"02.1\": {\"passed\": true, \"minutes\": %d}, \"01.1\": {\"passed\": %s}";
    share("a.json", "aaaaaaaaaaaa", passed.formatted(900, "false"), 100);
    share("a-again.json", "aaaaaaaaaaaa", passed.formatted(12, "true"), 200);
    share("b.json", "bbbbbbbbbbbb", passed.formatted(30, "true"), 100);
    share(
        "c.json",
        "cccccccccccc",
        passed.formatted(0, "false") + ", \"02.2\": {\"passed\": true}",
        100);
    var students = new TreeMap<String, List<Kept>>();
    List.of("ada", "ben", "cleo").forEach(s -> students.put(s, List.of(of(0, "passed", ""))));
    var marks = marks("marks", students).toString();
    assertThat(run(0, marks, "--shared", at("shared").toString()))
        .contains("a-again.json takes the place of an older file with its code");
    assertThat(
            rows("exercises.csv", "exercise", "from", "works", "failed", "minutes", "minutes of"))
        .contains("02.1|hand-ins|3|0|12|3", "02.2|hand-ins|3|0||0", "01.1|shared progress|3|1||0");
    share("d.json", "Ada", "", 100);
    assertThat(run(1, "--shared", at("shared").toString()))
        .isEqualTo("d.json is not what progress share writes: a code has 12 hexadecimal digits\n");
  }

  @Test
  void what_cannot_be_counted_is_told() throws Exception {
    var students = new TreeMap<String, List<Kept>>();
    students.put("ada", List.of(of(0, "passed", "")));
    var marks = marks("marks", students).toString();
    assertThat(run(1)).isEqualTo("insights are of marks, --shared progress or both, got neither\n");
    assertThat(run(1, at("none.csv").toString())).startsWith("there are no marks ");
    assertThat(run(1, marks, marks))
        .isEqualTo("a module is in one file of marks, got 02-gradient-check in several\n");
    Files.delete(at("marks/results/ada.json"));
    assertThat(run(1, marks))
        .endsWith(
            "line 2: there is no result of this version for it: run ./tapeline gradebook again\n");
  }
}
