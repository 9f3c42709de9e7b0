package tapeline.laboratory.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tapeline.profile.Profile;
import tapeline.profile.Profiler;
import tapeline.profile.Span;
import tapeline.toolkit.TextTable;

/// The parts that a step has no gap between: its spans, and what lies between two of them, named
/// for what the trainer does there. So they add up to the step.
///
/// @param nanos the mean of the steps, by part
/// @param steps how many
record StepParts(Map<Part, Double> nanos, int steps) {
  private static final Set<Part> SPANS =
      EnumSet.of(Part.DATA, Part.OPS, Part.BACKWARD, Part.OPTIMIZER);

  /// A part of a step.
  enum Part {
    BEGIN("profiler: the step begins"),
    DATA("data"),
    CLEAR("trainer: clears gradients, makes a tape"),
    OPS("forward and loss: ops"),
    BETWEEN("between two ops: layers, tape, profiler"),
    BACKWARD("backward"),
    GATHER("trainer: gathers parameters"),
    OPTIMIZER("optimizer"),
    END("trainer: returns the loss; profiler: the step ends");

    final String title;

    Part(String title) {
      this.title = title;
    }

    static Part of(Span span) {
      return switch (span.name()) {
        case "data" -> DATA;
        case Profiler.BACKWARD -> BACKWARD;
        case "optimizer" -> OPTIMIZER;
        default -> OPS;
      };
    }

    /// What lies behind this part and in front of the next span.
    Part gap() {
      return switch (this) {
        case DATA -> CLEAR;
        case BACKWARD -> GATHER;
        case OPTIMIZER -> END;
        default -> BETWEEN;
      };
    }
  }

  /// The parts of the steps of a profile of one thread.
  static StepParts of(Profile profile) {
    var inside = new HashMap<Integer, List<Span>>();
    profile.spans().forEach(s -> inside.computeIfAbsent(s.parent(), _ -> new ArrayList<>()).add(s));
    var steps = MiddleSteps.steps(profile);
    var sums = new EnumMap<Part, Double>(Part.class);
    for (var step : steps) {
      var gap = Part.BEGIN;
      long at = step.start();
      for (var span : inside.getOrDefault(step.id(), List.of())) {
        sums.merge(gap, (double) (span.start() - at), Double::sum);
        sums.merge(Part.of(span), (double) span.nanos(), Double::sum);
        gap = Part.of(span).gap();
        at = span.end();
      }
      sums.merge(gap, (double) (step.end() - at), Double::sum);
    }
    sums.replaceAll((_, sum) -> sum / steps.size());
    return new StepParts(sums, steps.size());
  }

  /// Nanoseconds of a step.
  double whole() {
    return nanos.values().stream().mapToDouble(n -> n).sum();
  }

  /// Nanoseconds of a step in none of its spans.
  double between() {
    return whole() - SPANS.stream().mapToDouble(part -> nanos.getOrDefault(part, 0.0)).sum();
  }

  /// A row for each part, in the order of a step.
  TextTable table() {
    var table = TextTable.of("part of a step", "µs", "share");
    nanos.forEach((part, n) -> table.row(part.title, micros(n), TextTable.percent(n / whole(), 1)));
    return table.note(
        "together %s µs, the mean of %d steps: %s in spans, %s between them"
            .formatted(micros(whole()), steps, micros(whole() - between()), micros(between())));
  }

  static String micros(double nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / 1e3);
  }
}
