package tapeline.compress;

/// Encodes a gradient in fewer bytes, approximately. A message comes from another process, so
/// decoding checks it.
public interface GradientCodec {
  /// Returns the message that stands for these numbers.
  byte[] encode(float[] gradient);

  /// Returns the `length` numbers that a message stands for.
  ///
  /// @throws IllegalArgumentException when it is no message of so many numbers
  float[] decode(byte[] message, int length);
}
