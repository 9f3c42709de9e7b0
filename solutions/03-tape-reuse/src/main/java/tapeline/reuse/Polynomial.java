package tapeline.reuse;

/// A polynomial by Horner's rule on a [FlatTape], and what it will cost there.
public final class Polynomial {
  private Polynomial() {}

  /// `c₀xⁿ + c₁xⁿ⁻¹ + … + cₙ` for the n + 1 `coefficients`: n steps `y ← y·x + cₖ`, from `c₀`.
  ///
  /// Each coefficient becomes a constant of the tape; `x` is a node of it.
  public static int chain(FlatTape tape, int x, double... coefficients) {
    int y = tape.constant(coefficients[0]);
    for (int k = 1; k < coefficients.length; k++) {
      y = tape.add(tape.mul(y, x), tape.constant(coefficients[k]));
    }
    return y;
  }

  /// The stats of a new tape after `variable(x)` and a [#chain] of `n` steps, before it runs.
  ///
  /// A new tape has room for 16 nodes and 16 constants. O(log n) time.
  ///
  /// @throws IllegalArgumentException when `n` is negative, or more than a tape has room for
  public static TapeStats predict(int n) {
    if (n < 0 || n >= TapeWord.SLOTS / 2) {
      throw new IllegalArgumentException(
          "a chain has from 0 to %d steps, got %d".formatted(TapeWord.SLOTS / 2 - 1, n));
    }
    // BEGIN SOLUTION 03.8 "predict the counts" 15 points
    int nodes = 1 + 2 * n;
    int constants = n + 1;
    return new TapeStats(
        nodes + constants, nodes, 2 * n, 24L * capacity(nodes) + 8L * capacity(constants));
    // STUB // TODO 03.8 — 4 lines. How many nodes and constants does a step add, and what is there
    // STUB // before the first? capacity(used) is given, the room that doubling makes for them.
    // STUB throw new Todo("03.8", "predict the counts");
    // END SOLUTION
  }

  /// The first of 16, 32, 64 … that is at least `used`.
  private static int capacity(int used) {
    int capacity = 16;
    while (capacity < used) {
      capacity *= 2;
    }
    return capacity;
  }
}
