package tapeline.notebook;

import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.Front;
import tapeline.grader.generate.ExerciseFile;
import tapeline.notebook.MagicOutput.Tone;
import tapeline.toolkit.Sha256;

/// `%pull 03.2`: the file's version of the exercise, in this cell.
record PullMagic(Classroom room) implements Magic {

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var course = room.course();
    var id = Classroom.exercise("%pull", arguments);
    var file = ExerciseFile.of(course, id, Front.NOTEBOOK);
    var region = ExerciseMagic.normal(file.body());
    room.host().setNextInput("%%exercise " + id + "\n" + region.stripTrailing(), true);
    var mark = ExerciseMagic.SHOWN + Sha256.of(region);
    ExerciseMagic.see(room, room.book(course), id, mark);
    return new MagicOutput()
        .line(Tone.PLAIN, "%s as it is in `%s`. Run the cell to use it.".formatted(id, file.name()))
        .data();
  }
}
