package tapeline.gpu.emulator.memory;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Values in memory, which is a row of bytes, the lowest first.
public final class Bytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  private Bytes() {}

  public static int load32(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  public static void store32(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  /// The `size` bytes at `at` as a number, extended by its sign or by zeros.
  public static long load(byte[] bytes, int at, int size, boolean signed) {
    return switch (size) {
      case 1 -> signed ? bytes[at] : bytes[at] & 0xff;
      case 2 -> signed ? (short) SHORT.get(bytes, at) : (short) SHORT.get(bytes, at) & 0xffff;
      case 4 -> signed ? (int) INT.get(bytes, at) : (int) INT.get(bytes, at) & 0xffffffffL;
      default -> (long) LONG.get(bytes, at);
    };
  }

  public static void store(byte[] bytes, int at, int size, long value) {
    switch (size) {
      case 1 -> bytes[at] = (byte) value;
      case 2 -> SHORT.set(bytes, at, (short) value);
      case 4 -> INT.set(bytes, at, (int) value);
      default -> LONG.set(bytes, at, value);
    }
  }

  public static String zeroTerminated(byte[] bytes, int at) {
    int end = at;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, at, end - at, java.nio.charset.StandardCharsets.UTF_8);
  }
}
