package tapeline.instructor.gradebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tapeline.grader.report.Html;
import tapeline.toolkit.WholeFile;

/// The pages to hand back: what grading found of a submission, below whose it is and what it is
/// worth; of one that was refused why. Also in one archive, by the names by which the platform
/// takes feedback files back.
final class FeedbackPages {
  private static final String BODY = "<body>";
  private static final String MARK = "\n<section class=\"mark\">";
  private static final String EMPTY =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Tapeline: marks</title></head>
      <body></body></html>
      """;

  private FeedbackPages() {}

  /// The choices of what a page to hand back has.
  enum Detail {
    /// All that was found.
    FULL,
    /// The points, and of each exercise whether it passed, or a person's points.
    VERDICTS,
    /// The points.
    TOTAL
  }

  /// Returns the file of a submission's findings. It has no name and no mark, which may change
  /// later.
  static Path found(Path folder, String id) {
    return folder.resolve("pages").resolve(ResultStore.name(id) + ".html");
  }

  /// Writes a page a student into `feedback/`, and `feedback.zip`, into the folder of the marks:
  /// for all of whom something was found, and all whom a person marked. Deletes the pages of
  /// earlier runs from there, of students who have none any more.
  static Path write(Path folder, List<HandedIn> all, List<Mark> marks, Detail detail)
      throws IOException {
    var byId = new HashMap<String, HandedIn>();
    all.forEach(h -> byId.put(h.student().id(), h));
    var zip = folder.resolve("feedback.zip");
    var written = new HashSet<Path>();
    WholeFile.write(zip, part -> pack(folder, byId, marks, detail, part, written));
    deleteOthers(folder.resolve("feedback"), written);
    return zip;
  }

  /// Deletes the other pages: by what is in them, as files of other origin may lie there too.
  private static void deleteOthers(Path pages, Set<Path> written) throws IOException {
    if (Files.isDirectory(pages)) {
      try (var all = Files.newDirectoryStream(pages, "*.html")) {
        for (var page : all) {
          if (!written.contains(page)
              && Files.isRegularFile(page, LinkOption.NOFOLLOW_LINKS)
              && new String(Files.readAllBytes(page), UTF_8).contains(BODY + MARK)) {
            Files.delete(page);
          }
        }
      }
    }
  }

  private static void pack(
      Path folder,
      Map<String, HandedIn> byId,
      List<Mark> marks,
      Detail detail,
      Path zip,
      Set<Path> written)
      throws IOException {
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      for (var mark : marks) {
        var id = mark.student().id();
        var own = ResultStore.name(id) + ".html";
        var one = byId.get(id);
        boolean found = one != null && Files.exists(found(folder, id));
        if (found || mark.byHand() != null) {
          boolean whole = found && detail == Detail.FULL;
          var text = whole ? Files.readString(found(folder, id)) : EMPTY;
          int at = text.indexOf(BODY) + BODY.length();
          var less = whole ? "" : refusal(mark) + (detail == Detail.VERDICTS ? verdicts(mark) : "");
          var page = text.substring(0, at) + head(mark) + less + text.substring(at);
          var file = folder.resolve("feedback").resolve(own);
          ResultStore.replace(file, page);
          written.add(file);
          out.putNextEntry(new ZipEntry(one == null ? own : one.feedbackName()));
          out.write(page.getBytes(UTF_8));
        }
      }
    }
  }

  /// Returns why nothing was graded; empty where something was.
  private static String refusal(Mark mark) {
    var result = mark.result();
    return result == null || result.refusal().isEmpty()
        ? ""
        : new Html().element("p", "Not graded: " + result.refusal()).raw("\n").toString();
  }

  /// Returns a line an exercise, without what was found there.
  private static String verdicts(Mark mark) {
    var result = mark.result();
    var html = new Html();
    if (result != null && !result.exercises().isEmpty()) {
      html.raw("<ul>\n");
      for (var e : result.exercises()) {
        var said =
            e.verdict().equals(HandMark.VERDICT)
                ? "%d of %d points by hand".formatted(e.earned(), e.points())
                : e.earned() > 0 ? "passed" : "not passed";
        html.element("li", "%s %s: %s".formatted(e.id(), e.title(), said)).raw("\n");
      }
      html.raw("</ul>\n");
    }
    return html.toString();
  }

  /// `Ada Lovelace: 90 of 100 points`, how lateness and a person changed them, and what the person
  /// says.
  private static String head(Mark mark) {
    var student = mark.student();
    var html = new Html().raw(MARK);
    html.element("h1", student.name().isEmpty() ? student.id() : student.name());
    html.element(
        "p", "%s of %d points".formatted(ExportFormat.number(mark.total()), mark.points()));
    var hand = mark.byHand();
    if (hand != null && hand.total() != null) {
      html.element("p", "Set by hand: " + hand.reason());
    } else if (mark.lateDays() > 0) {
      html.element(
          "p",
          "%d earned, less %s for %d days late"
              .formatted(
                  mark.earned(),
                  ExportFormat.number(mark.earned() - mark.total()),
                  mark.lateDays()));
    }
    if (hand != null) {
      hand.exercises()
          .forEach((id, of) ->
              html.element(
                  "p",
                  id
                      + (of.points() == null ? "" : ", %d points by hand".formatted(of.points()))
                      + ": "
                      + of.comment()));
    }
    return html.raw("</section>\n").toString();
  }
}
