package tapeline.compress;

/// The largest magnitudes alone (Aji and Heafield 2017, arXiv 1704.05021): 8 bytes each.
///
/// @param share of the numbers that are sent, above 0; at least one is
public record TopK(double share) implements GradientCodec {
  public TopK {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("a share is above 0, up to 1, got " + share);
    }
  }

  @Override
  public byte[] encode(float[] gradient) {
    int count = (int) Math.ceil(share * gradient.length);
    return SparseMessage.of(gradient, LargestMagnitudes.of(gradient, count));
  }

  @Override
  public float[] decode(byte[] message, int length) {
    return SparseMessage.decode(message, length);
  }
}
