package tapeline.profile.cost;

import tapeline.conv.Window;
import tapeline.tensor.Shape;

/// How many pixels of images a window sees, at all its places; the border is no pixel.
///
/// @param pixels each as often as it is seen
/// @param different each once: a window that steps further than it is wide leaves some out
record WindowCount(long pixels, long different) {

  /// The count for images (n,c,h,w).
  static WindowCount of(Window window, Shape images) {
    var down = along(window, images.length(2));
    var across = along(window, images.length(3));
    long channels = (long) images.length(0) * images.length(1);
    return new WindowCount(
        channels * down.pixels * across.pixels, channels * down.different * across.different);
  }

  /// Along one axis; places overlap, or none does.
  private static WindowCount along(Window window, int length) {
    int last = 0;
    long seen = 0;
    for (int i = 0; i < window.places(length); i++) {
      int first = i * window.stride() - window.padding();
      last = Math.min(first + window.size(), length);
      seen += last - Math.max(first, 0);
    }
    return new WindowCount(seen, window.stride() < window.size() ? last : seen);
  }
}
