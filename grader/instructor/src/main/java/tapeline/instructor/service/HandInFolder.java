package tapeline.instructor.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import tapeline.instructor.board.BoardJson;
import tapeline.instructor.board.TeamRoster;
import tapeline.instructor.gradebook.HandMarkFile;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.Receipt;
import tapeline.toolkit.WholeFile;

/// The folder of a class: its uploads, and what the judge and the gradebook read.
///
/// ```text
/// class.db              members, receipts, and the board
/// teams.json            for leaderboard run --teams
/// uploads/HASH.zip      all that was handed in
/// entries/team-3/000017.zip            a team's entries, by the receipts' numbers
/// homework/07-optimizers/ada.zip       each student's last hand-in of a module
/// by-hand/07-optimizers.csv            a module's marks by hand, for gradebook --by-hand
/// ```
record HandInFolder(Path folder) {
  Path uploads() {
    return folder.resolve("uploads");
  }

  Path entries() {
    return folder.resolve("entries");
  }

  Path homework() {
    return folder.resolve("homework");
  }

  /// Returns the marks by hand of a module.
  HandMarkFile byHand(String module) {
    return new HandMarkFile(folder.resolve("by-hand").resolve(module + ".csv"));
  }

  /// The database's place where none is given.
  String database() {
    return folder.resolve("class.db").toString();
  }

  /// Writes the teams for the leaderboard.
  ///
  /// @throws IllegalArgumentException when two of them would be shown alike
  void writeTeams(List<Member> members) throws IOException {
    var teams =
        members.stream()
            .filter(m -> m.kind() == Member.Kind.TEAM)
            .map(m ->
                new TeamRoster.Member(
                    m.name(), name(m), m.shown().equals(m.name()) ? null : m.shown()))
            .toList();
    var file = folder.resolve("teams.json");
    var roster = TeamRoster.of(teams, file.toString());
    WholeFile.write(file, part -> Files.writeString(part, BoardJson.pretty(roster.teams())));
  }

  private static String name(Member team) {
    return "team-" + team.id();
  }

  /// Lays out an upload that was taken, where it is not yet, and of homework the last one.
  void lay(Member member, Receipt receipt) throws IOException {
    var time = FileTime.from(receipt.received());
    switch (member.kind()) {
      case TEAM -> {
        var name = "%06d.zip".formatted(receipt.id());
        copy(receipt, entries().resolve(name(member)).resolve(name), time);
      }
      case STUDENT -> {
        for (var module : receipt.modules()) {
          copy(receipt, homework().resolve(module).resolve(member.name() + ".zip"), time);
        }
      }
      case INSTRUCTOR -> {} // none is taken
    }
  }

  private synchronized void copy(Receipt receipt, Path to, FileTime time) throws IOException {
    if (Files.exists(to) && Files.getLastModifiedTime(to).compareTo(time) >= 0) {
      return;
    }
    var upload = uploads().resolve(receipt.hash() + ".zip");
    WholeFile.write(
        to,
        part -> {
          Files.copy(upload, part);
          Files.setLastModifiedTime(part, time);
        });
  }
}
