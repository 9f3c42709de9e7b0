package tapeline.laboratory.milestone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tapeline.toolkit.Prediction;
import tapeline.toolkit.ProgramParent;
import tapeline.toolkit.Todo;

/// A milestone's run: `./tapeline milestone 2` starts it on the learner's own modules.
public final class Milestones {
  private static final Map<Integer, MilestoneProgram> PROGRAMS =
      Map.of(
          1, new FivesPerceptron(),
          2, new XorLimit(),
          3, new BackPropagation(),
          4, new ConvolutionDigits(),
          5, new AttentionWrites(),
          6, new FourScenarios());

  private Milestones() {}

  /// The program of a milestone.
  ///
  /// @throws IllegalArgumentException when there is none
  static MilestoneProgram program(int number) {
    var program = PROGRAMS.get(number);
    if (program == null) {
      throw new IllegalArgumentException(
          "a milestone with a program has a number from 1 to %d, got %d"
              .formatted(PROGRAMS.size(), number));
    }
    return program;
  }

  /// Runs one, and prints its number beside the prediction. Ends with 1, and without a number, when
  /// the modules that it runs on throw anything.
  ///
  /// @param args the number of the milestone, what its number is called, the prediction (`NaN` for
  ///   none), a folder for the picture and the number; behind that, for a trial, a share of the
  ///   work
  static void main(String[] args) throws IOException {
    ProgramParent.endWithIt();
    var drawing = new Drawing(Files.createDirectories(Path.of(args[3])));
    double effort = args.length > 4 ? Double.parseDouble(args[4]) : 1;
    int code = run(program(Integer.parseInt(args[0])), args[1], args[2], drawing, effort);
    Runtime.getRuntime().halt(code); // a learner's thread may still be at work
  }

  /// Runs a program, and writes the number that came.
  ///
  /// @return 0, or 1 when there is no number
  @SuppressWarnings("CatchingUnchecked") // a learner's module may throw anything
  static int run(
      MilestoneProgram program, String what, String guess, Drawing drawing, double effort) {
    try {
      double number = program.run(drawing, effort);
      drawing.draw();
      if (Double.isNaN(number)) {
        IO.println(what + ": no number came");
        return 1;
      }
      IO.println(Prediction.of(what, Double.parseDouble(guess), number));
      drawing.result(number);
      return 0;
    } catch (Todo e) {
      IO.println(e.getMessage());
      return 1;
    } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError | AssertionError e) {
      IO.println("the run ended early: " + e + where(e));
      return 1;
    }
  }

  private static String where(Throwable thrown) {
    var trace = thrown.getStackTrace();
    return trace.length == 0 ? "" : ", at " + trace[0];
  }
}
