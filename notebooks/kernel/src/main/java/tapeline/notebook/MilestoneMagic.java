package tapeline.notebook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.display.HtmlImage;
import tapeline.grader.course.Course;
import tapeline.grader.course.Milestone;
import tapeline.grader.program.MilestoneRun;
import tapeline.grader.progress.MilestoneState;
import tapeline.notebook.MagicOutput.Tone;

/// `%milestone` lists the milestones, `%milestone 2` tells of one, `%milestone 2 0.75` runs it on
/// the learner's own modules, 0.75 being the prediction and NaN none. With `reference` behind it
/// the reference's answers stand for exercises that are missing.
record MilestoneMagic(Classroom room) implements Magic {
  private static final long PAUSE_MILLIS = 500;

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var course = room.course();
    var book = room.book(course);
    if (arguments.isEmpty()) {
      return new MagicOutput()
          .lines(MilestoneState.lines(MilestoneState.all(course, book)))
          .line(Tone.PLAIN, "`%milestone 2` tells of one.")
          .data();
    }
    var milestone = Milestone.of(course, arguments.getFirst());
    var state = MilestoneState.of(course, book, milestone);
    var missing = state.missing();
    if (arguments.size() == 1) {
      return page(course, state);
    }
    boolean filled = arguments.size() == 3 && arguments.get(2).equals("reference");
    if (arguments.size() > (filled ? 3 : 2)) {
      throw new NotebookException(
          "`%milestone` takes a number, a prediction, and the word `reference`, got " + arguments);
    }
    double guess = Milestone.prediction(arguments.get(1));
    if (!missing.isEmpty() && !filled) {
      return locked(course, state).data();
    }
    boolean reached = watched(new MilestoneRun(course, book, state, System.out), guess, filled);
    return new MagicOutput()
        .line(
            reached ? Tone.GOOD : Tone.BAD,
            "Milestone %d, %d: %s."
                .formatted(
                    milestone.number(), milestone.year(), reached ? "reached" : "not reached"))
        .data();
  }

  /// The page of history, and how far the learner is.
  private static DisplayData page(Course course, MilestoneState state) {
    var milestone = state.milestone();
    var text =
        "%s\n\n**To beat:** %s, %s. **This milestone is %s.**\n\n%s"
            .formatted(
                milestone.story(),
                milestone.quantity(),
                milestone.goal(),
                state.text(),
                state.missing().isEmpty() ? "" : state.missingText(course));
    var data = new DisplayData(text.strip());
    data.putMarkdown(text);
    return data;
  }

  private static MagicOutput locked(Course course, MilestoneState state) {
    return new MagicOutput()
        .line(Tone.PLAIN, "Milestone %d is locked.".formatted(state.milestone().number()))
        .line(Tone.PLAIN, state.missingText(course))
        .line(
            Tone.PLAIN,
            "With `reference` behind your prediction the reference's answers stand for them.");
  }

  /// Runs it, and shows its picture anew each time it is drawn.
  private boolean watched(MilestoneRun run, double guess, boolean filled) {
    var picture = run.folder().resolve("picture.png");
    var id = "milestone-" + System.nanoTime();
    long start = System.currentTimeMillis();
    var watch = Thread.ofVirtual().start(() -> watch(picture, start, id));
    try {
      return run.run(guess, filled);
    } finally {
      watch.interrupt();
      if (drawn(picture) >= start) {
        var _ = show(picture, id);
      }
    }
  }

  private void watch(Path picture, long start, String id) {
    long shown = start - 1;
    while (!Thread.currentThread().isInterrupted()) {
      long drawn = drawn(picture);
      if (drawn > shown && show(picture, id)) {
        shown = drawn;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  /// When it was drawn, in milliseconds; 0 when there is none.
  private static long drawn(Path picture) {
    return picture.toFile().lastModified();
  }

  /// Shows the picture with its words, unless one of the two is not there yet.
  private boolean show(Path picture, String id) {
    try {
      room.host().show(image(picture, id));
      return true;
    } catch (UncheckedIOException _) {
      return false;
    }
  }

  private static DisplayData image(Path picture, String id) {
    try {
      var words = Course.read(picture.resolveSibling("picture.txt")).strip();
      var data = new DisplayData(words);
      var png = Base64.getEncoder().encodeToString(Files.readAllBytes(picture));
      data.putHTML(HtmlImage.of(words, "image/png", png, "width=\"720\" "));
      data.setDisplayId(id);
      return data;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
