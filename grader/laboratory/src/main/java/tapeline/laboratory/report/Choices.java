package tapeline.laboratory.report;

import java.util.Comparator;
import java.util.List;
import tapeline.bench.Pareto;

/// Choices between two aims, and the front of those that no other beats in both.
///
/// @param x what the first cost is, with its unit
/// @param y what the second cost is
/// @param choices with these two costs
public record Choices(String x, String y, List<Pareto.Choice> choices) {
  /// @throws IllegalArgumentException unless each choice has two costs above 0
  public Choices {
    choices = List.copyOf(choices);
    for (var c : choices) {
      if (c.costs().length != 2 || !(c.cost(0) > 0) || !(c.cost(1) > 0)) {
        throw new IllegalArgumentException(
            "a choice on logarithmic axes has two costs above 0, and %s has not"
                .formatted(c.name()));
      }
    }
  }

  /// Those that no other beats, the cheapest by x first.
  public List<Pareto.Choice> front() {
    return Pareto.front(choices).stream()
        .sorted(Comparator.comparingDouble(c -> c.cost(0)))
        .toList();
  }
}
