package tapeline.compress;

import java.nio.ByteBuffer;
import tapeline.toolkit.Todo;

/// Encodes each number in one bit, its sign, with one magnitude for all, their mean (Seide et al.
/// 2014, Interspeech; Karimireddy et al. 2019, arXiv 1901.09847): a 32nd of the bytes.
public record SignBits() implements GradientCodec {
  private static int bytes(int length) {
    return Float.BYTES + (length + 7) / 8;
  }

  @Override
  public byte[] encode(float[] gradient) {
    var message = new byte[bytes(gradient.length)];
    // BEGIN EXERCISE 18.7
    // TODO 18.7 — 9 lines. The first four bytes are the mean magnitude: ByteBuffer.wrap(
    // message).putFloat(…). Then bit i % 8 of byte 4 + i / 8 is 1 where number i is below
    // 0. Of all magnitudes that could stand for all of them, which one has the least sum of
    // squared errors?
    throw new Todo("18.7", "signs");
    // END EXERCISE 18.7
  }

  @Override
  public float[] decode(byte[] message, int length) {
    if (message.length != bytes(length)) {
      throw new IllegalArgumentException(
          "%d signs are %d bytes, got %d".formatted(length, bytes(length), message.length));
    }
    float magnitude = ByteBuffer.wrap(message).getFloat();
    var numbers = new float[length];
    for (int i = 0; i < length; i++) {
      boolean negative = (message[Float.BYTES + i / 8] >> i % 8 & 1) == 1;
      numbers[i] = negative ? -magnitude : magnitude;
    }
    return numbers;
  }
}
