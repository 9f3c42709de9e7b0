package tapeline.bench;

import java.util.ArrayList;
import java.util.List;
import tapeline.toolkit.Todo;

/// Choices between aims that cost one another: accuracy, time, bytes.
public final class Pareto {
  private Pareto() {}

  /// A choice.
  ///
  /// @param costs what it costs, in several respects; less is better in each (an accuracy counts as
  ///   its error)
  public record Choice(String name, double... costs) {
    /// Whether this one is nowhere dearer and somewhere cheaper.
    boolean dominates(Choice other) {
      // BEGIN EXERCISE 19.7
      // TODO 19.7 — 8 lines. One choice dominates another when no cost of it is higher,
      // and one is lower. Does a choice dominate its equal?
      throw new Todo("19.7", "dominated");
      // END EXERCISE 19.7
    }
  }

  /// The choices that no other dominates, in the order given. O(n²).
  ///
  /// @throws IllegalArgumentException when they do not have as many costs, or one is NaN
  public static List<Choice> front(List<Choice> choices) {
    for (var c : choices) {
      if (c.costs().length != choices.getFirst().costs().length) {
        throw new IllegalArgumentException(
            "choices are compared by the same costs, got %d of %s and %d of %s"
                .formatted(
                    choices.getFirst().costs().length,
                    choices.getFirst().name(),
                    c.costs().length,
                    c.name()));
      }
      for (double cost : c.costs()) {
        if (Double.isNaN(cost)) {
          throw new IllegalArgumentException("a cost is a number, got NaN of " + c.name());
        }
      }
    }
    var front = new ArrayList<Choice>();
    for (var c : choices) {
      if (choices.stream().noneMatch(other -> other.dominates(c))) {
        front.add(c);
      }
    }
    return front;
  }
}
