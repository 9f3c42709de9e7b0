package tapeline.profile.cost;

import tapeline.instruments.profile.Cost;
import tapeline.tensor.Shape;
import tapeline.toolkit.Todo;

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
    // BEGIN EXERCISE 11.2
    // TODO 11.2 — 12 lines. A linear layer is a product, ProductCost.of(…).forward(), and a
    // bias stretched over its result, PassCost.zip(…). How many such layers are there?
    // q has the shape of the queries by head. Which shape has Kᵀ, so that Q·Kᵀ is a score
    // for each pair? Behind it come the scale, a number; the mask (time,time); softmax; and
    // a product with the values. Why does the number of heads change the FLOPs of `pairs`,
    // and not those of their products?
    throw new Todo("11.2", "what attention costs");
    // END EXERCISE 11.2
  }

  /// Both together.
  public Cost total() {
    return projections.plus(pairs);
  }
}
