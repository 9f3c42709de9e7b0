package tapeline.compress;

/// A way to say a gradient in fewer bytes, and not quite right. A message comes from another
/// process, so decoding believes nothing of it.
public interface GradientCodec {
  /// The message that stands for these numbers.
  byte[] encode(float[] gradient);

  /// The numbers, so many, that a message stands for.
  ///
  /// @throws IllegalArgumentException when it is no message of so many
  float[] decode(byte[] message, int length);
}
