package tapeline.conv;

import tapeline.tensor.Tensor;

/// In which order the pixels of images lie in memory.
///
/// The same numbers, another innermost axis: what is read together should lie together. A channel
/// is one piece of memory in NCHW, which a window that slides over one channel wants, and pooling.
/// A pixel is one piece in NHWC, which sums over the channels want: a 1 × 1 convolution is then a
/// product of matrices as they lie, (n·h·w,c)·(c,o).
public enum Layout {
  /// Images, channels, rows, columns: each channel is a picture of its own.
  NCHW,
  /// Images, rows, columns, channels: each pixel has its channels side by side.
  NHWC;

  /// Images of this layout in the other one: copied, so that they lie as it says.
  public Tensor to(Layout other, Tensor images) {
    if (this == other) {
      return images;
    }
    var view = this == NCHW ? images.permute(0, 2, 3, 1) : images.permute(0, 3, 1, 2);
    return view.contiguous();
  }
}
