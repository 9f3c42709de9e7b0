package tapeline.notebook;

import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.Front;
import tapeline.grader.generate.Hint;

/// `%hint 03.2`: the next hint of the exercise, as the Markdown it is written in.
record HintMagic(Classroom room) implements Magic {

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var id = Classroom.exercise("%hint", arguments);
    var lines = Hint.next(room.course(), id, Front.NOTEBOOK.option("hint", "" + id));
    var data = new DisplayData(String.join("\n", lines));
    var rest = String.join("\n", lines.subList(1, lines.size() - 1));
    data.putMarkdown("**" + lines.getFirst() + "**\n" + rest + "\n*" + lines.getLast() + "*");
    return data;
  }
}
