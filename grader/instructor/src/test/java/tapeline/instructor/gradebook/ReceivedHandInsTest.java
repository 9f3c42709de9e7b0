package tapeline.instructor.gradebook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.ClassTimes.Extension;
import tapeline.instructor.receipt.HandInTerms;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.MemberTable;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.toolkit.Sha256;

/// A class whose hand-ins have receipts.
class ReceivedHandInsTest {
  private static final String MODULE = "02-ask";
  private static final Instant NOON = Instant.parse("2016-12-01T12:00:00Z");
  private static final LatePolicy UNTIL_NOON = new LatePolicy(NOON, 0);

  @TempDir Path folder = Path.of(".");
  private final List<String> notes = new ArrayList<>();
  private Database database;
  private Path homework;

  @BeforeEach
  void open() throws IOException {
    database = Database.open(folder.resolve("class.db").toString());
    homework = Files.createDirectories(folder.resolve("homework").resolve(MODULE));
    Files.createDirectories(folder.resolve("uploads"));
  }

  /// Hands a text in as the class's server does, and returns the student's number.
  private int handIn(String name, String text, Instant when) throws IOException {
    return handIn(name, text, when, MODULE);
  }

  private int handIn(String name, String text, Instant when, String modules) throws IOException {
    var members = new MemberTable(database);
    members.invite(Member.Kind.STUDENT, name, name, name, "token of " + name);
    var member = members.all().stream().filter(m -> m.name().equals(name)).findFirst();
    int id = member.orElseThrow().id();
    var laid = Files.writeString(homework.resolve(name + ".zip"), text);
    Files.writeString(folder.resolve("uploads").resolve(Sha256.of(laid) + ".zip"), text);
    new ReceiptTable(database)
        .add(
            member.orElseThrow(),
            new Receipt(0, id, "", Sha256.of(laid), text.length(), when, modules, "", ""),
            _ -> true);
    return id;
  }

  private void extend(int member, Instant until) {
    database.useHandle(h -> ClassTimes.extend(h, new Extension(member, MODULE, until)));
  }

  private ReceivedHandIns received(String... modules) throws IOException {
    var place = folder.resolve("class.db").toString();
    return ReceivedHandIns.open(place, homework, Set.of(modules));
  }

  private List<HandedIn> counting(Roster roster, LatePolicy late) throws IOException {
    var found = HandedIn.in(homework, Set.of(MODULE), new Ids(List.of()), new ArrayList<>());
    var received = received(MODULE);
    return received.counting(found, roster, received.late(late), notes);
  }

  /// Returns the text of each hand-in that counts, by its student.
  private List<String> texts(Roster roster, LatePolicy late) throws IOException {
    var texts = new ArrayList<String>();
    for (var one : counting(roster, late)) {
      assertThat(one.refusal()).isEmpty();
      texts.add(one.student().id() + ": " + Files.readString(one.paths().getFirst()));
    }
    return texts;
  }

  @Test
  void of_a_students_hand_ins_the_last_one_in_time_counts_and_the_marks_say_so() throws Exception {
    for (var name : List.of("ada", "cleo", "dan")) {
      handIn(name, name + "'s first", NOON.minusSeconds(9));
    }
    for (var name : List.of("cleo", "dan", "ada")) {
      handIn(name, name + "'s second", name.equals("ada") ? NOON : NOON.minusSeconds(5));
    }
    handIn("ben", "ben's second", NOON.plusSeconds(20));
    for (var name : List.of("ada", "ben", "cleo", "dan")) {
      int member = handIn(name, name + "'s third", NOON.plusSeconds(30));
      if (name.equals("cleo")) {
        extend(member, NOON.plusSeconds(31));
      }
    }
    var listed = new Student("dan", "", "", "", null, NOON.plus(Duration.ofDays(1)));
    var roster = new Roster(Map.of("dan", listed));
    assertThat(texts(roster, UNTIL_NOON))
        .as("ben was always late, cleo's was accepted, dan has a deadline on the roster")
        .containsExactly(
            "ada: ada's second", "ben: ben's third", "cleo: cleo's third", "dan: dan's third");
    assertThat(notes)
        .containsExactly(
            "of ada receipt 6 counts, the last one in time: receipt 8 came at 2016-12-01T12:00:30Z,"
                + " and hand-ins are taken until 2016-12-01T12:00:00Z");
    var ada = counting(roster, UNTIL_NOON).getFirst();
    assertThat(ada.when(ada.student())).isEqualTo(NOON);
    assertThat(ada.timeFrom(ada.student())).isEqualTo("receipt");
    assertThat(texts(roster, new LatePolicy(null, 0)))
        .as("no deadline")
        .contains("ada: ada's third");
  }

  @Test
  void a_time_that_a_person_wrote_is_of_the_last_hand_in() throws Exception {
    handIn("ada", "first", NOON.minusSeconds(1));
    handIn("ada", "second", NOON.plusSeconds(1));
    var listed = new Student("ada", "", "", "", NOON.minusSeconds(60), null);
    var roster = new Roster(Map.of("ada", listed));
    assertThat(texts(roster, UNTIL_NOON)).containsExactly("ada: second");
    assertThat(counting(roster, UNTIL_NOON).getFirst().timeFrom(listed)).isEqualTo("roster");
  }

  @Test
  void bytes_that_were_handed_in_before_are_the_last_ones_again() throws Exception {
    handIn("ada", "A", NOON.minusSeconds(3));
    handIn("ada", "B", NOON.minusSeconds(2));
    handIn("ada", "A", NOON.minusSeconds(1));
    assertThat(texts(Roster.NONE, UNTIL_NOON)).containsExactly("ada: A");
    var counting = counting(Roster.NONE, UNTIL_NOON).getFirst();
    assertThat(counting.changed()).isEqualTo(NOON.minusSeconds(1));
    assertThat(notes).isEmpty();
  }

  @Test
  void a_receipt_is_for_the_file_of_its_student_alone() throws Exception {
    handIn("ada", "same", NOON.minusSeconds(1));
    handIn("eve", "same", NOON);
    Files.writeString(homework.resolve("ben.zip"), "same");
    Files.writeString(homework.resolve("eve.zip"), "other");
    assertThat(counting(Roster.NONE, UNTIL_NOON))
        .extracting(h -> h.student().id() + " " + h.source())
        .containsExactly("ada receipt", "ben files", "eve files");
  }

  @Test
  void what_came_before_the_window_counts_nothing_and_its_end_is_the_deadline() throws Exception {
    handIn("ada", "homework", NOON.minusSeconds(1));
    handIn("ben", "homework of ben", NOON.minusSeconds(1));
    handIn("ben", "exam", NOON);
    int late = handIn("cleo", "late", NOON.plusSeconds(61));
    var window = new HandInTerms(NOON, NOON.plusSeconds(60));
    database.useHandle(h -> ClassTimes.open(h, MODULE, window));
    extend(late, NOON.plusSeconds(61));
    var none = new LatePolicy(null, 0.5);
    var why =
        "of ada nothing counts: hand-ins are taken from 2016-12-01T12:00:00Z until"
            + " 2016-12-01T12:01:00Z, and receipt 1 came at 2016-12-01T11:59:59Z";
    assertThat(counting(Roster.NONE, none))
        .extracting(h -> h.student().id() + ": " + h.refusal())
        .containsExactly("ada: " + why, "ben: ", "cleo: ");
    assertThat(notes).containsExactly(why);
    assertThat(received(MODULE).late(none)).isEqualTo(new LatePolicy(window.until(), 0.5));
    var cleo = counting(Roster.NONE, none).getLast();
    assertThat(none.lateDays(requireNonNull(cleo.when(cleo.student())), cleo.student().deadline()))
        .isZero();
  }

  @Test
  void the_same_bytes_have_the_same_result_whichever_folder_they_are_in() throws Exception {
    handIn("ada", "first", NOON);
    var laid = counting(Roster.NONE, UNTIL_NOON).getFirst();
    var key = laid.key("tests");
    handIn("ada", "second", NOON.plusSeconds(1));
    var upload = counting(Roster.NONE, UNTIL_NOON).getFirst();
    assertThat(upload.paths()).isNotEqualTo(laid.paths());
    assertThat(upload.key("tests")).isEqualTo(key);
    assertThat(upload.refused("early").key("tests")).isNotEqualTo(upload.key("tests"));
  }

  @Test
  void a_roster_has_no_deadline_before_that_of_a_window() throws Exception {
    handIn("ada", "work", NOON);
    var roster =
        new Roster(Map.of("ada", new Student("ada", "", "", "", null, NOON.minusSeconds(1))));
    assertThat(texts(roster, UNTIL_NOON)).as("no window").containsExactly("ada: work");
    var window = new HandInTerms(null, NOON);
    database.useHandle(h -> ClassTimes.open(h, MODULE, window));
    assertThatThrownBy(() -> texts(roster, new LatePolicy(null, 0)))
        .hasMessageStartingWith(
            "ada has until 2016-12-01T11:59:59Z by the roster, and until 2016-12-01T12:00:00Z by the class");
  }

  @Test
  void hand_ins_of_other_modules_count_for_none_that_is_graded() throws Exception {
    handIn("ada", "other", NOON.minusSeconds(9), "03-tell");
    var file = homework.resolve("ada.zip");
    var found =
        List.of(new HandedIn(Student.called("ada", ""), List.of(file), NOON, "files", false, ""));
    assertThat(received(MODULE).counting(found, Roster.NONE, UNTIL_NOON, notes)).isEqualTo(found);
    handIn("ada", "both", NOON.minusSeconds(8), MODULE + ", 03-tell");
    handIn("ada", "one", NOON.minusSeconds(7), MODULE);
    assertThat(received(MODULE).counting(found, Roster.NONE, UNTIL_NOON, notes)).hasSize(1);
    assertThatThrownBy(
            () -> received(MODULE, "03-tell").counting(found, Roster.NONE, UNTIL_NOON, notes))
        .hasMessage(
            "of ada receipt 2 has [02-ask, 03-tell], and receipt 3 [02-ask]: grade them one by one");
  }

  @Test
  void a_class_has_one_deadline() throws Exception {
    assertThat(received(MODULE, "03-tell").late(UNTIL_NOON)).isEqualTo(UNTIL_NOON);
    var window = new HandInTerms(null, NOON.plusSeconds(60));
    database.useHandle(h -> ClassTimes.open(h, MODULE, window));
    assertThatThrownBy(() -> received(MODULE).late(UNTIL_NOON))
        .hasMessageStartingWith(
            "the class has its hand-ins until 2016-12-01T12:01:00Z, and --deadline says"
                + " 2016-12-01T12:00:00Z: leave it out");
    assertThatThrownBy(() -> received(MODULE, "03-tell").late(UNTIL_NOON))
        .hasMessage(
            "modules that are graded together have one window, got [02-ask until"
                + " 2016-12-01T12:01:00Z, 03-tell at any time]: grade them one by one");
  }

  @Test
  void an_upload_that_counts_and_is_not_there_is_named() throws Exception {
    handIn("ada", "first", NOON);
    handIn("ada", "second", NOON.plusSeconds(1));
    var moved = folder.resolve("moved").resolve(MODULE);
    Files.createDirectories(moved.getParent());
    Files.move(homework, moved);
    homework = moved;
    Files.move(folder.resolve("uploads"), folder.resolve("kept"));
    assertThatThrownBy(() -> texts(Roster.NONE, UNTIL_NOON))
        .hasMessageStartingWith("of ada receipt 1 counts, the last one in time, and ")
        .hasMessageEndingWith(".zip is not there: grade a folder of the class's homework/");
  }
}
