package tapeline.instructor.board.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.competition.Archive;
import tapeline.competition.Events;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.EntryTerms;
import tapeline.instructor.board.MadeUpEntry;
import tapeline.instructor.board.TeamRoster;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.ClassTimes.Extension;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.MemberTable;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.toolkit.Sha256;

class TakenInTest {
  @TempDir private Path folder = Path.of(".");

  private String takenIn() throws IOException {
    return takenIn(EntryTerms.NONE);
  }

  private String takenIn(EntryTerms terms) throws IOException {
    return takenIn(null, terms);
  }

  private String takenIn(@Nullable TeamRoster roster, EntryTerms terms) throws IOException {
    var said = new ByteArrayOutputStream();
    var out = new PrintStream(said, true, UTF_8);
    TakenIn.from(folder.resolve("entries"), roster, terms, store(), out);
    return said.toString(UTF_8);
  }

  private BoardStore store() throws IOException {
    return BoardStore.open(folder.resolve("board.db").toString());
  }

  private List<String> teams(String json) throws IOException {
    var file = Files.writeString(folder.resolve("teams.json"), json);
    takenIn(TeamRoster.read(file), EntryTerms.NONE);
    return store().entries().stream().map(BoardEntry::team).toList();
  }

  private void entry(String name, String manifest) throws IOException {
    var entry = Files.createDirectories(folder.resolve("entries").resolve(name));
    Files.writeString(entry.resolve("manifest.json"), manifest);
  }

  @Test
  void an_entry_that_is_there_twice_is_named_with_the_one_that_counts() throws Exception {
    entry("first", "{}");
    entry("second", "{}");
    entry("third", "[]");
    assertThat(takenIn())
        .contains("3 entries in ", ", 2 of them new", "SAME     second: it is first once more")
        .doesNotContain("SAME     third");
    assertThat(takenIn()).as("the same folder again").contains(", 0 of them new");
  }

  @Test
  void for_an_entry_without_a_receipt_no_term_counts_and_the_run_says_so() throws Exception {
    MadeUpEntry.of("matmul", "Ada", "2").write(folder.resolve("entries/first"));
    MadeUpEntry.of("matmul", "Ada", "3").write(folder.resolve("entries/second"));
    assertThat(takenIn(new EntryTerms(Instant.parse("2016-12-01T12:00:00Z"), 1)))
        .contains(", 2 of them new", "2 entries have no receipt: --deadline and --per-day count by")
        .doesNotContain("REFUSED");
    assertThat(takenIn()).contains(", 0 of them new").doesNotContain("no receipt");
  }

  @Test
  void an_entry_with_a_receipt_came_when_that_says_and_not_when_a_run_reads_it() throws Exception {
    var noon = Instant.parse("2016-12-01T12:00:00Z");
    var database = Database.open(folder.resolve("board.db").toString());
    var members = new MemberTable(database);
    members.invite(Member.Kind.TEAM, "Ada", "ada", "Ada", "token");
    var times = List.of(noon.minusSeconds(90_000), noon.minusSeconds(80_000), noon.plusSeconds(1));
    for (int i = 0; i < times.size(); i++) {
      var zip = Files.createDirectories(folder.resolve("entries")).resolve(i + ".zip");
      var entry = MadeUpEntry.of("matmul", "Ada", "2." + i).write(folder.resolve("made/" + i));
      Archive.pack(entry, zip);
      var when = times.get(i);
      new ReceiptTable(database)
          .add(
              members.all().getFirst(),
              new Receipt(0, 1, "", Sha256.of(zip), 1, when, "", "", ""),
              _ -> true);
    }
    assertThat(takenIn(new EntryTerms(noon, 1)))
        .contains(", 1 of them new", "REFUSED  1.zip: a team enters an event 1 times a day")
        .contains(
            "REFUSED  2.zip: it is late: entries are taken until 2016-12-01T12:00:00Z, and this");
    assertThat(store().entries())
        .extracting(BoardEntry::added)
        .containsExactly("2016-11-30T11:00:00Z");
    var receipts = new ReceiptTable(database);
    assertThat(receipts.all(Member.Kind.TEAM))
        .extracting(Receipt::leftOut)
        .containsExactly(
            "",
            "a team enters an event 1 times a day, got one more",
            "it is late: entries are taken until 2016-12-01T12:00:00Z, and this one came at"
                + " 2016-12-01T12:00:01Z");

    int ada = members.all().getFirst().id();
    for (var work : List.of("training", "matmul")) {
      assertThat(takenIn(new EntryTerms(noon, 1))).contains(", 0 of them new");
      database.useHandle(h -> ClassTimes.extend(h, new Extension(ada, work, times.getLast())));
    }
    assertThat(takenIn(new EntryTerms(noon, 1))).contains(", 1 of them new", "REFUSED  1.zip");
    assertThat(receipts.all(Member.Kind.TEAM).getLast().leftOut()).isEmpty();
    var later = new EntryTerms(noon.plusSeconds(60), 1);
    var entry = store().entries().getFirst();
    assertThat(store().terms(later, entry, receipts.all(Member.Kind.TEAM).getFirst()))
        .as("the class's deadline, which is after the team's own")
        .isEqualTo(later);
  }

  @Test
  void a_pseudonym_counts_for_entries_that_the_board_has() throws Exception {
    MadeUpEntry.of("matmul", "Ada", "2").write(folder.resolve("entries/7/first"));
    MadeUpEntry.of("matmul", "Ben", "2").write(folder.resolve("entries/8/first"));
    MadeUpEntry.of("matmul", "Ada", "3").write(folder.resolve("entries/8/stolen"));
    Files.createDirectories(folder.resolve("entries/7/second")); // has no manifest
    var plain = "[{\"team\": \"Ada\", \"folder\": \"7\"}, {\"team\": \"Ben\", \"folder\": \"8\"}]";
    assertThat(teams(plain)).containsExactly("Ada", "Ada", "Ben", "Ben");
    var given = plain.replace("\"7\"", "\"7\", \"pseudonym\": \"The Seventh\"");
    assertThat(teams(given)).containsExactly("The Seventh", "The Seventh", "Ben", "Ben");
    MadeUpEntry.of("matmul", "Ada", "4").write(folder.resolve("entries/7/third"));
    var other =
        given.replace("The Seventh", "Seven").replace("\"8\"", "\"8\", \"pseudonym\": \"Eight\"");
    assertThat(teams(other)).contains("Seven", "Eight").doesNotContain("Ada", "Ben");
    var ranked = store().entries().stream().filter(e -> e.problem().isEmpty());
    assertThat(ranked).extracting(BoardEntry::team).containsExactly("Seven", "Eight", "Seven");
  }

  @Test
  void what_no_event_of_the_board_allows_is_refused() throws Exception {
    store().add(BoardEvent.of(Events.named("matmul"))); // 256 KiB
    var entry = MadeUpEntry.of("matmul", "Ada", "2").write(folder.resolve("entries/first"));
    Files.write(entry.resolve("src/large"), new byte[256 << 10]);
    assertThat(takenIn()).contains("REFUSED  first: an entry has at most 256 KiB, got more");
  }

  @Test
  void the_name_of_an_ignored_file_does_nothing_to_a_terminal() throws Exception {
    entry("first", "{}");
    Files.writeString(folder.resolve("entries/\u001b[2Jnotes"), "");
    assertThat(takenIn()).contains("ignored, as no entry: �[2Jnotes");
  }

  @Test
  void a_manifest_that_is_cut_off_is_refused_in_words_of_the_rule() throws Exception {
    entry("broken", "{\"team\": \"A\",\n \"event\": \"matmul\"");
    assertThat(takenIn())
        .contains("REFUSED  broken: this is no manifest: Unexpected end-of-input: expected close ")
        .contains("(line 2)")
        .doesNotContain("REDACTED");
  }
}
