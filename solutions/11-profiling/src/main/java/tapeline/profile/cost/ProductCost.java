package tapeline.profile.cost;

import tapeline.instruments.profile.Cost;
import tapeline.tensor.Shape;

/// The cost of a matrix product and its two gradients: `Y = A·B`, A (…,m,k), B (…,k,n), Y (…,m,n),
/// the axes before stretched to one batch.
///
/// @param forward of Y
/// @param gradA of `dA = dY·Bᵀ`, and of the sum over the pairs that shared A
/// @param gradB of `dB = Aᵀ·dY`, and of the sum over the pairs that shared B
public record ProductCost(Cost forward, Cost gradA, Cost gradB) {

  /// The cost for operands of these shapes.
  ///
  /// @throws IllegalArgumentException when there is no such product, naming both shapes
  public static ProductCost of(Shape a, Shape b) {
    var y = result(a, b);
    var wideA = matrices(y, a.length(-2), a.length(-1));
    var wideB = matrices(y, b.length(-2), b.length(-1));
    // BEGIN SOLUTION 11.1 "what a product costs" 10 points
    long inA = 4L * a.size();
    long inB = 4L * b.size();
    long inY = 4L * y.size();
    long flops = 2L * y.size() * a.length(-1);
    return new ProductCost(
        new Cost(flops, inA + inB, inY),
        new Cost(flops, inY + inB, 4L * wideA.size()).plus(PassCost.unstretch(wideA, a)),
        new Cost(flops, inA + inY, 4L * wideB.size()).plus(PassCost.unstretch(wideB, b)));
    // STUB // TODO 11.1 — 8 lines. How many numbers of Y are there, and how many products are added
    // STUB // up in each? dA = dY·Bᵀ and dB = Aᵀ·dY are products too: which two arrays does each
    // STUB // read? A product with every pair of the batch is written first, in the shape wideA or
    // STUB // wideB; PassCost.unstretch(wideA, a) is what it then costs to add up the pairs that
    // STUB // shared a. Why is a gradient as many flops as the product itself?
    // STUB throw new Todo("11.1", "what a product costs");
    // END SOLUTION
  }

  /// The shape of `A·B`.
  static Shape result(Shape a, Shape b) {
    if (a.rank() < 2 || b.rank() < 2 || a.length(-1) != b.length(-2)) {
      throw new IllegalArgumentException(
          "a product has the operands (…,m,k)·(…,k,n), got %s·%s".formatted(a, b));
    }
    return matrices(matrices(a, 1, 1).broadcast(matrices(b, 1, 1)), a.length(-2), b.length(-1));
  }

  /// The axes before the last two, and matrices of this size.
  private static Shape matrices(Shape batch, int rows, int columns) {
    var lengths = batch.toArray();
    lengths[lengths.length - 2] = rows;
    lengths[lengths.length - 1] = columns;
    return Shape.of(lengths);
  }
}
