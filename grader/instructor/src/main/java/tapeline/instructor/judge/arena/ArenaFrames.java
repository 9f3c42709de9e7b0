package tapeline.instructor.judge.arena;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The frames that cross the pipe between the judge and an arena, in bytes of little end first.
///
/// A question: the number of its arrays, their lengths, their floats. A reply: a kind, a length,
/// and so many floats, or bytes of text where it is a [#FAILURE].
public final class ArenaFrames {
  /// A reply: the entry is ready.
  public static final int READY = 0x52454459;

  /// A reply: an answer.
  public static final int ANSWER = 0x414e5357;

  /// A reply: the entry failed, and this is what it threw.
  public static final int FAILURE = 0x4641494c;

  /// Bytes of a reply before what it holds.
  public static final int HEADER = 8;

  private static final int MOST_TEXT = 400;

  private ArenaFrames() {}

  private static byte[] bytes(long length) {
    return new byte[Math.toIntExact(length)];
  }

  private static ByteBuffer over(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// A question's bytes.
  public static byte[] question(float[]... arrays) {
    long length = Integer.BYTES * (1L + arrays.length);
    for (var array : arrays) {
      length += (long) Float.BYTES * array.length;
    }
    var bytes = bytes(length);
    var buffer = over(bytes).putInt(arrays.length);
    for (var array : arrays) {
      buffer.putInt(array.length);
    }
    for (var array : arrays) {
      buffer.asFloatBuffer().put(array);
      buffer.position(buffer.position() + Float.BYTES * array.length);
    }
    return bytes;
  }

  /// Reads a question. Its sender is believed.
  ///
  /// @throws EOFException when there is none any more
  public static float[][] readQuestion(InputStream in) throws IOException {
    int arrays = read(in, Integer.BYTES).getInt();
    var lengths = read(in, (long) Integer.BYTES * arrays);
    var question = new float[arrays][];
    for (int i = 0; i < arrays; i++) {
      question[i] = floats(read(in, (long) Float.BYTES * lengths.getInt()));
    }
    return question;
  }

  /// So many bytes, all of them.
  public static ByteBuffer read(InputStream in, long length) throws IOException {
    var bytes = bytes(length);
    if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
      throw new EOFException("the other side has ended");
    }
    return over(bytes);
  }

  /// The floats of what is left of a buffer.
  public static float[] floats(ByteBuffer buffer) {
    var floats = new float[buffer.remaining() / Float.BYTES];
    buffer.asFloatBuffer().get(floats);
    return floats;
  }

  /// Sends a reply with floats.
  public static void reply(OutputStream out, int kind, float... values) throws IOException {
    var bytes = bytes(HEADER + (long) Float.BYTES * values.length);
    over(bytes).putInt(kind).putInt(values.length).asFloatBuffer().put(values);
    out.write(bytes);
    out.flush();
  }

  /// Sends a failure.
  public static void failure(OutputStream out, String text) throws IOException {
    byte[] said =
        text.substring(0, Math.min(text.length(), MOST_TEXT))
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    var bytes = bytes(HEADER + (long) said.length);
    over(bytes).putInt(FAILURE).putInt(said.length).put(said);
    out.write(bytes);
    out.flush();
  }
}
