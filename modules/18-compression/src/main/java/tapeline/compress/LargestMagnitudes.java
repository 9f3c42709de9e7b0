package tapeline.compress;

import java.util.Arrays;
import tapeline.toolkit.Todo;

/// The numbers of an array that are furthest from 0: what pruning keeps, and what top-k sends.
public final class LargestMagnitudes {
  private LargestMagnitudes() {}

  /// Returns the places of the `count` numbers with the largest magnitudes, in rising order. Of
  /// equal magnitudes those that come first are taken, so that it is always `count`, also of zeros.
  /// O(n log n).
  ///
  /// @throws IllegalArgumentException unless 0 ≤ count ≤ n, or when a number is NaN
  public static int[] of(float[] numbers, int count) {
    if (count < 0 || count > numbers.length) {
      throw new IllegalArgumentException(
          "of %d numbers 0 to %d can be the largest, got %d"
              .formatted(numbers.length, numbers.length, count));
    }
    var sorted = new float[numbers.length]; // magnitudes, in rising order
    for (int i = 0; i < numbers.length; i++) {
      if (Float.isNaN(numbers[i])) {
        throw new IllegalArgumentException("NaN has no magnitude, got one at " + i);
      }
      sorted[i] = Math.abs(numbers[i]);
    }
    Arrays.sort(sorted);
    var places = new int[count];
    if (count == 0) {
      return places;
    }
    // BEGIN EXERCISE 18.1
    // TODO 18.1 — 13 lines. `sorted` has the magnitudes in rising order: which of them is
    // the least that is taken? Every larger one is taken, and of those that are equal to
    // it the first ones, until there are `count`: how many are those? Write the places i
    // into `places` in rising order. What is chosen from zeros alone?
    throw new Todo("18.1", "the k largest");
    // END EXERCISE 18.1
  }
}
