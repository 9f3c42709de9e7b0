package tapeline.notebook;

import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.Front;
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
    for (var name : Progress.COLUMNS) {
      html.element("th", name);
    }
    html.raw("</tr>\n");
    for (var row : progress.rows()) {
      html.raw("<tr>");
      for (var cell : row.cells()) {
        html.element("td", cell);
      }
      html.raw("</tr>\n");
    }
    html.raw("</table>\n").element("p", progress.next(Front.NOTEBOOK));
    return new Shown().add(html.toString(), String.join("\n", lines) + "\n").data();
  }
}
