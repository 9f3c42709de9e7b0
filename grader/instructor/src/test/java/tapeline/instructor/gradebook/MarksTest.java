package tapeline.instructor.gradebook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.instructor.gradebook.StudentResult.ExerciseMark;

class MarksTest {
  private static final Instant NOON =
      requireNonNull(LatePolicy.of("2026-12-01T12:00", null).deadline());

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, 0", "1, 1", "86399, 1", "86400, 1", "86401, 2", "864000, 10"})
  void each_day_that_has_begun_is_a_late_day(long seconds, long days) {
    var policy = LatePolicy.of("2026-12-01T12:00", "10%/day");
    assertThat(policy.lateDays(NOON.plusSeconds(seconds))).isEqualTo(days);
  }

  @ParameterizedTest
  @CsvSource({"0, 85", "1, 76.5", "3, 59.5", "10, 0", "30, 0"})
  void lateness_costs_a_share_a_day_and_never_more_than_all(long days, double total) {
    assertThat(LatePolicy.of("2026-12-01T12:00", "10%/day").total(85, days)).isEqualTo(total);
  }

  @Test
  void a_policy_that_cannot_be_read_says_how_it_should_read() {
    assertThatThrownBy(() -> LatePolicy.of("1st of May", null))
        .hasMessage("a deadline reads 2026-12-01T12:00, got --deadline 1st of May");
    assertThatThrownBy(() -> LatePolicy.of(null, "10"))
        .hasMessageContaining("got --late-penalty 10");
    assertThatThrownBy(() -> LatePolicy.of(null, "101%/day")).hasMessageContaining("at most 100");
  }

  @ParameterizedTest
  @CsvSource({
    "ada, ada, ''",
    "ada.zip, ada, ''",
    "Ada Lovelace_4711_assignsubmission_file_, 4711, Ada Lovelace",
    "Ada Lovelace_4711_assignsubmission_file_work.zip, 4711, Ada Lovelace",
    "lovelaceada_4711_8822_homework.zip, 4711, lovelaceada",
    "lovelaceada_LATE_4711_8822_homework-1.zip, 4711, lovelaceada",
  })
  void platforms_names_are_understood(String file, String id, String name) {
    assertThat(HandedIn.student(file)).isEqualTo(Student.called(id, name));
  }

  @Test
  void a_student_hands_in_once() throws Exception {
    Files.createDirectory(folder.resolve("ada"));
    Files.writeString(folder.resolve("ada.zip"), "");
    assertThatThrownBy(() -> HandedIn.in(folder)).hasMessageContaining("are both of ada");
  }

  @Test
  void a_list_is_read_with_its_quotes() throws Exception {
    var file = folder.resolve("roster.csv");
    Files.writeString(
        file, "\uFEFFName,ID,email\r\n\"Lovelace, \"\"Ada\"\"\",4711,ada@x.org\r\n\r\nBob,b,\r\n");
    assertThat(Roster.read(file).students().values())
        .containsExactly(
            new Student("4711", "Lovelace, \"Ada\"", "ada@x.org", ""),
            new Student("b", "Bob", "", ""));
    Files.writeString(file, "name\nAda\n");
    assertThatThrownBy(() -> Roster.read(file)).hasMessageContaining("has a column id");
    Files.writeString(file, "id\na\na\n");
    assertThatThrownBy(() -> Roster.read(file)).hasMessageContaining("has a twice");
  }

  @Test
  void a_table_quotes_and_holds_no_formulas() {
    var csv = new CsvText().row(List.of("a,b", "say \"x\"", "=1+1", "-3", "@x")).toString();
    assertThat(csv).isEqualTo("\"a,b\",\"say \"\"x\"\"\",'=1+1,-3,'@x\r\n");
    assertThat(CsvText.read(csv))
        .containsExactly(List.of("a,b", "say \"x\"", "'=1+1", "-3", "'@x"));
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
    var ada = new Student("4711", "Ada", "ada@x.org", "A");
    var refused = new StudentResult("k", "eve", "a link", List.of(), 7, 0);
    return List.of(
        new Mark(ada, result("4711"), NOON, 1, 30, 9),
        new Mark(Student.called("bob", ""), null, null, 0, 30, 0),
        new Mark(Student.called("eve", ""), refused, NOON, 0, 30, 0));
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
            bob,bob,,,,0
            eve,eve,,,,0
            """
                .replace("\n", "\r\n"));
    var moodle = ExportFormat.MOODLE.write(folder, "Tapeline 1", marks());
    assertThat(Files.readString(moodle).lines())
        .containsExactly(
            "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments",
            "Participant 4711,Ada,ada@x.org,\"Submitted for grading, 1 days late\",9,30,graded",
            "bob,bob,,No submission,,30,missing",
            "eve,eve,,Submitted for grading,0,30,refused: a link");
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
