package tapeline.quant;

import tapeline.toolkit.Todo;

/// The product of two matrices of codes, in integers, exactly.
public final class IntProduct {
  /// The most columns: with more, a sum of products may be beyond int32, `2³¹/255²`.
  public static final int MOST_COLUMNS = 33025;

  private IntProduct() {}

  /// `yᵢⱼ = Σₖ (aᵢₖ − zᵃ)·(bⱼₖ − zᵇ)`, each row of A with each row of B: A (m,k), B (n,k), Y (m,n)
  /// in row-major order. Exact. m·n·k products of bytes.
  ///
  /// @throws IllegalArgumentException when the rows differ in length, or have more than
  ///   [#MOST_COLUMNS]
  public static int[] of(Codes a, Codes b) {
    return of(a, b, ByteDot.here());
  }

  /// Returns the product by the given dot products.
  public static int[] of(Codes a, Codes b, ByteDot dot) {
    int n = a.columns();
    if (n != b.columns() || n > MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "an exact product needs rows of one length, at most %d, got %d and %d"
              .formatted(MOST_COLUMNS, n, b.columns()));
    }
    var y = new int[a.rows() * b.rows()];
    // BEGIN EXERCISE 17.4
    // TODO 17.4 — 9 lines. dot.of(a.values(), a.at(i), b.values(), b.at(j), n) is
    // Σ aᵢₖ·bⱼₖ, without zero points; a.sum(i) is Σ aᵢₖ. Multiply (a − zᵃ)·(b − zᵇ) out:
    // which three other terms are there, and what does each add up to over k? Why is this
    // faster than subtracting the zero points first?
    throw new Todo("17.4", "a product of integers");
    // END EXERCISE 17.4
  }
}
