package tapeline.notebook;

import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.Front;
import tapeline.grader.progress.MilestoneState;
import tapeline.grader.progress.Progress;
import tapeline.grader.report.Html;

/// `%progress`: what has been reached in each module, and what comes next.
record ProgressMagic(Classroom room) implements Magic {

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var course = room.course();
    var progress = Progress.of(course, room.book(course));
    var lines = progress.lines(Front.NOTEBOOK);
    var html = new Html().raw("<table>\n<tr>");
    for (int i = 0; i < Progress.COLUMNS.size(); i++) {
      html.element("th" + kind(i), Progress.COLUMNS.get(i));
    }
    html.raw("</tr>\n");
    for (var row : progress.rows()) {
      html.raw("<tr>");
      var cells = row.cells();
      for (int i = 0; i < cells.size() - 1; i++) {
        html.element("td" + kind(i), cells.get(i));
      }
      html.raw("<td" + kind(cells.size() - 1) + ">");
      html.raw(new Html().text(cells.getLast()).toString().replace(" ", " <br>"));
      html.raw("</td></tr>\n");
    }
    html.raw("</table>\n");
    if (!progress.milestones().isEmpty()) {
      var all = String.join("\n", MilestoneState.lines(progress.milestones()));
      html.element("pre", all).raw("\n");
    }
    html.raw("<p>").prose(progress.next(Front.NOTEBOOK)).raw("</p>");
    return new MagicOutput().add(html.toString(), String.join("\n", lines) + "\n").data();
  }

  /// The names of modules may break on a narrow page, numbers are set to the right, and the time
  /// stands below its day on a narrow page.
  private static String kind(int column) {
    int last = Progress.COLUMNS.size() - 1;
    return column == 0 ? "" : column < last ? " class=\"n\"" : " class=\"when\"";
  }
}
