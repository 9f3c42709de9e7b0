package tapeline.profile.cost;

import tapeline.instruments.profile.Cost;
import tapeline.tensor.Shape;

/// The cost of the value of multi-head self-attention, as [tapeline.transformer.Attention] computes
/// it: what grows with the length of the texts, and what grows with its square.
///
/// @param projections of queries, keys, values and the result, each a linear layer
/// @param pairs of what is computed for every pair of positions, in each head
public record AttentionCost(Cost projections, Cost pairs) {

  /// The cost for X (batch,time,width).
  ///
  /// @throws IllegalArgumentException unless the heads divide the width
  public static AttentionCost of(int batch, int time, int width, int heads) {
    if (heads < 1 || width % heads != 0) {
      throw new IllegalArgumentException(
          "heads share the width equally, got %d heads for a width of %d".formatted(heads, width));
    }
    var x = Shape.of(batch, time, width);
    var q = Shape.of(batch, heads, time, width / heads);
    // BEGIN SOLUTION 11.2 "what attention costs" 15 points
    var linear =
        ProductCost.of(x, Shape.of(width, width)).forward().plus(PassCost.zip(x, Shape.of(width)));
    var keys = Shape.of(batch, heads, width / heads, time);
    var scores = ProductCost.result(q, keys);
    var weights =
        ProductCost.of(q, keys)
            .forward()
            .plus(PassCost.zip(scores, Shape.SCALAR))
            .plus(PassCost.zip(scores, Shape.of(time, time)))
            .plus(PassCost.softmax(scores));
    var gathered = ProductCost.of(scores, q).forward(); // values have the shape of q
    return new AttentionCost(linear.times(4), weights.plus(gathered));
    // STUB // TODO 11.2 — 12 lines. A linear layer is a product, ProductCost.of(…).forward(), and a
    // STUB // bias stretched over its result, PassCost.zip(…). How many such layers are there?
    // STUB // q has the shape of the queries by head. Which shape has Kᵀ, so that Q·Kᵀ is a score
    // STUB // for each pair? Behind it come the scale, a number; the mask (time,time); softmax; and
    // STUB // a product with the values. Why does the number of heads change the FLOPs of `pairs`,
    // STUB // and not those of their products?
    // STUB throw new Todo("11.2", "what attention costs");
    // END SOLUTION
  }

  /// Both together.
  public Cost total() {
    return projections.plus(pairs);
  }
}
