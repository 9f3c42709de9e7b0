package tapeline.grader;

import java.io.Console;
import java.io.PrintStream;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.Front;
import tapeline.grader.course.Milestone;
import tapeline.grader.program.MilestoneRun;
import tapeline.grader.progress.MilestoneState;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.report.Lines;
import tapeline.grader.report.TerminalWidth;

/// `./tapeline milestone` lists them; `./tapeline milestone 2` tells what happened then, asks for a
/// prediction, and runs it.
record MilestoneCommand(Course course, PrintStream out) {

  /// Does what the options say; whether the number was beaten.
  ///
  /// @throws IllegalArgumentException when there is no such milestone, or the prediction is no
  ///   number
  boolean run(Options options) {
    var book = new ProgressBook(course, out::println);
    var wanted = String.valueOf(options.get(Option.MILESTONE));
    if (wanted.equals("true")) {
      MilestoneState.lines(MilestoneState.all(course, book)).forEach(out::println);
      out.println(Front.terminal().command("milestone", "2") + " runs one on your own modules");
      return true;
    }
    double guess = options.guess();
    var milestone = Milestone.of(course, wanted);
    var state = MilestoneState.of(course, book, milestone);
    var missing = state.missing();
    boolean filled = options.on(Option.REFERENCE);
    out.printf("%n%d: %s%n%n", milestone.year(), milestone.title());
    Stream.of(milestone.story().split("\n\n")).forEach(p -> out.println(paragraph(p) + "\n"));
    if (!missing.isEmpty()) {
      out.println(paragraph(state.missingText(course)));
      out.println(
          filled
              ? "The reference's answers stand for them."
              : "%s -Dreference runs it with the reference's answers for these."
                  .formatted(Front.terminal().command("milestone", "" + milestone.number())));
    }
    if (!missing.isEmpty() && !filled) {
      return false;
    }
    out.println(paragraph(milestone.question()));
    out.println("To beat: %s, %s.".formatted(milestone.quantity(), milestone.goal()));
    if (!options.on(Option.GUESS)) {
      guess = asked(System.console());
    }
    return new MilestoneRun(course, book, state, out).run(guess, filled);
  }

  private static String paragraph(String text) {
    return String.join("\n", Lines.wrap(text.replace('\n', ' '), TerminalWidth.orDefault()));
  }

  /// Asks until a number comes, or nothing; without a terminal it asks for none.
  private double asked(@Nullable Console console) {
    if (console == null || !console.isTerminal()) {
      out.println("(-Dguess=0.9 is a prediction, where there is no terminal to ask.)");
      return Double.NaN;
    }
    while (true) {
      out.flush();
      var line = Optional.ofNullable(console.readLine("Your prediction, then Enter: "));
      try {
        return Milestone.prediction(line.orElse(""));
      } catch (IllegalArgumentException e) {
        out.println(e.getMessage());
      }
    }
  }
}
