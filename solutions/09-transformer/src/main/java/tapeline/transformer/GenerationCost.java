package tapeline.transformer;

/// The cost of a transformer's next token, predicted from its size.
///
/// With a cache one position is new and sees all `n`; without, all n are computed again:
///
/// ```java
/// GenerationCost.of(size, 1, n); // O(n) flops
/// GenerationCost.of(size, n, n); // O(n²) flops
/// ```
///
/// @param flops of the matrix products; the rest is small beside them
/// @param bytes of the keys and values in float32, which a cache has to hold
public record GenerationCost(long flops, long bytes) {

  /// The cost of the logits of `rows` positions, which each look at `seen` positions, in a model
  /// whose other sizes are these. The product (m,k)·(k,n) has 2mkn flops.
  public static GenerationCost of(CharModel.Size size, long rows, long seen) {
    long w = size.width();
    long head = 2 * w * size.vocabulary(); // a row's logits
    // BEGIN SOLUTION 09.9 "predict the cost" 10 points
    long block = 24 * w * w + 4 * seen * w;
    long flops = rows * (size.layers() * block + head);
    return new GenerationCost(flops, 2L * size.layers() * seen * w * Float.BYTES);
    // STUB // TODO 09.9 — 3 lines. Each of `rows` rows goes through size.layers() blocks of width
    // STUB // w, and `head` are the flops of a row's logits. A block has four products with (w,w),
    // STUB // one with (w,4w), one with (4w,w); then a score and a weighted value for each of
    // STUB // `seen` positions, w numbers each over all heads. What must be kept of a position in
    // STUB // each layer? Why does the number of heads not appear?
    // STUB throw new Todo("09.9", "predict the cost");
    // END SOLUTION
  }
}
