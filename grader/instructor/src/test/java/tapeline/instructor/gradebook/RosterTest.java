package tapeline.instructor.gradebook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.instructor.gradebook.MarksTest.NOON;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RosterTest {
  @TempDir Path folder;

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
}
