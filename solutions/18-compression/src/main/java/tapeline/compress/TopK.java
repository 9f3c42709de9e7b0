package tapeline.compress;

/// Encodes the largest magnitudes alone (Aji and Heafield 2017, arXiv 1704.05021): 8 bytes each.
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
    int count = (int) Math.ceil(share * gradient.length - 1e-9); // 7, and not 8, of 0.07·100
    count = Math.min(gradient.length, Math.max(1, count));
    return SparseMessage.of(gradient, LargestMagnitudes.of(gradient, count));
  }

  @Override
  public float[] decode(byte[] message, int length) {
    return SparseMessage.decode(message, length);
  }
}
