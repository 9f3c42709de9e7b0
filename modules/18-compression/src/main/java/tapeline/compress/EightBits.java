package tapeline.compress;

import java.nio.ByteBuffer;

/// Encodes each number in a byte, with one unit for all: `g ≈ unit·q`, q the nearest from −127 to
/// 127. The solved example beside [SignBits].
public record EightBits() implements GradientCodec {
  private static final int LARGEST = 127;

  @Override
  public byte[] encode(float[] gradient) {
    float largest = 0;
    for (float g : gradient) {
      largest = Math.max(largest, Math.abs(g));
    }
    float unit = largest / LARGEST;
    var message = ByteBuffer.allocate(Float.BYTES + gradient.length).putFloat(unit);
    for (float g : gradient) {
      message.put((byte) (unit == 0 ? 0 : Math.clamp(Math.round(g / unit), -LARGEST, LARGEST)));
    }
    return message.array();
  }

  @Override
  public float[] decode(byte[] message, int length) {
    if (message.length != Float.BYTES + length) {
      throw new IllegalArgumentException(
          "%d numbers in 8 bits are %d bytes, got %d"
              .formatted(length, Float.BYTES + length, message.length));
    }
    var from = ByteBuffer.wrap(message);
    float unit = from.getFloat();
    var numbers = new float[length];
    for (int i = 0; i < length; i++) {
      numbers[i] = unit * from.get();
    }
    return numbers;
  }
}
