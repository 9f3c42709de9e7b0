package tapeline.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.bench.stats.Interval;

/// Choices between aims that cost one another: accuracy, time, bytes. A choice is on the front when
/// none of the others *dominates* it: is nowhere dearer and somewhere cheaper.
public final class Pareto {
  private Pareto() {}

  /// A choice.
  ///
  /// @param costs what it costs, in several respects, each as far as it is known; less is better in
  ///   each (an accuracy counts as its error)
  public record Choice(String name, Interval... costs) {
    /// One whose costs are known exactly.
    public Choice(String name, double... costs) {
      this(name, Arrays.stream(costs).mapToObj(Interval::exactly).toArray(Interval[]::new));
    }

    /// The middle of a cost's interval.
    public double cost(int i) {
      return costs[i].middle();
    }
  }

  /// The choices that no other surely dominates, in the order given: with exact costs the front,
  /// with measured ones all that may be on it. O(n²).
  ///
  /// @throws IllegalArgumentException when they do not have as many costs
  public static List<Choice> front(List<Choice> choices) {
    return without(choices, Pareto::dominates);
  }

  /// The choices that are on the front wherever in their intervals the costs lie.
  public static List<Choice> sure(List<Choice> choices) {
    return without(choices, Pareto::mayDominate);
  }

  // BEGIN SOLUTION 19.8 "a front of measured choices" 10 points
  /// Returns whether a choice is surely no dearer than another in any respect, and surely cheaper
  /// in one, wherever in their intervals the costs may lie.
  static boolean dominates(Choice choice, Choice other) {
    boolean cheaper = false;
    for (int i = 0; i < choice.costs().length; i++) {
      var mine = choice.costs()[i];
      var its = other.costs()[i];
      if (mine.high() > its.low()) {
        return false;
      }
      cheaper |= mine.high() < its.low();
    }
    return cheaper;
  }

  /// Returns whether a choice dominates another for some costs in their intervals.
  static boolean mayDominate(Choice choice, Choice other) {
    boolean cheaper = false;
    for (int i = 0; i < choice.costs().length; i++) {
      var mine = choice.costs()[i];
      var its = other.costs()[i];
      if (mine.low() > its.high()) {
        return false;
      }
      cheaper |= mine.low() < its.high();
    }
    return cheaper;
  }

  // STUB /// Returns whether a choice is surely no dearer than another in any respect, and surely
  // STUB /// cheaper in one, wherever in their intervals the costs may lie.
  // STUB static boolean dominates(Choice choice, Choice other) {
  // STUB   // TODO 19.8 — 10 lines. Between two intervals "no dearer" is sure when the one's high
  // STUB   // end is not above the other's low end. Does a choice dominate its equal?
  // STUB   throw new Todo("19.8", "a front of measured choices");
  // STUB }
  // STUB
  // STUB /// Returns whether a choice dominates another for some costs in their intervals.
  // STUB static boolean mayDominate(Choice choice, Choice other) {
  // STUB   // TODO — 10 lines. Now each cost may lie at whichever end suits. Which ends are
  // STUB   // compared?
  // STUB   throw new Todo("19.8", "a front of measured choices");
  // STUB }
  // END SOLUTION

  private static List<Choice> without(List<Choice> choices, BiPredicate<Choice, Choice> dominates) {
    for (var c : choices) {
      var first = choices.getFirst();
      if (c.costs().length != first.costs().length) {
        throw new IllegalArgumentException(
            "choices are compared by the same costs, got %d of %s and %d of %s"
                .formatted(first.costs().length, first.name(), c.costs().length, c.name()));
      }
    }
    return IntStream.range(0, choices.size())
        .filter(i -> others(choices, i).noneMatch(o -> dominates.test(o, choices.get(i))))
        .mapToObj(choices::get)
        .toList();
  }

  private static Stream<Choice> others(List<Choice> choices, int one) {
    return IntStream.range(0, choices.size()).filter(i -> i != one).mapToObj(choices::get);
  }
}
