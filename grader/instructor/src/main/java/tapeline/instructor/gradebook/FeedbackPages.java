package tapeline.instructor.gradebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tapeline.grader.report.Html;
import tapeline.toolkit.WholeFile;

/// The pages to hand back: what grading found of a submission, below whose it is and what it is
/// worth. Also in one archive, by the names by which the platform takes feedback files back.
final class FeedbackPages {
  private static final String BODY = "<body>";
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
    /// The points, and of each exercise whether it passed.
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
  /// for all of whom something was found, and all whom a person marked.
  static Path write(Path folder, List<HandedIn> all, List<Mark> marks, Detail detail)
      throws IOException {
    var byId = new HashMap<String, HandedIn>();
    all.forEach(h -> byId.put(h.student().id(), h));
    var zip = folder.resolve("feedback.zip");
    WholeFile.write(zip, part -> pack(folder, byId, marks, detail, part));
    return zip;
  }

  private static void pack(
      Path folder, Map<String, HandedIn> byId, List<Mark> marks, Detail detail, Path zip)
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
          var verdicts = detail == Detail.VERDICTS ? verdicts(mark) : "";
          var page = text.substring(0, at) + head(mark) + verdicts + text.substring(at);
          ResultStore.replace(folder.resolve("feedback").resolve(own), page);
          out.putNextEntry(new ZipEntry(one == null ? own : one.feedbackName()));
          out.write(page.getBytes(UTF_8));
        }
      }
    }
  }

  /// Returns a line an exercise, without what was found there.
  private static String verdicts(Mark mark) {
    var result = mark.result();
    var html = new Html();
    if (result != null) {
      html.raw("<ul>\n");
      for (var e : result.exercises()) {
        var passed = e.earned() > 0 ? "passed" : "not passed";
        html.element("li", "%s %s: %s".formatted(e.id(), e.title(), passed)).raw("\n");
      }
      html.raw("</ul>\n");
    }
    return html.toString();
  }

  /// `Ada Lovelace: 90 of 100 points`, how lateness and a person changed them, and what the person
  /// says.
  private static String head(Mark mark) {
    var student = mark.student();
    var html = new Html().raw("\n<section class=\"mark\">");
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
