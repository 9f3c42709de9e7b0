package tapeline.laboratory.gpu;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tapeline.laboratory.gpu.AnswerCheck.CheckedAnswer;
import tapeline.laboratory.gpu.SpeedTrial.Speed;
import tapeline.toolkit.TextTable;

/// The findings of a self-test, for a terminal and as Markdown.
///
/// @param facts the date, the card, the driver: a line each
/// @param speeds empty on the emulator, which has no clock
/// @param noTimes what kept a card from being timed at all; empty when nothing did
record SelftestReport(
    List<String> facts, List<CheckedAnswer> checks, List<Speed> speeds, String noTimes) {

  boolean passed() {
    return noTimes.isEmpty()
        && checks.stream().allMatch(CheckedAnswer::passed)
        && speeds.stream().allMatch(speed -> speed.problem().isEmpty());
  }

  /// All answers, then all speeds.
  String text() {
    return "%s\n\n%s\n%s%s\n"
        .formatted(
            String.join("\n", facts), answers(), speeds.isEmpty() ? "" : times() + "\n", verdict());
  }

  String markdown() {
    var lines = facts.stream().map(fact -> "- " + fact).collect(Collectors.joining("\n"));
    return "%s\n\n%s%s\n%s\n"
        .formatted(
            lines,
            speeds.isEmpty() ? "" : times().markdown() + "\n",
            answers().markdown(),
            verdict());
  }

  private TextTable answers() {
    var table = TextTable.of("answers", "size", "error", "allowed", "beside the emulator", "");
    for (var check : checks) {
      table.row(
          check.what(),
          check.size(),
          Double.isNaN(check.error()) ? "–" : TextTable.number(check.error(), 2),
          TextTable.number(check.allowed(), 2),
          check.beside(),
          check.passed() ? "right" : "WRONG: " + firstLine(check.problem()));
    }
    return table.note("error: of the worst element, as a share of its scale, against the CPU");
  }

  private TextTable times() {
    var table = TextTable.of("speed", "size", "ms", "speed", "share of the ceiling", "aim", "");
    for (var speed : speeds) {
      var trial = speed.trial();
      var ceiling = trial.ceiling();
      boolean timed = speed.problem().isEmpty();
      table.row(
          trial.kernel(),
          trial.size(),
          speed.millisText(),
          timed ? String.format(Locale.ROOT, "%,.0f %s", speed.rate(), ceiling.unit) : "–",
          speed.shareText() + (speed.shares().isEmpty() ? "" : " of " + ceiling),
          trial.hasAim() ? Math.round(100 * ceiling.aim) + " %" : "–",
          !timed ? firstLine(speed.problem()) : speed.reachesAim() ? "reached" : "");
    }
    return table.note("the middle round, and the lowest and highest, of 10 runs each by events");
  }

  private String verdict() {
    long wrong = checks.stream().filter(check -> !check.passed()).count();
    var answers =
        wrong == 0
            ? "All %d answers are right.".formatted(checks.size())
            : "%d of %d answers are wrong or missing.".formatted(wrong, checks.size());
    if (speeds.isEmpty()) {
      var why = noTimes.isEmpty() ? "an emulator has no clock" : noTimes;
      return "%s There are no times: %s.".formatted(answers, why);
    }
    long untimed = speeds.stream().filter(speed -> !speed.problem().isEmpty()).count();
    return untimed == 0
        ? answers
        : "%s Of those that are timed %d of %d are wrong or missing."
            .formatted(answers, untimed, speeds.size());
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
