package tapeline.gpu.program;

import java.nio.ByteBuffer;
import java.util.Arrays;
import tapeline.gpu.emulator.semantics.HalfFormat;

/// The types of numbers in cuBLAS's matrices, by CUDA's numbers for them (`cudaDataType`).
enum BlasNumber {
  FLOAT(0, Float.BYTES),
  DOUBLE(1, Double.BYTES),
  HALF(2, Short.BYTES),
  BFLOAT(14, Short.BYTES),
  BYTE(3, 1),
  INT(10, Integer.BYTES);

  private final int number;
  final int bytes;

  BlasNumber(int number, int bytes) {
    this.number = number;
    this.bytes = bytes;
  }

  /// @throws IllegalArgumentException for any other
  static BlasNumber of(long number) {
    return Arrays.stream(values())
        .filter(type -> type.number == number)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                ("numbers of cudaDataType %d are outside of what is emulated: R_32F, R_64F, R_16F,"
                        + " R_16BF, R_8I and R_32I are in it")
                    .formatted(number)));
  }

  double get(ByteBuffer from, int at) {
    return switch (this) {
      case FLOAT -> from.getFloat(at);
      case DOUBLE -> from.getDouble(at);
      case HALF -> HalfFormat.F16.toFloat(from.getShort(at));
      case BFLOAT -> HalfFormat.BF16.toFloat(from.getShort(at));
      case BYTE -> from.get(at);
      case INT -> from.getInt(at);
    };
  }

  /// Puts the nearest number of this type.
  void put(ByteBuffer to, int at, double value) {
    switch (this) {
      case FLOAT -> to.putFloat(at, (float) value);
      case DOUBLE -> to.putDouble(at, value);
      case HALF -> to.putShort(at, (short) HalfFormat.F16.nearest(value));
      case BFLOAT -> to.putShort(at, (short) HalfFormat.BF16.nearest(value));
      case BYTE -> to.put(at, (byte) Math.clamp(Math.rint(value), Byte.MIN_VALUE, Byte.MAX_VALUE));
      case INT -> to.putInt(at, (int) Math.rint(value));
    }
  }
}
