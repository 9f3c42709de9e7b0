package tapeline.vector;

/// The numbers of an array from one place on.
public record FloatRange(float[] data, int from) {

  /// Returns the range that begins i places further on.
  public FloatRange at(int i) {
    return new FloatRange(data, from + i);
  }
}
