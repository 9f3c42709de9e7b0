package tapeline.instructor.gradebook;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.instructor.gradebook.MarksTest.NOON;
import static tapeline.instructor.gradebook.MarksTest.result;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportFormatTest {
  @TempDir Path folder;

  /// Canvas deletes the grade, and Moodle the comments, where a cell is empty.
  @Test
  void canvas_and_moodle_get_their_columns_and_no_row_of_who_is_missing() throws Exception {
    var canvas = ExportFormat.CANVAS.write(folder, "Tapeline 1", marks());
    assertThat(Files.readString(canvas))
        .isEqualTo(
            """
            Student,ID,SIS User ID,SIS Login ID,Section,Tapeline 1
            "    Points Possible",,,,,30
            Ada,4711,,ada@x.org,A,9
            eve,eve,,,,0
            """
                .replace("\n", "\r\n"));
    var moodle = ExportFormat.MOODLE.write(folder, "Tapeline 1", marks());
    var now = "\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z";
    assertThat(Files.readString(moodle).replaceAll(now, "TIME").lines())
        .containsExactly(
            "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (grade)",
            "Participant 4711,Ada,ada@x.org,\"Submitted for grading, 1 days late\",9,30,TIME",
            "eve,eve,,Submitted for grading,0,30,TIME");
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

  private static List<Mark> marks() {
    var ada = new Student("4711", "Ada", "ada@x.org", "A", null, null);
    var refused = new StudentResult("k", "eve", "a link", List.of(), 7, 0, "");
    return List.of(
        new Mark(ada, result("4711"), NOON, 1, "files", 30, 9, null),
        new Mark(Student.called("bob", ""), null, null, 0, "", 30, 0, null),
        new Mark(Student.called("eve", ""), refused, NOON, 0, "roster", 30, 0, null));
  }
}
