package count;

/// A course of three exercises, small enough to see every verdict of the grader.
public final class Count {
  private Count() {}

  public static int sum(int[] values) {
    // BEGIN SOLUTION 01.1 "the sum" 10 points, core
    int sum = 0;
    for (int v : values) {
      sum += v;
    }
    return sum;
    // STUB // TODO 01.1 — 3 lines. Σ vᵢ: what is the sum of nothing?
    // STUB throw new Todo("01.1", "sum");
    // END SOLUTION
  }

  public static double mean(int[] values) {
    // BEGIN SOLUTION 01.2 "the mean" 20 points
    return (double) sum(values) / values.length;
    // STUB // TODO 01.2 — 1 line. sum ÷ count: which of the two divisions does `/` mean here?
    // STUB throw new Todo("01.2", "mean");
    // END SOLUTION
  }

  public static int largest(int[] values) {
    // BEGIN SOLUTION 01.3 "the largest" 5 points, core
    int largest = values[0];
    for (int v : values) {
      largest = Math.max(largest, v);
    }
    return largest;
    // STUB // TODO 01.3 — 3 lines. Where does the search start?
    // STUB throw new Todo("01.3", "largest");
    // END SOLUTION
  }
}
