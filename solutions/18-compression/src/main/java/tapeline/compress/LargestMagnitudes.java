package tapeline.compress;

import java.util.Arrays;

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
    // BEGIN SOLUTION 18.1 "the k largest" 15 points
    float least = sorted[numbers.length - count];
    int larger = 0;
    for (float number : numbers) {
      larger += Math.abs(number) > least ? 1 : 0;
    }
    int ties = count - larger;
    int at = 0;
    for (int i = 0; i < numbers.length; i++) {
      if (Math.abs(numbers[i]) > least || (Math.abs(numbers[i]) == least && ties-- > 0)) {
        places[at++] = i;
      }
    }
    return places;
    // STUB // TODO 18.1 — 13 lines. `sorted` has the magnitudes in rising order: which of them is
    // STUB // the least that is taken? Every larger one is taken, and of those that are equal to
    // STUB // it the first ones, until there are `count`: how many are those? Write the places i
    // STUB // into `places` in rising order. What is chosen from zeros alone?
    // STUB throw new Todo("18.1", "the k largest");
    // END SOLUTION
  }
}
