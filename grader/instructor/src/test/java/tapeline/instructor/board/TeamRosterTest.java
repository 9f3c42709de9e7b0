package tapeline.instructor.board;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TeamRosterTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  @TempDir private Path folder = Path.of(".");

  private TeamRoster roster(String json) throws IOException {
    return TeamRoster.read(Files.writeString(folder.resolve("teams.json"), json));
  }

  private static List<SubmittedEntry> in(TeamRoster roster, TestBoard board, List<String> ignored)
      throws IOException {
    return TestBoard.read(roster.in(board.submissions(), Intake.MOST, ignored));
  }

  @Test
  void a_list_in_another_encoding_is_named() throws IOException {
    var file = Files.write(folder.resolve("latin-1.json"), new byte[] {'[', (byte) 0xe9, ']'});
    assertThatThrownBy(() -> TeamRoster.read(file)).hasMessage(file + " is no text in UTF-8");
  }

  @Test
  void a_teams_entries_lie_in_its_folder_and_have_its_name() throws Exception {
    var board = TestBoard.in(folder);
    board.with("team-7/first", MadeUpEntry.of("matmul", "Ada", "2"));
    board.with("team-7/second", MadeUpEntry.of("matmul", "Ben", "3"));
    board.with("team-8/first", MadeUpEntry.of("matmul", "Ben", "2"));
    board.with("elsewhere/first", MadeUpEntry.of("matmul", "Eve", "9"));
    var ignored = new ArrayList<String>();
    var roster =
        roster(
            """
            [{"team": "Ada", "folder": "team-7", "pseudonym": "The Seventh"},
             {"team": "Ben", "folder": "team-8"}]
            """);
    var entries = in(roster, board, ignored).stream().map(s -> s.entry()).toList();
    assertThat(ignored).containsExactly("elsewhere (no team's folder)");
    assertThat(entries)
        .extracting(e -> e.team() + ": " + e.problem())
        .containsExactly(
            "The Seventh: ",
            "The Seventh: a team's folder has entries of that team, and this one names another",
            "Ben: ");
    var shown = BoardJson.line(requireNonNull(entries.getFirst().read()));
    assertThat(shown)
        .as("pages do not say who it is")
        .contains("The Seventh")
        .doesNotContain("Ada");
  }

  @Test
  void a_folder_is_found_in_another_form_of_its_name() throws Exception {
    var board = TestBoard.in(folder);
    board.with("mu\u0308ller/first", MadeUpEntry.of("matmul", "Ada", "2"));
    board.with("Team-8/first", MadeUpEntry.of("matmul", "Ben", "2"));
    board.with("team-9/first", MadeUpEntry.of("matmul", "Eve", "2"));
    board.with("TEAM-9/first", MadeUpEntry.of("matmul", "Eve", "3"));
    var roster =
        roster(
            """
            \uFEFF[{"team": "Ada", "folder": "m\u00fcller"}, {"team": "Ben", "folder": "team-8"},
             {"team": "Eve", "folder": "Team-9"}]
            """);
    var ignored = new ArrayList<String>();
    assertThat(in(roster, board, ignored))
        .extracting(s -> s.entry().team() + s.entry().problem())
        .containsExactly("Ada", "Ben");
    assertThat(ignored)
        .as("which of two it may be is not guessed")
        .containsExactly("TEAM-9 (no team's folder)", "team-9 (no team's folder)");
  }

  @Test
  void a_copy_in_another_teams_folder_does_not_take_an_entrys_place() throws Exception {
    var board = TestBoard.in(folder);
    board.with("team-8/stolen", MadeUpEntry.of("matmul", "Ada", "2"));
    board.with("team-7/first", MadeUpEntry.of("matmul", "Ada", "2"));
    var roster =
        roster(
            """
            [{"team": "Ben", "folder": "team-8"}, {"team": "Ada", "folder": "team-7"}]
            """);
    var store = board.store();
    in(roster, board, new ArrayList<>()).forEach(store::add);
    assertThat(store.entries())
        .extracting(e -> e.team() + ": " + e.problem().isEmpty())
        .containsExactly("Ben: false", "Ada: true");
  }

  @Test
  void names_and_folders_are_each_teams_own() {
    assertThatThrownBy(() ->
            roster("[{\"team\": \"A\", \"folder\": \"x\"}, {\"team\": \"a \", \"folder\": \"y\"}]"))
        .hasMessageContaining("each team has its own name and folder");
    assertThatThrownBy(() ->
            roster("[{\"team\": \"A\", \"folder\": \"x\"}, {\"team\": \"B\", \"folder\": \"X\"}]"))
        .as("one folder, where a disk takes no notice of case")
        .hasMessageContaining("each team has its own name and folder");
    assertThatThrownBy(() -> roster("[null]")).hasMessageContaining("has null");
    assertThatThrownBy(() -> roster("[{\"team\": \"A\", \"folder\": \"../x\"}]"))
        .hasMessageContaining("a team has a name and a folder beside the others'");
    assertThatThrownBy(() -> roster("[{\"team\": \"\u0410da\", \"folder\": \"x\"}]"))
        .as("a Cyrillic letter among Latin ones")
        .hasMessageContaining("letters of one script");
  }

  @Test
  void after_the_deadline_and_more_often_than_a_day_allows_entries_are_refused() throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "Ada", "2"));
    var first = board.read().getFirst();
    var terms = new EntryTerms(NOON, 1);
    assertThat(terms.admit(first, List.of(), NOON).entry().problem()).isEmpty();
    assertThat(terms.admit(first, List.of(), NOON.plusSeconds(1)).entry().problem())
        .isEqualTo(
            "it is late: entries are taken until 2026-12-01T12:00:00Z, and this one came at"
                + " 2026-12-01T12:00:01Z");
    var store = board.store();
    store.add(first);
    var known = store.entries();
    assertThat(terms.admit(first, known, NOON.plusSeconds(1)).entry().problem())
        .as("what the board has stays")
        .isEmpty();
    board.with("2", MadeUpEntry.of("matmul", "Ada", "3").named("Again"));
    var second = board.read().getLast();
    var today = Instant.parse(known.getFirst().added());
    var always = new EntryTerms(null, 1);
    assertThat(always.admit(second, known, today).entry().problem())
        .isEqualTo("a team enters an event 1 times a day, got one more");
    assertThat(always.admit(second, known, today.plusSeconds(86_400)).entry().problem()).isEmpty();
  }
}
