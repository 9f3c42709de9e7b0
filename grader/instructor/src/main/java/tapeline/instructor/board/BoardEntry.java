package tapeline.instructor.board;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Manifest;

/// An entry, as the board keeps it or is to.
///
/// @param hash of its files and their names, or of its archive's bytes where it cannot be unpacked
/// @param seq its place in the order of submission, from 1; 0 while the board has not given it one
/// @param source the name of the folder or archive that was submitted
/// @param eventId what the manifest says; empty where there is none
/// @param team what the manifest says, else the source
/// @param name what the manifest says, else the source
/// @param manifest its text in one line; empty where it cannot be read
/// @param problem why it cannot be judged at all; empty when it can
/// @param codeBytes of its files without the manifest
/// @param archive the hash of the stored bytes
/// @param added when it was handed in, as far as that is known, ISO 8601; empty before
public record BoardEntry(
    String hash,
    int seq,
    String source,
    String eventId,
    String team,
    String name,
    String manifest,
    String problem,
    long codeBytes,
    String archive,
    String added) {

  /// Its manifest; null when that cannot be read. Of a team with a pseudonym, without its name and
  /// its authors'.
  public @Nullable Manifest read() {
    var said = manifest.isEmpty() ? null : Manifest.read(manifest);
    return said == null || TeamName.key(said.team()).equals(teamKey())
        ? said
        : new Manifest(
            said.entry(),
            team,
            List.of(team),
            said.event(),
            said.main(),
            said.codeHash(),
            said.techniques(),
            said.environment(),
            said.samples(),
            said.claim(),
            said.log());
  }

  /// Returns this entry under another name of its team, with what is wrong with it.
  BoardEntry as(String otherTeam, String otherProblem) {
    return with(hash, otherTeam, otherProblem, added);
  }

  /// Returns this entry, put on the board at this time.
  public BoardEntry at(Instant when) {
    return with(hash, team, problem, when.toString());
  }

  /// Returns this entry with another hash, so as an entry of its own.
  BoardEntry withHash(String otherHash) {
    return with(otherHash, team, problem, added);
  }

  private BoardEntry with(String newHash, String newTeam, String newProblem, String newAdded) {
    return new BoardEntry(
        newHash,
        seq,
        source,
        eventId,
        newTeam,
        name,
        manifest,
        newProblem,
        codeBytes,
        archive,
        newAdded);
  }

  /// The first twelve digits of the hash: the name of its page.
  public String id() {
    return hash.substring(0, 12);
  }

  /// Returns the key of its team: names that differ in case, width or blanks alone have one key.
  public String teamKey() {
    return TeamName.key(team);
  }
}
