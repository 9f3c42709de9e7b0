package tapeline.instructor.gradebook;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.HandInTerms;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.MemberTable;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.toolkit.Sha256;

/// A class that has solved an exercise, under names, in archives and on a roster as people's
/// systems make them. No student loses a point by it.
@Tag("slow")
@Needs(Need.BUBBLEWRAP)
class HonestClassTest {
  private static final Map<String, List<String>> MARKS = new HashMap<>();
  private static final Instant OPENS = Instant.parse("2016-12-01T12:00:00Z");

  @TempDir static Path folder;
  private static Path work;
  private static Path in;

  @BeforeAll
  static void grade() throws IOException {
    var course = Course.at(FixtureCourse.projectRoot());
    var first = course.module(2).exercises().getFirst();
    new GeneratedClass(course, course.module(2))
        .write(folder, "work", Map.of(first.id(), "solved"), false);
    work = folder.resolve("work");
    in = Files.createDirectory(folder.resolve("in"));
    handIn();
    var ids = List.of("eve", "fay", "7", "gil", "hal smith", "ivy", "m\u00fcller", "jim", "kim");
    var more = List.of("leo", "max", "4711", "zoe", "pia");
    var roster =
        ids.stream().map(id -> id + ";Somebody, " + id + "\r").collect(joining())
            + String.join(";\r", more);
    Files.writeString(folder.resolve("roster.csv"), "\uFEFFID;Name\r" + roster + ";");
    var out = folder.resolve("marks.csv");
    int code =
        new CommandLine(new GradebookCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(
                in.toString(),
                "--out=" + out,
                "--modules=" + first.id(),
                "--course=" + course.root(),
                "--receipts=" + receiptBeforeTheWindow("pia", course.module(2).name()),
                "--roster=" + folder.resolve("roster.csv"));
    assertThat(code).isZero();
    var table = CsvTable.read(out, "the marks");
    for (var row : table.rows()) {
      var cells = Stream.of("status", "earned", "total").map(c -> table.cell(row, c));
      MARKS.put(table.cell(row, "id"), cells.toList());
    }
  }

  private static Path receiptBeforeTheWindow(String name, String module) throws IOException {
    zip(name + ".zip", n -> n);
    var place = folder.resolve("class.db");
    var database = Database.open(place.toString());
    var members = new MemberTable(database);
    members.invite(Member.Kind.STUDENT, name, name, name, "token");
    var member = members.all().getFirst();
    var hash = Sha256.of(in.resolve(name + ".zip"));
    new ReceiptTable(database)
        .add(
            member,
            new Receipt(0, member.id(), "", hash, 1, OPENS.minusMillis(1), module, "", ""),
            _ -> true);
    var window = new HandInTerms(OPENS, OPENS.plus(Duration.ofDays(36_500)));
    database.useHandle(h -> ClassTimes.open(h, module, window));
    return place;
  }

  private static void handIn() throws IOException {
    for (var name :
        List.of("eve_2026_11_28", "fay_2026_11_28", "007", "hal\u00a0smith", "ivy (1)")) {
      zip(name + ".zip", n -> n);
    }
    zip("mu\u0308ller.zip", n -> n);
    copy("Gil", n -> n);
    zip("jim.ZIP", n -> "jim's homework/" + n, "__MACOSX/jim's homework/._A", ".DS_Store");
    Files.createDirectory(in.resolve("kim"));
    zip("kim/my work.zip", n -> n);
    zip("leo.zip", n -> n.replace('/', '\\'));
    copy("max", n -> "tapeline/modules/" + n);
    Files.createDirectories(in.resolve("max/tapeline/solutions/02-gradient-check"));
    zip("ned_4711_8822_hw.zip", n -> n);
    zip("ned_4711_8823_hw-1.zip", n -> n);
  }

  private static List<Path> files() throws IOException {
    try (var all = Files.walk(work)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void copy(String to, UnaryOperator<String> name) throws IOException {
    for (var file : files()) {
      var copy = in.resolve(to).resolve(name.apply(work.relativize(file).toString()));
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
  }

  private static void zip(String to, UnaryOperator<String> name, String... more)
      throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(in.resolve(to)))) {
      for (var file : files()) {
        out.putNextEntry(new ZipEntry(name.apply(work.relativize(file).toString())));
        out.write(Files.readAllBytes(file));
      }
      for (var other : more) {
        out.putNextEntry(new ZipEntry(other));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eve",
        "fay",
        "7",
        "gil",
        "hal smith",
        "ivy",
        "m\u00fcller",
        "jim",
        "kim",
        "leo",
        "max",
        "4711"
      })
  void an_honest_hand_in_has_its_points_and_its_name(String id) {
    var mark = requireNonNull(MARKS.get(id), id);
    assertThat(mark.getFirst()).isEqualTo("graded");
    assertThat(mark.get(2)).as("total").isEqualTo(mark.get(1)).isNotEqualTo("0");
    assertThat(MARKS).as("a row a student, and zoe is missing").hasSize(14).containsKey("zoe");
  }

  @Test
  void a_hand_in_before_the_window_is_refused_and_not_missing() {
    assertThat(requireNonNull(MARKS.get("pia")))
        .first()
        .asString()
        .startsWith("refused: of pia nothing counts: hand-ins are taken from " + OPENS);
    assertThat(requireNonNull(MARKS.get("zoe"))).startsWith("missing");
  }
}
