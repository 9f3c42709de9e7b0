package tapeline.conv;

import tapeline.tensor.Shape;

/// The cost of a convolution, known before it runs.
///
/// @param flops of the forward pass: a product and a sum for each weight at each place of the
///   window, in the border too
/// @param directBytes what a tape keeps of [DirectConvolution] for its backward, in float32: the
///   images and the weights
/// @param columnBytes what it keeps of [Convolution#convolve]: [Im2Col]'s columns and the weights
public record ConvolutionCost(long flops, long directBytes, long columnBytes) {

  /// The cost for images (n,c,h,w) and weights (o,c,k,k).
  ///
  /// @throws IllegalArgumentException when they do not fit
  public static ConvolutionCost of(Shape images, Shape weights, Window window) {
    var x = Images.of(images);
    var y = window.convolved(x, weights);
    // BEGIN SOLUTION 08.7 "what it costs" 10 points
    long places = (long) y.n() * y.h() * y.w();
    long columns = places * x.c() * window.size() * window.size();
    return new ConvolutionCost(
        2 * places * weights.size(),
        4L * images.size() + 4L * weights.size(),
        4 * (columns + weights.size()));
    // STUB // TODO 08.7 — 6 lines. y has y.h() by y.w() places for each of its y.n() images. How
    // STUB // many numbers meet weights at a place, and how many do the columns hold? A float has
    // STUB // 4 bytes. And what becomes of an int above 2³¹?
    // STUB throw new Todo("08.7", "what it costs");
    // END SOLUTION
  }
}
