package tapeline.instructor.gradebook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.instructor.gradebook.StudentResult.ExerciseMark;

class MarksTest {
  private static final Instant NOON =
      requireNonNull(LatePolicy.of("2026-12-01T12:00", null).deadline());

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, 0", "1, 1", "86399, 1", "86400, 1", "86401, 2", "864000, 10"})
  void each_day_that_has_begun_is_a_late_day(long seconds, long days) {
    var policy = LatePolicy.of("2026-12-01T12:00", "10%/day");
    assertThat(policy.lateDays(NOON.plusSeconds(seconds), null)).isEqualTo(days);
  }

  @Test
  void an_extension_is_a_students_own_deadline() {
    var policy = LatePolicy.of("2026-12-01T12:00", "10%/day");
    var own = NOON.plus(Duration.ofDays(2));
    assertThat(policy.lateDays(NOON.plus(Duration.ofHours(47)), own)).isZero();
    assertThat(policy.lateDays(NOON.plus(Duration.ofHours(49)), own)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-12-01 12:00:00.25 UTC",
        "2026-12-01T12:00:00.25Z",
        "2026-12-01T13:00:00.25+01:00"
      })
  void times_are_read_as_platforms_write_them(String text) {
    assertThat(Moment.parse("submitted", text)).isEqualTo("2026-12-01T12:00:00.25Z");
  }

  @ParameterizedTest
  @CsvSource({"0, 85", "1, 76.5", "3, 59.5", "10, 0", "30, 0"})
  void lateness_costs_a_share_a_day_and_never_more_than_all(long days, double total) {
    assertThat(LatePolicy.of("2026-12-01T12:00", "10%/day").total(85, days)).isEqualTo(total);
  }

  @Test
  void a_policy_that_cannot_be_read_says_how_it_should_read() {
    assertThatThrownBy(() -> LatePolicy.of("1st of May", null))
        .hasMessage("a deadline reads 2026-12-01T12:00, got 1st of May");
    assertThatThrownBy(() -> LatePolicy.of(null, "10"))
        .hasMessageContaining("got --late-penalty 10");
    assertThatThrownBy(() -> LatePolicy.of(null, "101%/day")).hasMessageContaining("at most 100");
  }

  @ParameterizedTest
  @CsvSource({
    "ada, ada, ''",
    "ada.zip, ada, ''",
    "ada.tar.gz, ada, ''",
    "Ada Lovelace_4711_assignsubmission_file_, 4711, Ada Lovelace",
    "Ada Lovelace_4711_assignsubmission_file_work.zip, 4711, Ada Lovelace",
    "Ada Lovelace_4711_assignsubmission_onlinetext_, 4711, Ada Lovelace",
    "lovelaceada_4711_8822_homework.zip, 4711, lovelaceada",
    "lovelaceada_LATE_4711_8822_homework-1.zip, 4711, lovelaceada",
    "love_lace_ada_LATE_4711_8822_home_1_2_work.zip, 4711, love_lace_ada",
    "LATE_anon_Ab1cD_8822_homework.zip, anon_Ab1cD, ''",
    "anon_Ab1cD_text.html, anon_Ab1cD, ''",
    "ada_4711_8822_foo_99_assignsubmission_file_x.zip, 4711, ada",
    "Ada_4711_assignsubmission_file_x_LATE_12_3_y.zip, 4711, Ada",
  })
  void platforms_names_are_understood(String file, String id, String name) {
    assertThat(HandedIn.student(file)).isEqualTo(Student.called(id, name));
  }

  @Test
  void what_is_of_one_student_comes_together_and_what_is_nobodys_is_listed() throws Exception {
    Files.createDirectory(folder.resolve("ada"));
    Files.createDirectory(folder.resolve("Ben_7_assignsubmission_file_"));
    Files.createDirectory(folder.resolve("Ben_7_assignsubmission_onlinetext_"));
    Files.createDirectory(folder.resolve("__MACOSX"));
    for (var file :
        List.of(
            "ada.zip",
            "c_LATE_9_1_a.zip",
            "c_LATE_9_2_b.pdf",
            "dan.7z",
            "Flo_8_assignsubmission_file_x_LATE_9_3_y.zip",
            "notes.txt")) {
      Files.writeString(folder.resolve(file), "");
    }
    Files.createSymbolicLink(folder.resolve("eve"), Path.of("/etc"));
    var ignored = new ArrayList<String>();
    var all = HandedIn.in(folder, ignored);
    assertThat(all)
        .extracting(h -> h.student().id() + " " + h.paths().size())
        .containsExactly("7 2", "8 1", "9 1", "ada 2", "dan 1");
    assertThat(all)
        .extracting(HandedIn::markedLate)
        .containsExactly(false, false, true, false, false);
    assertThat(all.get(1).changed()).isNotNull();
    assertThat(all.get(2).changed()).as("Canvas's files have the time of the export").isNull();
    assertThat(ignored)
        .containsExactlyInAnyOrder("__MACOSX", "eve", "notes.txt", "c_LATE_9_2_b.pdf");
    Files.delete(folder.resolve("eve"));
  }

  @Test
  void nbgraders_and_github_classrooms_folders_are_understood() throws Exception {
    var handedIn = Files.createDirectories(folder.resolve("homework-3-submissions"));
    Files.createDirectories(handedIn.resolve("homework-3-ada/.git"));
    Files.createDirectories(handedIn.resolve("homework-3-ben"));
    Files.createDirectories(handedIn.resolve("cleo/homework-3"));
    Files.writeString(
        handedIn.resolve("cleo/homework-3/timestamp.txt"), "2026-12-01 12:00:00.250000 UTC\n");
    var all = HandedIn.in(handedIn, new ArrayList<>());
    assertThat(all)
        .extracting(h -> h.student().id())
        .as("what is no repository keeps its name")
        .containsExactly("ada", "cleo", "homework-3-ben");
    assertThat(all.getFirst().changed()).as("files have the time of the clone").isNull();
    assertThat(all.get(1).changed()).isEqualTo("2026-12-01T12:00:00.25Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Student,ID,SIS User ID,SIS Login ID,Section,HW (1); Ada,4711,,ada@x.org,A,; ada@x.org",
        "Identifier,Full name,Email address,Status; Participant 4711,Ada,ada@x.org,-; ada@x.org",
        "assignment,timestamp,student_id,last_name,email;"
            + " hw,2026-12-01 12:00:00 UTC,4711,Ada,ada@x.org; ada@x.org",
        "assignment_name,github_username,roster_identifier,submission_timestamp;"
            + " hw,4711,Ada,2026-12-01 12:00:00 UTC; ''",
      })
  void platforms_lists_are_understood(String head, String row, String email) throws Exception {
    var file = folder.resolve("list.csv");
    Files.writeString(file, head + "\n    Points Possible,,,,\n" + row + "\n");
    var points = Roster.read(file).students();
    var ada = requireNonNull(points.get("4711"));
    assertThat(ada).extracting(Student::name, Student::email).containsExactly("Ada", email);
    assertThat(ada.submitted() == null).isNotEqualTo(head.contains("timestamp"));
  }

  @Test
  void a_mark_by_hand_has_a_reason() throws Exception {
    var file = folder.resolve("hand.csv");
    Files.writeString(file, "id,total,reason\nada,12.5,seen in the lab\n");
    assertThat(HandMark.read(file)).containsExactly(Map.entry("ada", hand(12.5)));
    assertThatThrownBy(
            () -> HandMark.requireKnown(HandMark.read(file), Roster.NONE, List.of(), List.of()))
        .hasMessage("a mark by hand is for somebody on the roster or who handed in, got ada");
    Files.writeString(file, "id,total,reason\nada,12.5,\n");
    assertThatThrownBy(() -> HandMark.read(file)).hasMessageContaining("has a total and a reason");
    Files.writeString(file, "id,total\n");
    assertThatThrownBy(() -> HandMark.read(file)).hasMessageContaining("has a column reason");
  }

  @Test
  void a_mark_by_hand_stands_for_what_was_graded_and_for_what_could_not_be() {
    var byHand = Map.of("4711", hand(12.5), "eve", hand(3));
    var late = LatePolicy.of("2026-12-01T12:00", "10%/day");
    var marks = new ClassMarks(Map.of("4711", result("4711")), Roster.NONE, late, byHand);
    var paths = List.of(folder);
    var all =
        List.of(
            new HandedIn(Student.called("4711", ""), paths, NOON.plusSeconds(1), false, false),
            new HandedIn(Student.called("eve", ""), paths, null, false, false));
    assertThat(marks.of(all, List.of()))
        .extracting(m -> m.status() + " " + m.earned() + " " + m.total())
        .containsExactly("by hand: seen in the lab 10 12.5", "by hand: seen in the lab 0 3.0");
  }

  @Test
  void an_exercise_has_points_and_comments_by_hand_and_requests_are_listed() throws Exception {
    var file = folder.resolve("hand.csv");
    Files.writeString(
        file, "id,exercise,total,reason\n4711,01.2,7,nearly right\n4711,01.1,,well said\n");
    var byHand = HandMark.read(file);
    var late = LatePolicy.of("2026-12-01T12:00", "10%/day");
    var handedIn =
        new HandedIn(
            Student.called("4711", "Ada"), List.of(folder), NOON.plusSeconds(1), false, false);
    var marks =
        new ClassMarks(Map.of("4711", result("4711")), Roster.NONE, late, byHand)
            .of(List.of(handedIn), List.of());
    var mark = marks.getFirst();
    assertThat(mark.earned()).isEqualTo(17);
    assertThat(mark.total()).as("less a day").isEqualTo(15.3);
    assertThat(mark.status()).isEqualTo("graded");
    assertThat(ExportFormat.GRADESCOPE.write(folder, "", marks).resolve("4711/results.json"))
        .content()
        .contains("by hand: nearly right", "passed: well said");

    Files.createDirectories(folder.resolve("pages"));
    Files.writeString(folder.resolve("pages/4711.html"), "<body>\nfound</body>");
    FeedbackPages.write(folder, List.of(handedIn), marks);
    assertThat(folder.resolve("feedback/4711.html"))
        .content()
        .contains(
            "<h1>Ada</h1>",
            "15.30 of 0 points",
            "17 earned, less 1.70 for 1 days late",
            "01.2, 7 points by hand: nearly right",
            "found");

    var requests = folder.resolve("requests.csv");
    Files.writeString(requests, "id,exercise,request\n4711,01.2,why?\n4711,,all of it\n");
    assertThat(RegradeList.write(requests, folder, marks)).endsWith("1 of 2 without an answer");
    assertThat(folder.resolve("regrade.csv"))
        .content()
        .contains("4711,Ada,01.2,why?,7,nearly right", "4711,Ada,,all of it,15.30,");
  }

  @Test
  void points_by_hand_count_where_nothing_was_graded() throws Exception {
    var file = folder.resolve("hand.csv");
    Files.writeString(
        file, "id,exercise,total,reason\n4711,01.2,7,on paper\neve,01.2,5,shown in the lab\n");
    var refused = new StudentResult("", "4711", "no archive", List.of(), 0, 0);
    var two = new Exercise(new ExerciseId(1, 2), "two", 10, "A.java");
    var late = LatePolicy.of(null, null);
    var all =
        List.of(
            new HandedIn(Student.called("4711", ""), List.of(folder), null, false, false),
            new HandedIn(Student.called("eve", ""), List.of(folder), null, false, false));
    var marks =
        new ClassMarks(Map.of("4711", refused), Roster.NONE, late, HandMark.read(file))
            .of(all, List.of(two));
    assertThat(marks)
        .extracting(m -> m.status() + " " + m.total() + " " + m.isMissing())
        .containsExactly("refused: no archive 7.0 false", "refused: nothing was graded 5.0 false");
    assertThat(marks.getFirst().result())
        .extracting(StudentResult::exercises)
        .isEqualTo(List.of(new ExerciseMark("01.2", "two", 10, 7, "by hand", "on paper")));
  }

  /// Everybody's files say that they were in time, and everybody was three days late.
  @Test
  void a_files_own_time_counts_only_where_nobody_else_says_one_and_the_marks_say_so()
      throws Exception {
    for (var name : List.of("ada", "ben", "cleo")) {
      Files.createDirectories(folder.resolve("in/" + name + "/homework"));
      var file = Files.writeString(folder.resolve("in/" + name + "/homework/Tape.java"), "");
      Files.setLastModifiedTime(file, FileTime.from(NOON.minusSeconds(1)));
    }
    var late = NOON.plus(Duration.ofDays(3));
    Files.writeString(folder.resolve("in/ben/homework/timestamp.txt"), late.toString());
    var roster = folder.resolve("roster.csv");
    Files.writeString(roster, "id,submitted\nada,%s\nben,\ncleo,\n".formatted(late));

    var all = HandedIn.in(folder.resolve("in"), new ArrayList<>());
    var policy = LatePolicy.of("2026-12-01T12:00", "10%/day");
    var marks = new ClassMarks(Map.of(), Roster.read(roster), policy, Map.of()).of(all, List.of());
    assertThat(CsvText.read(MarksTable.of(List.of(), marks)))
        .extracting(row -> row.get(0) + " " + row.get(4) + " " + row.get(5))
        .containsExactly(
            "id late_days time_from", "ada 3 roster", "ben 3 timestamp.txt", "cleo 0 files");
  }

  @Test
  void the_marks_say_which_exercises_earned_their_points_undecided() throws Exception {
    var exercises =
        List.of(
            new ExerciseMark("13.4", "panels", 20, 20, "undecided", "0.98× to 1.03×"),
            new ExerciseMark("13.5", "vectors", 20, 0, "undecided", "0.98× to 1.03×"),
            new ExerciseMark("13.6", "threads", 20, 20, "passed", ""));
    var result = new StudentResult("key", "ada", "", exercises, 7, 1.5);
    var mark = new Mark(Student.called("ada", ""), result, null, 0, "", 60, 40, null);
    assertThat(CsvText.read(MarksTable.of(List.of(), List.of(mark))))
        .extracting(List::getLast)
        .containsExactly("undecided", "13.4");
  }

  @Test
  void a_request_of_a_stranger_costs_the_others_no_answer() throws Exception {
    var requests = folder.resolve("requests.csv");
    Files.writeString(requests, "id,exercise,request\nzoe,01.2,why?\n4711,01.9,why?\n");
    var mark = new Mark(Student.called("4711", "Ada"), result("4711"), null, 0, "", 10, 10, null);
    assertThat(RegradeList.write(requests, folder, List.of(mark)))
        .endsWith("2 of 2 without an answer; not in the class: zoe");
    assertThat(folder.resolve("regrade.csv"))
        .content()
        .contains("zoe,,01.2,why?,,", "4711,Ada,01.9,why?,,");
  }

  private static HandMark hand(double total) {
    return new HandMark(total, "seen in the lab", Map.of());
  }

  @Test
  void a_list_is_read_with_its_quotes() throws Exception {
    var file = folder.resolve("roster.csv");
    Files.writeString(
        file, "\uFEFFName,ID,email\r\n\"Lovelace, \"\"Ada\"\"\",4711,ada@x.org\r\n\r\nBob,b,\r\n");
    assertThat(Roster.read(file).students().values())
        .containsExactly(
            new Student("4711", "Lovelace, \"Ada\"", "ada@x.org", "", null, null),
            new Student("b", "Bob", "", "", null, null));
    Files.writeString(file, "name\nAda\n");
    assertThatThrownBy(() -> Roster.read(file)).hasMessageContaining("has a column id");
    Files.writeString(file, "id,deadline,submitted\na,2026-12-01T12:00,\n");
    assertThat(Roster.read(file).students().get("a")).extracting(Student::deadline).isEqualTo(NOON);
    Files.writeString(file, "id,submitted\na,yesterday\n");
    assertThatThrownBy(() -> Roster.read(file)).hasMessageContaining("got yesterday");
    Files.writeString(file, "id\na\na\n");
    assertThatThrownBy(() -> Roster.read(file)).hasMessageContaining("has a twice");
  }

  @Test
  void a_quote_that_is_not_closed_swallows_no_rows() {
    assertThatThrownBy(() -> CsvText.read("id,name\nada,A\nbob,\"B\ncyd,C\n"))
        .hasMessage("a quote is not closed, in the row that begins with bob,\"B");
  }

  @Test
  void a_table_quotes_and_holds_no_formulas() {
    var csv = new CsvText().row(List.of("a,b", "say \"x\"", "=1+1", "-3", "@x")).toString();
    assertThat(csv).isEqualTo("\"a,b\",\"say \"\"x\"\"\",'=1+1,-3,'@x\r\n");
    assertThat(CsvText.read(csv))
        .containsExactly(List.of("a,b", "say \"x\"", "'=1+1", "-3", "'@x"));
    assertThat(new CsvText().row(List.of("\n=1", "a\u202eb\u001b[2J", "x\ny")).toString())
        .as("one line, without what a terminal or a spreadsheet would obey")
        .isEqualTo("' =1,a\uFFFDb\uFFFD[2J,x y\r\n");
  }

  @Test
  void no_two_ids_share_a_file() {
    assertThat(ResultStore.name("ada")).isEqualTo("ada");
    assertThat(ResultStore.name("../ada"))
        .matches("[A-Za-z0-9_][A-Za-z0-9._-]*")
        .isNotEqualTo("ada");
    assertThat(ResultStore.name("a b")).isNotEqualTo(ResultStore.name("a_b"));
    assertThat(ResultStore.name("a/b")).isNotEqualTo(ResultStore.name("a b"));
    assertThat(ResultStore.name(".")).isNotEqualTo(".");
    assertThat("äÅ".hashCode()).isEqualTo("å\u00a6".hashCode());
    assertThat(ResultStore.name("äÅ")).isNotEqualTo(ResultStore.name("å\u00a6"));
    assertThat(ResultStore.name("a".repeat(255))).hasSizeLessThan(200);
  }

  private static StudentResult result(String id) {
    var marks =
        List.of(
            new ExerciseMark("01.1", "the <sum>", 10, 10, "passed", ""),
            new ExerciseMark("01.2", "the mean", 20, 0, "failed", "expected: 1.5\u0007 & got: 1"));
    return new StudentResult("key", id, "", marks, 7, 1.5);
  }

  @Test
  void a_result_is_kept_for_its_key_and_a_broken_one_forgotten() throws Exception {
    var store = new ResultStore(folder);
    store.write(result("ada"));
    assertThat(store.read("ada", "key")).contains(result("ada"));
    assertThat(store.read("ada", "other")).isEmpty();
    assertThat(store.read("bob", "key")).isEmpty();
    Files.writeString(folder.resolve("ada.json"), "{\"key\": ");
    assertThat(store.read("ada", "key")).isEmpty();
  }

  private static List<Mark> marks() {
    var ada = new Student("4711", "Ada", "ada@x.org", "A", null, null);
    var refused = new StudentResult("k", "eve", "a link", List.of(), 7, 0);
    return List.of(
        new Mark(ada, result("4711"), NOON, 1, "files", 30, 9, null),
        new Mark(Student.called("bob", ""), null, null, 0, "", 30, 0, null),
        new Mark(Student.called("eve", ""), refused, NOON, 0, "roster", 30, 0, null));
  }

  @Test
  void canvas_and_moodle_get_their_columns() throws Exception {
    var canvas = ExportFormat.CANVAS.write(folder, "Tapeline 1", marks());
    assertThat(Files.readString(canvas))
        .isEqualTo(
            """
            Student,ID,SIS User ID,SIS Login ID,Section,Tapeline 1
                Points Possible,,,,,30
            Ada,4711,,ada@x.org,A,9
            bob,bob,,,,
            eve,eve,,,,0
            """
                .replace("\n", "\r\n"));
    var moodle = ExportFormat.MOODLE.write(folder, "Tapeline 1", marks());
    var now = "\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z";
    assertThat(Files.readString(moodle).replaceAll(now, "TIME").lines())
        .containsExactly(
            "Identifier,Full name,Email address,Status,Grade,Maximum Grade,"
                + "Last modified (grade),Feedback comments",
            "Participant 4711,Ada,ada@x.org,\"Submitted for grading, 1 days late\",9,30,TIME,graded",
            "bob,bob,,No submission,,30,TIME,missing",
            "eve,eve,,Submitted for grading,0,30,TIME,refused: a link");
  }

  @Test
  void nbgrader_gets_its_columns() throws Exception {
    var made = ExportFormat.NBGRADER.write(folder, "Tapeline 1", marks());
    assertThat(Files.readString(made).lines())
        .containsExactly(
            "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
                + "late_submission_penalty,score,max_score",
            "Tapeline 1,," + NOON + ",4711,Ada,,ada@x.org,10,1,9,30",
            "Tapeline 1,,,bob,,,,0,0,0,30",
            "Tapeline 1,," + NOON + ",eve,,,,0,0,0,30");
  }

  @ParameterizedTest
  @CsvSource({
    "Ada Lovelace_4711_assignsubmission_file_,"
        + " Ada Lovelace_4711_assignsubmission_file_feedback.html",
    "lovelaceada_LATE_4711_8822_home_work.zip, lovelaceada_LATE_4711_8822_feedback.html",
    "anon_Ab1cD_8822_homework.zip, anon_Ab1cD_8822_feedback.html",
    "anon_Ab1cD_text.html, anon_Ab1cD_feedback.html",
    "ada.zip, ada.html"
  })
  void feedback_has_the_platforms_names(String handedIn, String name) {
    var student = HandedIn.student(handedIn);
    assertThat(new HandedIn(student, List.of(Path.of(handedIn)), null, false, false).feedbackName())
        .isEqualTo(name);
  }

  @Test
  void gradescope_gets_a_file_a_student() throws Exception {
    var made = ExportFormat.GRADESCOPE.write(folder, "Tapeline 1", marks());
    var json = new ObjectMapper().readTree(made.resolve("4711/results.json").toFile());
    assertThat(json.get("score").asDouble()).isEqualTo(9);
    assertThat(json.get("tests")).hasSize(2);
    assertThat(json.at("/tests/1/status").asText()).isEqualTo("failed");
    assertThat(json.at("/tests/1/max_score").asInt()).isEqualTo(20);
    assertThat(made.resolve("bob/results.json")).content().contains("missing");
  }

  @Test
  void junit_gets_well_formed_xml() throws Exception {
    var made = ExportFormat.JUNIT.write(folder, "Tapeline 1", marks());
    var xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(made.toFile());
    assertThat(xml.getElementsByTagName("testsuite").getLength()).isEqualTo(3);
    assertThat(xml.getElementsByTagName("failure").item(0).getTextContent())
        .isEqualTo("expected: 1.5\uFFFD & got: 1");
    assertThat(xml.getElementsByTagName("error").getLength())
        .as("missing and refused")
        .isEqualTo(2);
  }
}
