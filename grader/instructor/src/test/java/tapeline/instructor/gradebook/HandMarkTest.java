package tapeline.instructor.gradebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.instructor.gradebook.MarksTest.NOON;
import static tapeline.instructor.gradebook.MarksTest.result;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.instructor.gradebook.StudentResult.ExerciseMark;

class HandMarkTest {
  @TempDir Path folder;

  @Test
  void a_mark_by_hand_has_a_reason() throws Exception {
    var file = folder.resolve("hand.csv");
    Files.writeString(file, "id,total,reason\nada,12.5,seen in the lab\n");
    assertThat(HandMark.read(file)).containsExactly(Map.entry("ada", hand(12.5)));
    assertThatThrownBy(
            () -> HandMark.ofKnown(HandMark.read(file), Roster.NONE, List.of(), List.of()))
        .hasMessage("a mark by hand is for somebody on the roster or who handed in, got ada");
    Files.writeString(file, "id,total,reason\nada,12.5,\n");
    assertThatThrownBy(() -> HandMark.read(file))
        .hasMessageContaining("has a total of at most six digits and two decimals and a reason");
    Files.writeString(file, "id,total\n");
    assertThatThrownBy(() -> HandMark.read(file)).hasMessageContaining("has a column reason");
  }

  @Test
  void a_mark_that_is_set_replaces_that_students_and_keeps_what_a_person_wrote() throws Exception {
    var file = new HandMarkFile(folder.resolve("by-hand/07.csv"));
    assertThat(file.rows()).isEmpty();
    var students = List.of("ada", "7", "007");
    file.set(new HandMarkFile.Row("ada", "", "10", "seen in the lab"), students);
    var lines = Files.readString(file.file()).lines().toList();
    Files.writeString(file.file(), "Who;" + String.join("\n;", lines).replace(',', ';'));
    file.set(new HandMarkFile.Row("7", "01.2", "5", "says \"why\", and how"), students);
    file.set(new HandMarkFile.Row("007", "01.2", "3", "another student"), students);
    file.set(new HandMarkFile.Row("ada", "", "12.5", "seen again"), students);
    assertThatThrownBy(() -> file.set(new HandMarkFile.Row("ada", "", "12.5", ""), students))
        .hasMessage(
            "a mark by hand has a total of at most six digits and two decimals and a reason, got \"12.5\" and \"\" for ada");
    assertThat(HandMark.read(file.file()).keySet()).containsExactlyInAnyOrder("ada", "7", "007");
    assertThat(HandMark.read(file.file()).get("ada"))
        .isEqualTo(new HandMark(12.5, "seen again", Map.of()));
    assertThat(file.rows().getFirst())
        .isEqualTo(new HandMarkFile.Row("7", "01.2", "5", "says \"why\", and how"));
    assertThat(CsvTable.read(file.file(), "marks").columns())
        .containsExactly("who", "id", "total", "reason", "exercise");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          id,total,reason/Ada,1,in Excel/7,1,in Excel | ada 007     | ada 007
          id,total,reason/ADA,1,of another            | ada ADA 007 | ada 007 ADA
          id,total,reason/fay,1,not in the class      | ada 007     | ada 007 fay
          id,total,reason                             | ada 007     | ada 007
          ""                                          | ada 007     | ada 007
          """)
  void a_mark_that_is_set_is_for_one_student_in_any_spelling(
      String text, String students, String ids) throws Exception {
    var file = new HandMarkFile(folder.resolve("07.csv"));
    Files.writeString(file.file(), text.replace('/', '\n'));
    for (var id : List.of("ada", "007")) {
      file.set(new HandMarkFile.Row(id, "", "2", "on the page"), List.of(students.split(" ", -1)));
    }
    assertThat(HandMark.read(file.file()).keySet()).containsExactlyInAnyOrder(ids.split(" ", -1));
  }

  @Test
  void a_file_with_two_columns_of_a_name_is_refused_and_stays() throws Exception {
    var text = "id,total,reason,note,Note\nada,1,why,a,b\n";
    var file = Files.writeString(folder.resolve("07.csv"), text);
    var row = new HandMarkFile.Row("ada", "", "2", "why");
    assertThatThrownBy(() -> new HandMarkFile(file).set(row, List.of("ada")))
        .hasMessageContaining("has each column once");
    assertThat(file).hasContent(text);
  }

  @Test
  void a_mark_by_hand_is_for_one_student_in_any_spelling() throws Exception {
    var file = folder.resolve("hand.csv");
    Files.writeString(file, "id,total,reason\nAda,55,by hand\n");
    var list = folder.resolve("roster.csv");
    Files.writeString(list, "id\nada\n");
    var hand = HandMark.read(file);
    assertThat(HandMark.ofKnown(hand, Roster.read(list, null), List.of(), List.of()))
        .containsOnlyKeys("ada");
    Files.writeString(list, "id\nada\nADA\n");
    assertThatThrownBy(() -> HandMark.ofKnown(hand, Roster.read(list, null), List.of(), List.of()))
        .hasMessageEndingWith("got Ada, which may be ADA or ada");
    Files.writeString(file, "id,total,reason\nAda,55,by hand\nada,56,by hand\n");
    Files.writeString(list, "id\nada\n");
    assertThatThrownBy(() ->
            HandMark.ofKnown(HandMark.read(file), Roster.read(list, null), List.of(), List.of()))
        .hasMessageEndingWith("got ada in two spellings");
  }

  @Test
  void a_mark_by_hand_stands_for_what_was_graded_and_for_what_could_not_be() {
    var byHand = Map.of("4711", hand(12.5), "eve", hand(3));
    var late = LatePolicy.of("2026-12-01T12:00", "10%/day");
    var marks = new ClassMarks(Map.of("4711", result("4711")), Roster.NONE, late, byHand);
    var paths = List.of(folder);
    var all =
        List.of(
            new HandedIn(
                Student.called("4711", ""), paths, NOON.plusSeconds(1), "files", false, ""),
            new HandedIn(Student.called("eve", ""), paths, null, "files", false, ""));
    assertThat(marks.of(all, List.of()))
        .extracting(m -> m.status() + " " + m.earned() + " " + m.total())
        .containsExactly("by hand: seen in the lab 10 12.5", "by hand: seen in the lab 0 3.0");
  }

  @Test
  void an_exercise_has_points_and_comments_by_hand() throws Exception {
    var file = folder.resolve("hand.csv");
    Files.writeString(
        file, "id,exercise,total,reason\n4711,01.2,7,nearly right\n4711,01.1,,well said\n");
    var byHand = HandMark.read(file);
    var late = LatePolicy.of("2026-12-01T12:00", "10%/day");
    var handedIn =
        new HandedIn(
            Student.called("4711", "Ada"),
            List.of(folder),
            NOON.plusSeconds(1),
            "files",
            false,
            "4711.html");
    var marks =
        new ClassMarks(Map.of("4711", result("4711")), Roster.NONE, late, byHand)
            .of(List.of(handedIn), List.of());
    var mark = marks.getFirst();
    assertThat(mark.earned()).isEqualTo(17);
    assertThat(mark.total()).as("less a day").isEqualTo(15.3);
    assertThat(mark.status()).isEqualTo("by hand");

    Files.createDirectories(folder.resolve("pages"));
    Files.writeString(folder.resolve("pages/4711.html"), "<body>\nfound</body>");
    FeedbackPages.write(folder, List.of(handedIn), marks, FeedbackPages.Detail.FULL);
    assertThat(folder.resolve("feedback/4711.html"))
        .content()
        .contains(
            "<h1>Ada</h1>",
            "15.30 of 0 points",
            "17 earned, less 1.70 for 1 days late",
            "01.2, 7 points by hand: nearly right",
            "found");
  }

  @Test
  void after_an_exam_a_page_says_no_more_than_it_is_asked_to() throws Exception {
    var student = Student.called("4711", "Ada");
    var handedIn = new HandedIn(student, List.of(folder), null, "files", false, "4711.html");
    var marks =
        new ClassMarks(
                Map.of("4711", result("4711")), Roster.NONE, LatePolicy.of(null, null), Map.of())
            .of(List.of(handedIn), List.of());
    Files.createDirectories(folder.resolve("pages"));
    Files.writeString(folder.resolve("pages/4711.html"), "<body>\nfound: expected 1.5</body>");
    FeedbackPages.write(folder, List.of(handedIn), marks, FeedbackPages.Detail.VERDICTS);
    assertThat(folder.resolve("feedback/4711.html"))
        .content()
        .contains("10 of 0 points", "01.1 the &lt;sum&gt;: passed", "01.2 the mean: not passed")
        .doesNotContain("found", "1.5");
    FeedbackPages.write(folder, List.of(handedIn), marks, FeedbackPages.Detail.TOTAL);
    assertThat(folder.resolve("feedback/4711.html"))
        .content()
        .contains("10 of 0 points")
        .doesNotContain("found", "01.1", "passed");
  }

  @Test
  void a_page_of_verdicts_tells_a_refusal_and_points_by_hand() throws Exception {
    var file = folder.resolve("hand.csv");
    Files.writeString(file, "id,exercise,total,reason\n4711,01.2,5,half of it\n");
    var refused = new StudentResult("", "eve", "the archive is no zip", List.of(), 0, 0, "");
    var all =
        List.of(
            new HandedIn(Student.called("4711", ""), List.of(folder), null, "files", false, "a"),
            new HandedIn(Student.called("eve", ""), List.of(folder), null, "files", false, "e"));
    var results = Map.of("4711", result("4711"), "eve", refused);
    var marks =
        new ClassMarks(results, Roster.NONE, LatePolicy.of(null, null), HandMark.read(file))
            .of(all, List.of());
    Files.createDirectories(folder.resolve("pages"));
    for (var id : results.keySet()) {
      Files.writeString(folder.resolve("pages/" + id + ".html"), "<body>found</body>");
    }
    FeedbackPages.write(folder, all, marks, FeedbackPages.Detail.VERDICTS);
    assertThat(folder.resolve("feedback/4711.html"))
        .content()
        .contains("01.1 the &lt;sum&gt;: passed", "01.2 the mean: 5 of 20 points by hand");
    for (var detail : List.of(FeedbackPages.Detail.VERDICTS, FeedbackPages.Detail.TOTAL)) {
      FeedbackPages.write(folder, all, marks, detail);
      assertThat(folder.resolve("feedback/eve.html"))
          .content()
          .contains("Not graded: the archive is no zip")
          .doesNotContain("<ul>", "found");
    }

    Files.writeString(folder.resolve("feedback/own.html"), "<body>an instructor's</body>");
    FeedbackPages.write(folder, List.of(), marks.subList(0, 1), FeedbackPages.Detail.FULL);
    try (var left = Files.list(folder.resolve("feedback"))) {
      assertThat(left.map(p -> p.getFileName().toString()))
          .as("eve is missing now")
          .containsExactlyInAnyOrder("4711.html", "own.html");
    }
  }

  @Test
  void points_by_hand_count_where_nothing_was_graded() throws Exception {
    var file = folder.resolve("hand.csv");
    Files.writeString(
        file, "id,exercise,total,reason\n4711,01.2,7,on paper\neve,01.2,5,shown in the lab\n");
    var refused = new StudentResult("", "4711", "no archive", List.of(), 0, 0, "");
    var two = new Exercise(new ExerciseId(1, 2), "two", 10, false, "A.java");
    var late = LatePolicy.of(null, null);
    var all =
        List.of(
            new HandedIn(Student.called("4711", ""), List.of(folder), null, "files", false, ""),
            new HandedIn(Student.called("eve", ""), List.of(folder), null, "files", false, ""));
    var marks =
        new ClassMarks(Map.of("4711", refused), Roster.NONE, late, HandMark.read(file))
            .of(all, List.of(two));
    assertThat(marks)
        .extracting(m -> m.status() + " " + m.total() + " " + m.isMissing())
        .containsExactly("refused: no archive 7.0 false", "by hand 5.0 false");
    assertThat(marks.getFirst().result())
        .extracting(StudentResult::exercises)
        .isEqualTo(List.of(new ExerciseMark("01.2", "two", 10, 7, "by hand", "on paper", "")));
  }

  @Test
  void a_comment_alone_is_no_mark_and_has_a_page() throws Exception {
    var file = folder.resolve("hand.csv");
    Files.writeString(file, "id,exercise,total,reason\nada,01.2,,excused until Friday\n");
    var roster = folder.resolve("roster.csv");
    Files.writeString(roster, "id,name\nada,Ada\nfay,Fay\n");
    var late = LatePolicy.of(null, null);
    var two = new Exercise(new ExerciseId(1, 2), "two", 10, false, "A.java");
    var marks =
        new ClassMarks(Map.of(), Roster.read(roster, null), late, HandMark.read(file))
            .of(List.of(), List.of(two));
    assertThat(marks)
        .extracting(m -> m.status() + " " + m.isMissing())
        .containsExactly("missing true", "missing true");

    Files.createDirectories(folder.resolve("pages"));
    Files.writeString(folder.resolve("pages/ada.html"), "<body>of an earlier run</body>");
    var pages = FeedbackPages.write(folder, List.of(), marks, FeedbackPages.Detail.FULL);
    assertThat(folder.resolve("feedback/ada.html"))
        .content()
        .contains("<h1>Ada</h1>", "01.2: excused until Friday")
        .doesNotContain("of an earlier run");
    try (var zip = new ZipFile(pages.toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName)).containsExactly("ada.html");
    }
  }

  private static HandMark hand(double total) {
    return new HandMark(total, "seen in the lab", Map.of());
  }
}
