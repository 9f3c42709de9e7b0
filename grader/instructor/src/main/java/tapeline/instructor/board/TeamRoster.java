package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Manifest;
import tapeline.toolkit.Sha256;

/// The teams and their members: each team has a folder of its own among the submissions, and what
/// lies there is that team's.
///
/// A JSON file has a list of `{"team": "Ada", "folder": "team-7", "pseudonym": "The Seventh"}`; the
/// pseudonym, which may be left out, is what the pages call the team.
public record TeamRoster(List<Member> teams) {

  /// A team.
  ///
  /// @param pseudonym null where it is shown by its name
  public record Member(String team, String folder, @Nullable String pseudonym) {
    String shown() {
      return pseudonym == null ? team : pseudonym;
    }
  }

  /// Reads the list.
  ///
  /// @throws IllegalArgumentException when two teams have one name, shown name or folder, or a name
  ///   is none that a team may have
  public static TeamRoster read(Path file) throws IOException {
    String json;
    try {
      json = Files.readString(file).replaceFirst("^\\uFEFF", ""); // Notepad's
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is no text in UTF-8", e);
    }
    return of(Arrays.asList(BoardJson.read(json, Member[].class)), file.toString());
  }

  /// Checks a list.
  ///
  /// @param file that it is from, for messages
  /// @throws IllegalArgumentException see [#read]
  public static TeamRoster of(List<Member> teams, String file) {
    var folders = new HashSet<String>();
    var names = new HashSet<String>();
    for (var t : teams) {
      if (t == null
          || t.team() == null
          || t.folder() == null
          || !t.folder().matches("[^/\\\\.][^/\\\\]*")) {
        throw new IllegalArgumentException(
            "a team has a name and a folder beside the others', %s has %s".formatted(file, t));
      }
      for (var name : List.of(t.team(), t.shown())) {
        var problem = TeamName.problem(name);
        if (!problem.isEmpty()) {
          throw new IllegalArgumentException(problem);
        }
      }
      boolean fresh = names.add(TeamName.key(t.shown()));
      if (!t.shown().equals(t.team())) {
        fresh &= names.add(TeamName.key(t.team()));
      }
      if (!fresh || !folders.add(TeamName.key(t.folder()))) {
        throw new IllegalArgumentException(
            "each team has its own name and folder, %s has %s twice".formatted(file, t));
      }
    }
    return new TeamRoster(List.copyOf(teams));
  }

  /// The submissions in the teams' folders: see [Intake#find].
  ///
  /// @param ignored hears the names of what is no team's
  public List<Intake.Unread> in(Path submissions, int archiveKiB, List<String> ignored)
      throws IOException {
    var names = new ArrayList<String>();
    try (var list = Files.list(submissions)) {
      list.map(p -> p.getFileName().toString())
          .filter(n -> !n.startsWith("."))
          .sorted()
          .forEach(names::add);
    }
    var unread = new ArrayList<Intake.Unread>();
    for (var team : teams) {
      var name = folder(team, names);
      names.remove(name);
      if (Files.isDirectory(submissions.resolve(name))) {
        for (var one : Intake.find(submissions.resolve(name), archiveKiB, ignored)) {
          unread.add(() -> of(team, one.read()));
        }
      }
    }
    names.forEach(n -> ignored.add(n + " (no team's folder)"));
    return unread;
  }

  /// The name of a team's folder on this disk, which may have accents, case or blanks in another
  /// form: the one of this name, else the only one.
  private static String folder(Member team, List<String> names) {
    var near = names.stream().filter(n -> TeamName.key(n).equals(TeamName.key(team.folder())));
    var found = near.toList();
    return found.size() == 1 && !names.contains(team.folder()) ? found.getFirst() : team.folder();
  }

  private static SubmittedEntry of(Member team, SubmittedEntry submitted) {
    return new SubmittedEntry(of(team, submitted.entry()), submitted.bytes());
  }

  /// The name that pages give the team of an entry on a board, which may have another one there.
  public String shown(BoardEntry entry) {
    boolean isTheirs = entry.problem().isEmpty() && !entry.manifest().isEmpty();
    var named = isTheirs ? Manifest.read(entry.manifest()).team() : entry.team();
    return teams.stream()
        .filter(t -> TeamName.key(t.team()).equals(TeamName.key(named)))
        .findFirst()
        .map(Member::shown)
        .orElse(entry.team());
  }

  /// An entry that names another team is another entry than that team's, though it has the same
  /// bytes: else a copy would be known first, and the team's own never judged. Pages show the
  /// problem, so it names no team.
  private static BoardEntry of(Member team, BoardEntry entry) {
    if (entry.teamKey().equals(TeamName.key(team.team())) || !entry.problem().isEmpty()) {
      return entry.as(team.shown(), entry.problem());
    }
    return entry
        .as(team.shown(), "a team's folder has entries of that team, and this one names another")
        .withHash(Sha256.of((team.folder() + "\n" + entry.hash()).getBytes(UTF_8)));
  }
}
