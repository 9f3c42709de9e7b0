package tapeline.grader.report;

import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;

/// How good a piece of news is. A terminal shows it as a colour, the HTML report as a class.
enum Tone {
  GOOD("\u001b[32m"),
  BAD("\u001b[31m"),
  UNSURE("\u001b[33m"),
  /// Also what is worth less attention than its neighbours.
  QUIET("\u001b[2m"),
  STRONG("\u001b[1m");

  private static final String RESET = "\u001b[0m";

  private final String ansi;

  Tone(String ansi) {
    this.ansi = ansi;
  }

  static Tone of(Verdict verdict) {
    return switch (verdict) {
      case PASSED -> GOOD;
      case NOT_STARTED -> QUIET;
      case UNDECIDED -> UNSURE;
      case FAILED, DOES_NOT_COMPILE, SIGNATURE_CHANGED, TIMED_OUT, CRASHED -> BAD;
    };
  }

  /// The module's verdict: that of its most urgent exercise, failures first.
  static Verdict of(ModuleResult module) {
    var most = Verdict.PASSED;
    for (var e : module.exercises()) {
      if (e.verdict().urgency() > most.urgency()) {
        most = e.verdict();
      }
    }
    return most;
  }

  /// The text in this tone, or as it is when `colour` is false.
  String paint(String text, boolean colour) {
    return colour ? ansi + text + RESET : text;
  }

  /// The name of the CSS class.
  String css() {
    return switch (this) {
      case GOOD -> "good";
      case BAD -> "bad";
      case UNSURE -> "unsure";
      case QUIET -> "quiet";
      case STRONG -> "strong";
    };
  }
}
