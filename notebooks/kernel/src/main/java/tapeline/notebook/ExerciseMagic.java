package tapeline.notebook;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.Lock;
import tapeline.grader.course.MarkerException;
import tapeline.grader.course.Reason;
import tapeline.grader.generate.Disk;
import tapeline.grader.generate.ExerciseFile;
import tapeline.grader.progress.ProgressBook;
import tapeline.notebook.CellClasses.Whose;
import tapeline.notebook.MagicOutput.Tone;
import tapeline.toolkit.Sha256;

/// `%%exercise 03.2`: the cell holds the region of that exercise. Running it puts the region into
/// the learner's file, compiles the module, and has later cells use it.
///
/// The file may have been edited elsewhere. It is written when it holds the stub, or what a
/// notebook last wrote or showed; else only when the learner says `overwrite`. What was only shown
/// is kept beside. A stub in the cell never replaces an answer.
record ExerciseMagic(Classroom room) implements Magic {
  private static final String COMMAND = "%%exercise";

  /// Before the checksum of a version that no cell has held when it was run.
  static final String SHOWN = "shown ";

  /// The action to take on the file.
  private enum Plan {
    /// Cell and file say the same.
    NOTHING,
    WRITE,
    /// The file's version stays beside.
    KEEP_AND_WRITE,
    /// The cell is as given, and the file holds an answer.
    LEAVE,
    /// The file holds what no notebook wrote.
    ASK
  }

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var course = room.course();
    var id = Classroom.exercise(COMMAND, arguments);
    boolean overwrite = overwrite(arguments);
    var book = room.book(course);
    var cell = normal(body);
    var shown = new MagicOutput();
    Plan plan;
    ExerciseFile file;
    // Another notebook may be at another exercise of the same file.
    try (var _ = Lock.on(course.target().resolve("exercise.lock"))) {
      file = ExerciseFile.of(course, id, Front.NOTEBOOK);
      if (body.isBlank()) {
        throw new NotebookException(
            "The cell is empty, so nothing was written. `%%pull %s` in a new cell shows what is in %s."
                .formatted(id, file.name()));
      }
      plan = plan(file, cell, book, overwrite);
      if (plan == Plan.WRITE || plan == Plan.KEEP_AND_WRITE) {
        file = written(course, file, cell, plan, shown);
      }
    }
    if (plan == Plan.ASK) {
      ask(shown, file, cell);
      return shown.data();
    }
    if (plan != Plan.LEAVE) {
      see(room, book, id, Sha256.of(cell));
    }
    show(course, file, plan, shown);
    return shown.data();
  }

  /// A region's text without what a cell and a file may differ in: line ends, blanks at the end.
  static String normal(String body) {
    return body.replace("\r\n", "\n").stripTrailing() + "\n";
  }

  private static boolean overwrite(List<String> arguments) {
    boolean overwrite = arguments.size() == 2 && arguments.get(1).equals("overwrite");
    if (arguments.size() > 1 && !overwrite) {
      throw new NotebookException(
          "Behind the number of an exercise stands `overwrite` or nothing, got "
              + String.join(" ", arguments.subList(1, arguments.size())));
    }
    return overwrite;
  }

  private static Plan plan(ExerciseFile file, String cell, ProgressBook book, boolean overwrite) {
    var there = normal(file.body());
    if (there.equals(cell)) {
      return Plan.NOTHING;
    }
    if (file.isStub()) {
      return Plan.WRITE;
    }
    boolean cellIsStub = cell.equals(normal(file.stub()));
    var seen = book.seen(file.exercise().id()).orElse("");
    boolean ours = seen.equals(Sha256.of(there));
    if (ours && !cellIsStub) {
      return Plan.WRITE;
    }
    if (overwrite) {
      return Plan.KEEP_AND_WRITE;
    }
    boolean shown = seen.equals(SHOWN + Sha256.of(there));
    return cellIsStub ? Plan.LEAVE : shown ? Plan.KEEP_AND_WRITE : Plan.ASK;
  }

  private ExerciseFile written(
      Course course, ExerciseFile file, String cell, Plan plan, MagicOutput shown) {
    ExerciseFile now;
    try {
      now = file.with(cell);
    } catch (MarkerException _) {
      throw new NotebookException(
          "Nothing was written: the cell holds a line that reads as a BEGIN or END marker. The"
              + " markers stand around the region, in "
              + file.name()
              + ".");
    }
    try {
      if (!Files.isWritable(file.path())) {
        throw new NotebookException(
            "Nothing was written: %s is not writable.".formatted(file.name()));
      }
      if (plan == Plan.KEEP_AND_WRITE) {
        var mine = Disk.name(course.root(), Disk.keep(file.path()));
        shown.line(Tone.QUIET, "The file as it was is kept as `%s`.".formatted(mine));
      }
      now.write();
    } catch (UncheckedIOException e) {
      throw new NotebookException("Nothing was saved: " + Reason.of(e));
    }
    return now;
  }

  /// Remembers a version by its checksum; [#SHOWN] stands before that of one that was only shown,
  /// which makes none of it that a cell has held.
  static void see(Classroom room, ProgressBook book, ExerciseId id, String mark) {
    try {
      if (book.seen(id).filter(mark::endsWith).isEmpty()) {
        book.see(id, mark);
      }
    } catch (UncheckedIOException e) {
      room.warn("The notebook will ask before it writes %s again: %s".formatted(id, Reason.of(e)));
    }
  }

  private static void ask(MagicOutput shown, ExerciseFile file, String cell) {
    var id = file.exercise().id();
    shown.line(
        Tone.BAD,
        "Nothing was written: `%s` holds a version of %s that this notebook has not seen."
            .formatted(file.name(), id));
    shown.lines(LineDiff.lines(normal(file.body()), cell));
    shown.line(
        Tone.PLAIN,
        "`%%pull %s` in a new cell shows the file's version; `%s %s overwrite` as this cell's first"
                .formatted(id, COMMAND, id)
            + " line saves the cell's, and keeps the file's beside it.");
  }

  private void show(Course course, ExerciseFile file, Plan plan, MagicOutput shown) {
    var id = file.exercise().id();
    var current = room.classes().current();
    var kernel = CudaCheck.of(file);
    if (!kernel.errors().isEmpty() && current != null && current.module() == id.module()) {
      shown.line(Tone.BAD, broken(file, plan, "the version before"));
      CompileReport.add(shown, course, kernel.errors(), file);
      return;
    }
    var whose =
        current != null && current.module() == id.module() && current.whose() == Whose.MINE
            ? Whose.MINE
            : Whose.LEARNERS;
    var result = room.classes().show(course, course.module(id.module()), whose, id::equals);
    if (!kernel.errors().isEmpty() && result.shown()) {
      shown.line(Tone.BAD, broken(file, plan, "the rest of the module"));
      CompileReport.add(shown, course, kernel.errors(), file);
      return;
    }
    boolean compiles =
        result.errors().isEmpty() || (result.shown() && !result.takenOut().containsKey(id));
    if (compiles && file.isStub()) {
      shown.line(
          Tone.QUIET,
          "not started: %s (%s). Write your answer in this cell and run it; `%%hint %s` helps."
              .formatted(id, file.exercise().title(), id));
      shown.line(Tone.QUIET, "Around this cell, in `%s`:".formatted(file.name()));
      shown.lines(AroundRegion.of(file));
    } else if (compiles) {
      var use = result.shown() ? ", and cells use it" : ""; // a stock kernel has said why not
      shown.line(Tone.GOOD, done(file, plan, use));
    } else {
      var use = result.shown() ? "its stub" : "the version before";
      shown.line(Tone.BAD, broken(file, plan, use));
    }
    if (compiles) {
      result
          .takenOut()
          .forEach((other, error) ->
              shown.line(
                  Tone.BAD,
                  "%s does not compile (`%s:%d`): cells use its stub."
                      .formatted(other, Disk.name(course.root(), error.file()), error.line())));
    } else {
      CompileReport.add(shown, course, result.errors(), file);
    }
    if (kernel.unknown() != null) {
      shown.line(Tone.BAD, kernel.unknown());
    }
    shown.lost(result.lost());
  }

  private static String broken(ExerciseFile file, Plan plan, String used) {
    return "%s, and does not compile; cells use %s.".formatted(where(file, plan), used);
  }

  private static String done(ExerciseFile file, Plan plan, String use) {
    var id = file.exercise().id();
    return plan == Plan.LEAVE
        ? "%s%s. `%%pull %s` in a new cell shows it.".formatted(where(file, plan), use, id)
        : "%s%s. `%%grade %s` checks it.".formatted(where(file, plan), use, id);
  }

  private static String where(ExerciseFile file, Plan plan) {
    var id = file.exercise().id();
    return switch (plan) {
      case WRITE, KEEP_AND_WRITE -> "%s is saved in `%s`".formatted(id, file.name());
      case NOTHING -> "%s is as in `%s`".formatted(id, file.name());
      case LEAVE, ASK ->
          "This cell is as given, and `%s` holds an answer to %s, which stays"
              .formatted(file.name(), id);
    };
  }
}
