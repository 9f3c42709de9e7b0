package tapeline.optim;

import java.util.function.IntToLongFunction;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;

/// How many examples at once fit into so many bytes.
///
/// A tape's peak grows with the batch, but not in a straight line: it is the highest of many
/// moments, and each has a line of its own, with a part for the weights and a part for each
/// example. So it is measured, and no batch is tried that is more than twice one that fits.
///
/// @param bytes what a tape may hold at its peak
public record BatchBudget(long bytes) {

  /// The most of these examples whose gradients fit. Forgets what gradients the model had.
  ///
  /// Their inputs are one tensor, which a tape counts as a whole, also where it uses some rows.
  ///
  /// @throws IllegalArgumentException when not even one fits, naming what it needs
  public int batch(Layer model, Dataset examples) {
    int fits = largest(n -> peak(model, examples.slice(0, n)), examples.size());
    if (fits == 0) {
      throw new IllegalArgumentException(
          "one example needs %d bytes, and the budget is %d"
              .formatted(peak(model, examples.slice(0, 1)), bytes));
    }
    return fits;
  }

  /// The peak of a tape's memory in bytes while it computes the gradients of these examples, exact.
  public static long peak(Layer model, Dataset examples) {
    var whole = new MicroBatches(model, examples.size());
    whole.gradients(examples);
    model.parameters().forEach(Parameter::clearGradient);
    return whole.peakBytes();
  }

  /// The largest n ≤ `most` with `peak(n)` ≤ bytes, where peak never falls; 0 when there is none.
  /// Asks for O(log most) peaks, and never for one at more than twice an n that fits, but for 1.
  ///
  /// @throws IllegalArgumentException unless 0 ≤ most < 2³⁰
  public int largest(IntToLongFunction peak, int most) {
    if (most < 0 || most >= 1 << 30) {
      throw new IllegalArgumentException("a batch has from 0 to 2³⁰ − 1 examples, got " + most);
    }
    // BEGIN SOLUTION 07.8 "the largest batch that fits" 10 points
    int fits = 0;
    int tooMany = most + 1;
    while (tooMany - fits > 1) {
      int next = Math.min(Math.max(1, 2 * fits), (fits + tooMany) / 2);
      if (peak.applyAsLong(next) <= bytes) {
        fits = next;
      } else {
        tooMany = next;
      }
    }
    return fits;
    // STUB // TODO 07.8 — 11 lines. Double while it fits; then the answer lies between one that
    // STUB // fits and one that does not, and the middle says in which half. Which batch counts as
    // STUB // one that does not fit at the beginning, and which as one that does?
    // STUB throw new Todo("07.8", "the largest batch that fits");
    // END SOLUTION
  }
}
