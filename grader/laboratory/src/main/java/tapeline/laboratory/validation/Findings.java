package tapeline.laboratory.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.bench.stats.Sample;
import tapeline.laboratory.validation.LiveTrials.Ended;
import tapeline.toolkit.TextTable;

/// The findings of a validation, as tables.
///
/// @param table of made-up times
/// @param trials live ones, in their order: the first compares equal programs
/// @param live what was measured of them
public record Findings(TruthTable table, List<Trial> trials, LiveTrials live) {

  /// The promises of the harness, and whether each holds.
  public List<Requirement> requirements() {
    var found = new ArrayList<Requirement>();
    for (var trial : trials) {
      if (trial.extra() == 0) {
        var ended = live.ended(trial);
        found.add(
            Requirement.alarms(
                "live: equal programs called different, at most 5 %",
                rate(ended, e -> e.comparison().verdict() != SpeedVerdict.UNDECIDED),
                trial.comparisons()));
        var looks = planned(ended);
        found.add(
            Requirement.alarms(
                "the same forks in groups of %d, with the standard plan's three looks"
                    .formatted(Plan.STANDARD.most()),
                rate(looks, c -> c.verdict() != SpeedVerdict.UNDECIDED),
                looks(trial)));
      } else {
        found.add(
            Requirement.power(
                "live: %s, found in %.0f s, at least 90 %%"
                    .formatted(trial.name(), trial.seconds()),
                rate(live.ended(trial), Findings::isFoundInTime),
                trial.comparisons()));
      }
    }
    found.add(Requirement.simulatedAlarms(table));
    found.add(Requirement.coverage(table));
    return found;
  }

  private static <T> Rate rate(List<T> all, Predicate<T> counts) {
    return new Rate((int) all.stream().filter(counts).count(), all.size());
  }

  private static boolean isFoundInTime(Ended e) {
    return e.comparison().verdict() == SpeedVerdict.SLOWER && e.seconds() <= e.trial().seconds();
  }

  /// The forks of equal programs once more, in disjoint groups, each of one kind of work.
  private static List<Comparison> planned(List<Ended> ended) {
    int size = Plan.STANDARD.most();
    var comparisons = new ArrayList<Comparison>();
    for (var work : ended.stream().map(Ended::work).distinct().toList()) {
      var forks =
          ended.stream()
              .filter(e -> e.work().equals(work))
              .flatMap(e -> e.comparison().forks().stream())
              .toList();
      for (int from = 0; from + size <= forks.size(); from += size) {
        comparisons.add(
            LiveTrials.end(Plan.STANDARD, forks.subList(from, from + size)).orElseThrow());
      }
    }
    return comparisons;
  }

  /// How many such groups the trial's forks make.
  private static int looks(Trial trial) {
    int forks = trial.comparisons() * trial.plan().looks()[0];
    return 3 * (forks / 3 / Plan.STANDARD.most());
  }

  /// A line a requirement.
  public TextTable requirementsTable() {
    var lines = TextTable.of("promised", "found, 95 % interval", "");
    requirements().forEach(r -> lines.row(r.what(), r.found(), r.verdict()));
    return lines;
  }

  /// A line a trial and kind of work: how long, and what was found.
  public TextTable liveTable() {
    // spotless:off
    var lines = TextTable.of(
        "B", "work", "n", "slower", "faster", "in time", "median s", "90 % of s", "forks", "median B/A", "covered", "CPU B/A", "not steady");
    // spotless:on
    for (var trial : trials) {
      var all = live.ended(trial);
      for (var work : all.stream().map(Ended::work).distinct().toList()) {
        lines.row(line(trial, work, all.stream().filter(e -> e.work().equals(work)).toList()));
      }
      if (!all.isEmpty()) {
        lines.row(line(trial, "all", all));
      }
    }
    return lines
        .note("in time: called slower within the seconds promised; covered: by their intervals")
        .note("not steady: the share of forks with a change of level, see SteadyState");
  }

  private static String[] line(Trial trial, String work, List<Ended> all) {
    var seconds = sample(all, Ended::seconds);
    var comparisons = all.stream().map(Ended::comparison).toList();
    int forks = comparisons.stream().mapToInt(c -> c.forks().size()).sum();
    int unsteady = comparisons.stream().mapToInt(Comparison::unsteadyForks).sum();
    return new String[] {
      trial.name(),
      work,
      Integer.toString(all.size()),
      percent(rate(comparisons, c -> c.verdict() == SpeedVerdict.SLOWER)),
      percent(rate(comparisons, c -> c.verdict() == SpeedVerdict.FASTER)),
      trial.extra() == 0 ? "–" : percent(rate(all, Findings::isFoundInTime)),
      "%.1f".formatted(seconds.median()),
      "%.1f".formatted(seconds.quantile(0.9)),
      "%.1f".formatted((double) forks / all.size()),
      "%.4f".formatted(sample(all, e -> 1 / e.comparison().speedUp()).median()),
      percent(rate(comparisons, c -> c.interval().contains(1 / trial.truth()))),
      "%.3f".formatted(sample(all, e -> e.comparison().cpuRatio()).median()),
      "%.0f %%".formatted(100.0 * unsteady / forks)
    };
  }

  private static Sample sample(List<Ended> all, java.util.function.ToDoubleFunction<Ended> of) {
    return Sample.of(all.stream().mapToDouble(of).toArray());
  }

  private static String percent(Rate rate) {
    return "%.0f %%".formatted(100 * rate.share());
  }

  /// A line a rule: how often it says that the programs of the same comparisons differ; and the
  /// duel's own verdict.
  public TextTable rulesTable() {
    var header = new ArrayList<>(List.of("rule", "made-up, equal: worst noise"));
    trials.forEach(t -> header.add("live, " + t.name()));
    var lines = TextTable.of(header.toArray(String[]::new));
    for (var rule : DecisionRule.values()) {
      addRule(
          lines,
          rule.toString(),
          rule,
          e -> rule.differs(rule.design().replay(e.comparison().forks())));
    }
    addRule(
        lines,
        "this course's duel: 10 % quantiles, its plan",
        DecisionRule.SIGN_FLIP,
        e -> e.comparison().verdict() != SpeedVerdict.UNDECIDED);
    return lines;
  }

  private void addRule(TextTable lines, String name, DecisionRule rule, Predicate<Ended> differs) {
    var cells = new ArrayList<>(List.of(name, worst(rule)));
    trials.forEach(trial -> cells.add(rate(live.ended(trial), differs).toString()));
    lines.row(cells.toArray(String[]::new));
  }

  private String worst(DecisionRule rule) {
    return "%.1f %%".formatted(100 * Collections.max(table.falseAlarms(rule).values()));
  }

  /// A column a noise: how often intervals hold the truth.
  public TextTable coverageTable() {
    return table.table(Map.of(DecisionRule.SIGN_FLIP, table.coverage()));
  }
}
