package tapeline.competition;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tapeline.competition.Manifest.Claim;
import tapeline.competition.Manifest.Times;

/// A work log, written by hand: what was expected, what was changed, what a duel of the code before
/// and after it measured, and whether the change was kept. The last block, `whole`, measures the
/// event's baseline beside the finished entry.
///
/// ```text
/// event: training
///
/// step: no tape
/// hypothesis: a third of a step's time is the tape's, so it is 1.5 times as fast without
/// change: forward and backward as loops
/// forks: 51234.5/34113.4 51034.0/34002.1 …
/// claim: 1.502 (1.490 to 1.511)
/// decision: kept
///
/// whole:
/// forks: …
/// claim: …
/// ```
///
/// A fork is the time before and after, in microseconds an answer. A line without a name goes on
/// with the one above it.
///
/// @param event the [Event]'s id
/// @param steps in their order
/// @param whole the baseline beside the entry
public record WorkLog(String event, List<Step> steps, Measured whole) {
  /// The events of the open task.
  public static final List<String> EVENTS = List.of("training", "generation");

  private static final int FEWEST_STEPS = 2;
  private static final int MOST_STEPS = 100;
  private static final double ROUNDING = 0.0005 + 1e-9;

  public WorkLog {
    steps = List.copyOf(steps);
  }

  /// One change.
  ///
  /// @param decision `kept` or `dropped`
  public record Step(
      String name, String hypothesis, String change, Measured measured, String decision) {
    /// Returns whether the change is part of the entry.
    public boolean isKept() {
      return decision.equals("kept");
    }
  }

  /// The forks of a duel, and the ratio that they come to.
  ///
  /// @param forks of each one time, before and after
  /// @param claim what they come to, to three decimals
  public record Measured(List<Times> forks, Claim claim) {
    public Measured {
      forks = List.copyOf(forks);
    }

    /// The lines of a log that say so.
    public String lines() {
      var line = new StringBuilder("forks:");
      for (int i = 0; i < forks.size(); i++) {
        line.append(i > 0 && i % 5 == 0 ? "\n  " : " ").append(text(forks.get(i)));
      }
      return line + "\nclaim: " + text(claim) + "\n";
    }
  }

  /// A fork whose sides took so many nanoseconds, as a log has it: to a tenth of a microsecond.
  public static Times fork(double before, double after) {
    return new Times(List.of(Math.rint(before / 100) * 100), List.of(Math.rint(after / 100) * 100));
  }

  static String text(Times fork) {
    return String.format(
        Locale.ROOT,
        "%.1f/%.1f",
        fork.baseline().getFirst() / 1000,
        fork.entry().getFirst() / 1000);
  }

  static String text(Claim claim) {
    return String.format(
        Locale.ROOT, "%.3f (%.3f to %.3f)", claim.speedUp(), claim.low(), claim.high());
  }

  /// The course's worked example.
  public static WorkLog example() {
    try (InputStream in = WorkLog.class.getResourceAsStream("/worklog/example.txt")) {
      if (in == null) {
        throw new IllegalStateException("the resource /worklog/example.txt is missing");
      }
      return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads a log: its form, not whether it is right.
  ///
  /// @throws IllegalArgumentException when the text is none
  public static WorkLog read(String text) {
    return WorkLogReader.read(text);
  }

  /// Returns the rules that this log breaks, each in words with the value; empty when its samples
  /// support it. It cannot tell whether they were measured: the judge measures again.
  ///
  /// @param recomputed the claim of some samples, see module 20's `ClaimCheck`
  /// @param known logs whose forks may not stand in this one
  public List<String> problems(Function<List<Times>, Claim> recomputed, List<WorkLog> known) {
    var problems = new ArrayList<String>();
    if (!EVENTS.contains(event)) {
      problems.add("the event of a work log is one of %s, got \"%s\"".formatted(EVENTS, event));
    }
    EventRules.range(problems, "steps of a work log", steps.size(), FEWEST_STEPS, MOST_STEPS);
    if (steps.stream().noneMatch(Step::isKept)) {
      problems.add("a step of the work log is kept, got none");
    }
    var seen = new HashSet<Times>();
    known.forEach(log -> log.all().values().forEach(m -> seen.addAll(m.forks())));
    for (var step : steps) {
      var of = "step \"" + step.name() + "\"";
      if (step.hypothesis().chars().noneMatch(Character::isDigit)) {
        problems.add(
            "%s predicts a number in its hypothesis, got \"%s\"".formatted(of, step.hypothesis()));
      }
      if (step.change().isBlank()) {
        problems.add(of + " says what was changed, got a blank");
      }
      if (!step.isKept() && !step.decision().equals("dropped")) {
        problems.add("%s is kept or dropped, got \"%s\"".formatted(of, step.decision()));
      }
    }
    all().forEach((of, measured) -> problems.addAll(problems(of, measured, recomputed, seen)));
    return List.copyOf(problems);
  }

  /// All measurements, by the words for each.
  private Map<String, Measured> all() {
    var all = new LinkedHashMap<String, Measured>();
    for (int i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      all.put(
          "step %d, \"%s\", %s".formatted(i + 1, step.name(), step.decision()), step.measured());
    }
    all.put("whole", whole);
    return all;
  }

  private static List<String> problems(
      String of, Measured measured, Function<List<Times>, Claim> recomputed, Set<Times> seen) {
    var problems = new ArrayList<String>();
    int forks = measured.forks().size();
    EventRules.range(
        problems, "forks of " + of, forks, ManifestCheck.FEWEST_FORKS, ManifestCheck.MOST_FORKS);
    for (var fork : measured.forks()) {
      if (!seen.add(fork)) {
        problems.add(
            "a fork of %s is its own, got %s, which stands elsewhere too"
                .formatted(of, text(fork)));
      }
      for (double nanos : List.of(fork.baseline().getFirst(), fork.entry().getFirst())) {
        if (!(nanos >= ManifestCheck.SHORTEST && nanos <= ManifestCheck.LONGEST)) {
          problems.add("a time of %s lies from 1 ns to an hour, got %s".formatted(of, nanos));
        }
      }
    }
    if (!problems.isEmpty()) {
      return problems;
    }
    var right = recomputed.apply(measured.forks());
    var claim = measured.claim();
    if (!(isClose(claim.speedUp(), right.speedUp())
        && isClose(claim.low(), right.low())
        && isClose(claim.high(), right.high()))) {
      problems.add(
          "the claim of %s is what its forks come to, %s, got %s"
              .formatted(of, text(right), text(claim)));
    }
    if (!of.endsWith("dropped") && !(right.low() > 1)) {
      problems.add(
          "%s is no step back: its interval lies above 1, got %s".formatted(of, text(right)));
    }
    return problems;
  }

  private static boolean isClose(double claimed, double right) {
    return Math.abs(claimed - right) <= ROUNDING;
  }
}
