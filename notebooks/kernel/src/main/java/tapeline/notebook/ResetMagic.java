package tapeline.notebook;

import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.generate.ExerciseFile;
import tapeline.grader.generate.Reset;
import tapeline.notebook.MagicOutput.Tone;

/// `%reset 03.2`: the exercise's stub again, in the file and in this cell; `%reset 03` for a whole
/// module. The text that was there is kept beside it.
record ResetMagic(Classroom room) implements Magic {

  @Override
  public DisplayData run(List<String> arguments, String body) {
    if (arguments.size() != 1) {
      throw new NotebookException(
          "`%reset` needs the number of an exercise, `%reset 03.2`, or of a module, `%reset 03`");
    }
    var course = room.course();
    var what = arguments.getFirst();
    var shown = new MagicOutput();
    Reset.of(course, what, Front.NOTEBOOK).forEach(l -> shown.line(Tone.PLAIN, l));
    if (what.contains(".")) {
      var id = ExerciseId.parse(what);
      var stub = ExerciseFile.of(course, id, Front.NOTEBOOK).stub().stripTrailing();
      room.host().setNextInput("%%exercise " + id + "\n" + stub, true);
    }
    return shown.data();
  }
}
