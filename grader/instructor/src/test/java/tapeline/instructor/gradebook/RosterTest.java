package tapeline.instructor.gradebook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static tapeline.instructor.gradebook.MarksTest.NOON;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated("it sets the time zone")
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
    var points = Roster.read(file, null).students();
    var ada = requireNonNull(points.get("4711"));
    assertThat(ada).extracting(Student::name, Student::email).containsExactly("Ada", email);
    assertThat(ada.submitted() == null).isNotEqualTo(head.contains("timestamp"));
  }

  @Test
  void a_list_is_read_with_its_quotes() throws Exception {
    var file = folder.resolve("roster.csv");
    Files.writeString(
        file, "\uFEFFName,ID,email\r\n\"Lovelace, \"\"Ada\"\"\",4711,ada@x.org\r\n\r\nBob,b,\r\n");
    assertThat(Roster.read(file, null).students().values())
        .containsExactly(
            new Student("4711", "Lovelace, \"Ada\"", "ada@x.org", "", null, null),
            new Student("b", "Bob", "", "", null, null));
    Files.writeString(file, "name\nAda\n");
    assertThatThrownBy(() -> Roster.read(file, null))
        .hasMessageContaining("has a column id")
        .hasMessageContaining("Moodle's worksheet in English");
    Files.writeString(file, "id,deadline,submitted\na,2026-12-01T12:00,\n");
    assertThat(Roster.read(file, null).students().get("a"))
        .extracting(Student::deadline)
        .isEqualTo(NOON);
    Files.writeString(file, "id,kind\nTeam Ada,team\nada,student\n");
    assertThat(Roster.read(file, null).students())
        .as("a class's list has teams, too")
        .containsOnlyKeys("ada");
    Files.writeString(file, "id,submitted\na,yesterday\n");
    assertThatThrownBy(() -> Roster.read(file, null)).hasMessageContaining("got yesterday");
  }

  /// `|` for each end of a line.
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "id,name,submitted|ada,Ada,2026-11-27T12:00|leo,Leo,2026-11-30T12:00Z| # CR # ada leo",
        "id;name;submitted|ada;Ada, L;2026-11-27T12:00|leo;Leo;30.11.2026 12:00 UTC # LF # ada leo",
        "name\tid|Ada\tada|Leo\tleo| # CRLF # ada leo",
        "id,name|ada\u00a0,Ada|leo\u2007,Leo # LF # ada leo",
        "id,submitted|leo,2026-07-30 12:00:00 CEST # LF # leo",
        "id,name|mu\u0308ller,M # LF # m\u00fcller",
        "id,name| # LF # has rows below its first line, FILE has none",
        "'' # LF # a roster names its columns in its first line, FILE is empty",
        "id,name|,Points Possible # LF # a roster has students, FILE has none",
        "id,name|ada,Ada|,Leo # LF # FILE, line 3: a student has an id, got none for Leo",
        "id,name|ada,Lovelace, Ada # LF # FILE, line 2: a row has a cell a column, 2, got 3",
        "id,submitted|ada,|leo,11/30/2026 12:00 # CR # FILE, line 3: submitted reads",
        "id|a|a # CR # FILE, line 3: a roster has every id once, got a twice",
        "id,name|ada,A|bob,\"B|cyd,C # LF # FILE, below line 2: a quote is not closed",
      })
  void a_list_is_read_whatever_its_system_or_refused_with_the_line(
      String text, String end, String expected) throws Exception {
    var file = folder.resolve("roster.csv");
    Files.writeString(file, text.replace("|", end.replace("CR", "\r").replace("LF", "\n")));
    var words = expected.replace("FILE", file.toString());
    if (words.contains(" ") && words.length() > 10) {
      assertThatThrownBy(() -> Roster.read(file, null)).hasMessageContaining(words);
    } else {
      assertThat(String.join(" ", Roster.read(file, null).students().keySet())).isEqualTo(words);
    }
  }

  @Test
  void a_list_is_utf_8_or_utf_16_with_a_mark() throws Exception {
    var file = folder.resolve("roster.csv");
    Files.write(file, "\uFEFFid\tname\r\nada\tGrö".getBytes(StandardCharsets.UTF_16LE));
    assertThat(Roster.read(file, null).students().values())
        .extracting(Student::name)
        .containsExactly("Grö");
    Files.write(file, "id,name\rada,A\rgrö,G".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Roster.read(file, null))
        .hasMessageStartingWith(file + ", line 3: a table is text in UTF-8");
  }

  /// nbgrader exports all assignments in one file, with times that name no zone and are in UTC.
  @Test
  void of_nbgraders_export_one_assignment_is_read_in_utc() throws Exception {
    var file = folder.resolve("grades.csv");
    Files.writeString(
        file,
        """
        assignment,timestamp,student_id
        ps1,2026-11-01 12:00:00,ada
        ps1,2026-11-02 12:00:00,ben
        ps2,2026-12-01 12:00:00,ada
        ps2,,ben
        """);
    var zone = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    try {
      assertThat(Roster.read(file, "ps2").students().values())
          .extracting(Student::id, Student::submitted)
          .containsExactly(tuple("ada", Instant.parse("2026-12-01T12:00:00Z")), tuple("ben", null));
    } finally {
      TimeZone.setDefault(zone);
    }
    for (var other : new String[] {null, "Homework 3 (1234)"}) {
      assertThatThrownBy(() -> Roster.read(file, other))
          .hasMessage(
              "a roster is of one assignment, %s has ps1, ps2: name it, for example --assignment ps2"
                  .formatted(file));
    }
  }
}
