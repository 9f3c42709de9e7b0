package tapeline.instructor.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.competition.Archive;
import tapeline.competition.ArchiveException;
import tapeline.competition.Event;
import tapeline.competition.Manifest;
import tapeline.grader.course.Course;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.Intake;
import tapeline.instructor.board.TeamName;
import tapeline.instructor.homework.HandedInModules;
import tapeline.instructor.homework.Refused;
import tapeline.instructor.judge.entry.EntryFiles;
import tapeline.instructor.judge.verdict.RuleBroken;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.Receipt;
import tapeline.toolkit.ScratchFolder;

/// Checks an upload by the rules for archives, manifests and homework. Nothing of it is compiled or
/// run: the judge and the gradebook, which do that, check it again.
///
/// @param events that entries may be for
record FirstCheck(Course course, List<Event> events) {
  private static final int LONGEST = 1_000;
  private static final int MOST_NAMED = 5;

  /// The finding on an upload, whenever it came.
  ///
  /// @param recognised an entry's event and name; empty where nothing was
  /// @param modules of homework that can be read
  /// @param leftOut names of files that do not count
  /// @param refused why it does not count; empty where it does
  record Found(String recognised, List<String> modules, List<String> leftOut, String refused) {

    /// Returns the finding for a time: a module before its window is left out, and homework without
    /// another module is refused.
    ///
    /// @return of homework with the modules that are taken
    Found at(Instant received, Member member, ClassTimes times) {
      if (modules.isEmpty()) {
        return this;
      }
      var open = new ArrayList<String>();
      var closed = new ArrayList<String>();
      for (var module : modules) {
        var terms = times.of(member.id(), module);
        if (terms.isEarly(received)) {
          closed.add(module + " " + terms);
        } else {
          open.add(module);
        }
      }
      var others = Stream.concat(closed.stream(), leftOut.stream()).limit(MOST_NAMED);
      var named = String.join(", ", open.isEmpty() ? modules : open);
      boolean all = open.isEmpty() || closed.size() + leftOut.size() == 0;
      var early =
          "homework is taken in its window, %s, and this came at %s: hand it in again then"
              .formatted(String.join(", ", closed), received);
      return new Found(
          BoardText.line(
              all ? named : named + "; left out: " + others.collect(Collectors.joining(", ")),
              LONGEST),
          open,
          List.of(),
          open.isEmpty() ? BoardText.line(early, LONGEST) : "");
    }

    /// Returns whether a receipt still says what is found on its bytes: by today's windows it says
    /// the same of its time, and bytes of another time have the same modules taken.
    boolean isStill(Receipt receipt, Instant received, Member member, ClassTimes times) {
      var then = at(receipt.received(), member, times);
      return receipt.recognised().equals(then.recognised)
          && receipt.refused().equals(then.refused)
          && then.modules.equals(at(received, member, times).modules);
    }
  }

  /// Checks an upload of a member.
  Found of(Member member, Path zip) throws IOException {
    try (var scratch = ScratchFolder.of("class")) {
      return switch (member.kind()) {
        case TEAM -> entry(member, zip, scratch.path());
        case STUDENT -> homework(zip, scratch.path());
        case INSTRUCTOR -> refused("", "a team or a student hands in, and this is an instructor");
      };
    }
  }

  private Found entry(Member team, Path zip, Path scratch) throws IOException {
    String recognised = "";
    try {
      var text =
          Archive.contents(Files.readAllBytes(zip), 1024L * Intake.MOST).get(Archive.MANIFEST);
      if (text == null) {
        return refused("", "an entry has a manifest.json, and this has none");
      }
      var folder = Files.createDirectories(scratch.resolve("manifest"));
      Files.write(folder.resolve(Archive.MANIFEST), text);
      var manifest = new EntryFiles(folder).manifest();
      recognised = BoardText.line(manifest.event() + ": " + manifest.entry(), LONGEST);
      requireTeam(team, manifest);
      EntryFiles.checked(event(manifest), zip, scratch.resolve("files"));
      return new Found(recognised, List.of(), List.of(), "");
    } catch (ArchiveException | IllegalArgumentException e) {
      return refused(recognised, String.valueOf(e.getMessage()));
    } catch (RuleBroken e) {
      return refused(recognised, "%s (%s)".formatted(e.reason(), e.defence().text()));
    }
  }

  private static void requireTeam(Member team, Manifest manifest) {
    if (!TeamName.key(manifest.team()).equals(TeamName.key(team.name()))) {
      throw new IllegalArgumentException(
          "an entry names the team that hands it in, %s, got %s"
              .formatted(team.name(), manifest.team()));
    }
  }

  private Event event(Manifest manifest) {
    return events.stream()
        .filter(e -> e.id().equals(manifest.event()))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "an entry is for one of %s, got %s"
                    .formatted(
                        events.stream().map(Event::id).collect(Collectors.joining(", ")),
                        manifest.event())));
  }

  private Found homework(Path zip, Path scratch) throws IOException {
    try {
      var found = HandedInModules.of(course, zip, scratch);
      return new Found("", found.names(), found.leftOut(), "");
    } catch (Refused e) {
      return refused("", String.valueOf(e.getMessage()));
    }
  }

  private static Found refused(String recognised, String why) {
    return new Found(recognised, List.of(), List.of(), BoardText.line(why, LONGEST));
  }
}
