package tapeline.vector.window;

/// Images one after the other inside an array, each row-major: (count,channels,height,width).
public record ImageBatch(float[] data, int start, int count, int channels, int height, int width) {

  /// Returns the pixels of image i.
  Pixels image(int i) {
    int size = height * width;
    return new Pixels(data, start + i * channels * size, size, width, 1);
  }

  /// Copies pixels that are as many as an image has.
  void copy(Pixels from, Pixels to) {
    for (int c = 0; c < channels; c++) {
      for (int i = 0; i < height; i++) {
        int at = from.start() + c * from.channel() + i * from.row();
        int there = to.start() + c * to.channel() + i * to.row();
        if (from.step() == 1 && to.step() == 1) {
          System.arraycopy(from.data(), at, to.data(), there, width);
        } else {
          for (int column = 0; column < width; column++) {
            to.data()[there + column * to.step()] = from.data()[at + column * from.step()];
          }
        }
      }
    }
  }

  /// The pixels of an image: number (c, i, j) is `data[start + c·channel + i·row + j·step]`.
  record Pixels(float[] data, int start, int channel, int row, int step) {}
}
