package tapeline.grader;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tapeline.grader.course.NearestName;

/// Everything that may be asked for with `-D`, and nothing else: the one list of it.
enum Option {
  MODULE("3, 03.2 or 1,3", "which modules or exercises; all when it is missing"),
  STACK("mine", "earlier modules are your own, too"),
  REFERENCE("", "the reference solution in the place of your files"),
  WATCH("", "stays, and grades at each save"),
  SEED("2", "what the tests draw their random inputs from; 1 when it is missing"),
  HINT("03.2", "the next hint of an exercise"),
  RESET("03.2", "its stub again; your version stays beside it"),
  BLANK("05", "a module with empty bodies, for those who build instead of filling holes"),
  UNBLANK("05", "its holes again, with your answers"),
  COMPARE("03.2", "your answer beside the reference's, once you have passed"),
  QUIZ("03", "five questions on a module; -Dquiz=03,bacdb marks your answers"),
  PROGRESS("", "what you have passed so far"),
  SHARE("progress.json", "your progress without your name, for your class"),
  UPDATE("", "the course's newest version; your answers and notebooks stay"),
  EXPORT("work.zip", "your answers, notebooks and progress as one file"),
  IMPORT("work.zip", "what an export holds, merged into this course"),
  JOIN("https://class.example.edu/#TOKEN", "keeps an invitation to a class"),
  SUBMIT("entry.zip", "hands a team's entry in; --status in its place lists your receipts"),
  HANDIN("07", "hands a module in, as your homework"),
  DOCTOR("", "what the course needs, what is missing, and what mends it"),
  RUN("DigitsMlp", "runs programs of the modules; alone it lists them"),
  MINUTES("180", "after how many a program is stopped; 60 when it is missing"),
  PLAIN("", "programs train op by op on 13's VectorBackend, not by fused steps"),
  MILESTONE("2", "a station of the field's history on your modules; alone it lists them"),
  GUESS("0.9", "what you predict for a milestone"),
  BENCH("Chain", "a module's benchmarks, or those with such a name"),
  SAVE("before", "keeps the results of -Dbench under a name"),
  AGAINST("before", "compares -Dbench with results that were kept: change, interval, chart"),
  BOOK("folder", "the whole course as static pages"),
  UNEXECUTED("", "the book without executing notebooks"),
  INSTRUCTOR("command", "./tapeline leaderboard, ./tapeline gradebook and ./tapeline class"),
  SANDBOX("", "grades code of others in a sandbox"),
  SUBMISSION("folder", "what -Dsandbox grades"),
  OVERLAY("folder", "hidden tests for -Dsandbox"),
  CHECK("stubs", "the project's own checks, or one group of them"),
  GENERATE("", "writes modules/ and the notebooks' exercise cells"),
  MUTANTS("write", "tries every mutant and records how it fails"),
  SPEED("", "how long a learner waits"),
  PEERS("2,sgemm", "how long the reference, PyTorch and others take"),
  HELP("", "this list");

  private final String example;
  private final String meaning;

  Option(String example, String meaning) {
    this.example = example;
    this.meaning = meaning;
  }

  /// Returns whether the option means nothing without a value.
  boolean needsValue() {
    return switch (this) {
      case MODULE, STACK, SEED, MINUTES, HINT, RESET, COMPARE, QUIZ, EXPORT, IMPORT, GUESS -> true;
      case SHARE, JOIN, SUBMIT, HANDIN -> true;
      case BLANK, UNBLANK, SAVE, AGAINST -> true;
      case SUBMISSION, OVERLAY -> true;
      case BOOK, UNEXECUTED -> false;
      case REFERENCE, WATCH, PROGRESS, UPDATE, DOCTOR, RUN, BENCH, INSTRUCTOR, SANDBOX -> false;
      case PLAIN, MILESTONE, CHECK, GENERATE, MUTANTS, SPEED, PEERS, HELP -> false;
    };
  }

  /// Returns the option with an example of a value: `-Dhint=03.2`.
  String example() {
    return "-D" + key() + (example.isEmpty() ? "" : "=" + example.replaceFirst("(,| or ).*", ""));
  }

  /// Returns the name that is typed behind `-D`.
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The option of this name.
  ///
  /// @throws IllegalArgumentException when there is none, naming the one that was meant
  static Option of(String key) {
    return Arrays.stream(values())
        .filter(o -> o.key().equals(key))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no option -D%s%s; -Dhelp lists them"
                    .formatted(
                        key,
                        NearestName.question(
                            key, Stream.of(values()).map(Option::key).toList(), "-D"))));
  }

  /// A line for each.
  static List<String> help() {
    return Stream.of(values())
        .map(o ->
            "-D%-24s %s"
                .formatted(o.key() + (o.example.isEmpty() ? "" : "=" + o.example), o.meaning))
        .toList();
  }
}
