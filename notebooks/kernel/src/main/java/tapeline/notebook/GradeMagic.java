package tapeline.notebook;

import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.Examiner;
import tapeline.grader.course.Front;
import tapeline.grader.course.Selection;
import tapeline.grader.report.NotebookReport;
import tapeline.grader.report.TerminalOptions;
import tapeline.grader.report.TerminalReport;

/// `%grade 03` or `%grade 03.2`: what Maven would say, in the notebook.
record GradeMagic(Classroom room) implements Magic {
  private static final TerminalOptions PLAIN =
      new TerminalOptions(
          false, true, 100, Examiner.REPORTS + "/grades.html", Front.NOTEBOOK, false);

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var course = room.course();
    var what =
        arguments.isEmpty()
            ? room.module(course, "%grade", arguments).id()
            : String.join("", arguments);
    var grades = room.grader().grade(course, Selection.of(course, what), room::warn);
    var data = new DisplayData(TerminalReport.render(grades, PLAIN));
    data.putHTML(NotebookReport.render(grades));
    return data;
  }
}
