package tapeline.conv;

import tapeline.tensor.Shape;
import tapeline.toolkit.Todo;

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
    // BEGIN EXERCISE 08.7
    // TODO 08.7 — 6 lines. y has y.h() by y.w() places for each of its y.n() images. How
    // many numbers meet weights at a place, and how many do the columns hold? A float has
    // 4 bytes. And what becomes of an int above 2³¹?
    throw new Todo("08.7", "what it costs");
    // END EXERCISE 08.7
  }
}
