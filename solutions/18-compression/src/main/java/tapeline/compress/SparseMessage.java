package tapeline.compress;

import java.nio.ByteBuffer;

/// Encodes some numbers of an array with their places, 8 bytes each: an int, and a float. The
/// others are 0.
final class SparseMessage {
  private static final int BYTES = Integer.BYTES + Float.BYTES;

  private SparseMessage() {}

  static byte[] of(float[] numbers, int[] places) {
    var message = ByteBuffer.allocate(BYTES * places.length);
    for (int i : places) {
      message.putInt(i).putFloat(numbers[i]);
    }
    return message.array();
  }

  static float[] decode(byte[] message, int length) {
    if (message.length % BYTES != 0 || message.length > (long) BYTES * length) {
      throw new IllegalArgumentException(
          "a sparse message has 8 bytes for each of up to %d numbers, got %d bytes"
              .formatted(length, message.length));
    }
    var numbers = new float[length];
    var from = ByteBuffer.wrap(message);
    int last = -1;
    while (from.hasRemaining()) {
      int place = from.getInt();
      if (place <= last || place >= length) {
        throw new IllegalArgumentException(
            "places rise from 0 to %d, got %d after %d".formatted(length - 1, place, last));
      }
      numbers[place] = from.getFloat();
      last = place;
    }
    return numbers;
  }
}
