package tapeline.instructor.gradebook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.instructor.database.Database;
import tapeline.instructor.gradebook.StudentResult.ExerciseMark;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.ClassTimes.Extension;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.MemberTable;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.toolkit.Sha256;

class MarksTest {
  static final Instant NOON = requireNonNull(LatePolicy.of("2026-12-01T12:00", null).deadline());

  private static final Set<String> MODULES = Set.of("02-ask");

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
        "2026-12-01 12:00:00.25",
        "2026-12-01 12:00:00.25 UTC",
        "2026-12-01T12:00:00.25Z",
        "2026-12-01T13:00:00.25+01:00",
        "2026-12-01 13:00:00.25 +0100",
        "2026-12-01 04:00:00.25 PST",
        "2026-12-01 14:00:00.25 CEST",
        "1.12.2026 12:00:00.25",
        "01.12.2026 13:00:00.25 CET"
      })
  void times_are_read_as_platforms_write_them(String text) {
    assertThat(Moment.parse("submitted", text, ZoneOffset.UTC))
        .isEqualTo("2026-12-01T12:00:00.25Z");
  }

  @ParameterizedTest
  @CsvSource({"0, 85", "1, 76.5", "3, 59.5", "10, 0", "30, 0"})
  void lateness_costs_a_share_a_day_and_never_more_than_all(long days, double total) {
    assertThat(LatePolicy.of("2026-12-01T12:00", "10%/day").total(85, days)).isEqualTo(total);
  }

  @Test
  void a_policy_that_cannot_be_read_says_how_it_should_read() {
    assertThatThrownBy(() -> LatePolicy.of("1st of May", null))
        .hasMessage(
            "a deadline reads 2026-12-01T12:00, perhaps with an offset such as +01:00, got 1st of May");
    assertThatThrownBy(() -> LatePolicy.of(null, "10"))
        .hasMessageContaining("got --late-penalty 10");
    assertThatThrownBy(() -> LatePolicy.of(null, "101%/day")).hasMessageContaining("at most 100");
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

    var all = HandedIn.in(folder.resolve("in"), MODULES, new Ids(List.of()), new ArrayList<>());
    var policy = LatePolicy.of("2026-12-01T12:00", "10%/day");
    var marks =
        new ClassMarks(Map.of(), Roster.read(roster, null), policy, Map.of()).of(all, List.of());
    assertThat(cells(marks, "id", "late_days", "time_from"))
        .containsExactly(
            List.of("ada", "3", "roster"),
            List.of("ben", "3", "timestamp.txt"),
            List.of("cleo", "0", "files"));
  }

  @Test
  void a_deadline_that_the_class_gave_one_student_counts_after_the_rosters() throws Exception {
    var in = Files.createDirectory(folder.resolve("in"));
    var database = Database.open(folder.resolve("class.db").toString());
    var members = new MemberTable(database);
    var receipts = new ReceiptTable(database);
    var late = NOON.plus(Duration.ofHours(36));
    for (var name : List.of("ada", "ben", "cleo")) {
      var file = Files.writeString(in.resolve(name + ".zip"), name);
      members.invite(Member.Kind.STUDENT, name, name, name, "token of " + name);
      var member = members.all().getLast();
      var hash = Sha256.of(file);
      receipts.add(
          member, new Receipt(0, member.id(), "", hash, 4, late, "02-ask", "", ""), _ -> true);
      var work = name.equals("ben") ? "03-other" : "02-ask";
      database.useHandle(h ->
          ClassTimes.extend(h, new Extension(member.id(), work, NOON.plus(Duration.ofDays(2)))));
    }
    var roster =
        Files.writeString(folder.resolve("r.csv"), "id,deadline\ncleo,%s\n".formatted(NOON));
    var policy = LatePolicy.of("2026-12-01T12:00", "10%/day");
    var list = Roster.read(roster, null);
    var all =
        new ReceivedHandIns(receipts, ClassTimes.of(database), folder, MODULES)
            .counting(
                HandedIn.in(in, MODULES, list.ids(), new ArrayList<>()),
                list,
                policy,
                new ArrayList<>());
    var marks = new ClassMarks(Map.of(), list, policy, Map.of()).of(all, List.of());
    assertThat(cells(marks, "id", "late_days"))
        .containsExactly(List.of("ada", "0"), List.of("ben", "2"), List.of("cleo", "2"));
  }

  @Test
  void the_marks_say_which_exercises_are_undecided_and_which_given_files_were_changed()
      throws Exception {
    var exercises =
        List.of(
            new ExerciseMark("13.4", "panels", 20, 0, "undecided", "0.98× to 1.03×", ""),
            new ExerciseMark("13.5", "vectors", 20, 0, "failed", "0.98× to 1.03×", ""),
            new ExerciseMark("13.6", "threads", 20, 20, "passed", "", ""));
    var result = new StudentResult("key", "ada", "", exercises, 7, 1.5, "A.java B.java");
    var mark = new Mark(Student.called("ada", ""), result, null, 0, "", 60, 20, null);
    assertThat(cells(List.of(mark), "undecided", "changed_given"))
        .containsExactly(List.of("13.4", "A.java B.java"));
  }

  /// The cells of these columns, a list a student.
  private List<List<String>> cells(List<Mark> marks, String... columns) throws IOException {
    var file = folder.resolve("marks.csv");
    Files.writeString(file, MarksTable.of(List.of(), marks));
    var table = CsvTable.read(file, "the marks", columns);
    return table.rows().stream()
        .map(row -> Stream.of(columns).map(c -> table.cell(row, c)).toList())
        .toList();
  }

  @Test
  void a_table_quotes_and_holds_no_formulas() {
    var csv = new CsvText().row(List.of("a,b", "say \"x\"", "=1+1", "-3", "@x")).toString();
    assertThat(csv).isEqualTo("\"a,b\",\"say \"\"x\"\"\",'=1+1,-3,'@x\r\n");
    assertThat(CsvTable.parse("table", csv).getFirst().cells())
        .containsExactly("a,b", "say \"x\"", "'=1+1", "-3", "'@x");
    assertThat(new CsvText().row(List.of("x;=1;y", "x; -1", "x;\"=1\"", "x;y")).toString())
        .as("one that takes a semicolon for the end of a cell, too")
        .isEqualTo("x;'=1;y,x;' -1,\"x;'\"\"=1\"\"\",x;y\r\n");
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

  static StudentResult result(String id) {
    var marks =
        List.of(
            new ExerciseMark("01.1", "the <sum>", 10, 10, "passed", "", ""),
            new ExerciseMark(
                "01.2", "the mean", 20, 0, "failed", "expected: 1.5\u0007 & got: 1", ""));
    return new StudentResult("key", id, "", marks, 7, 1.5, "");
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
}
