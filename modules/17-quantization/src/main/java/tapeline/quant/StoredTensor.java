package tapeline.quant;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// A tensor as it stands in a file.
///
/// @param shape its lengths; of blocks (blocks, bytes of a block)
/// @param bytes little-endian, in row-major order
public record StoredTensor(String name, Type type, List<Integer> shape, byte[] bytes) {

  /// The type of the numbers, as safetensors calls it.
  public enum Type {
    F32(4),
    F16(2),
    /// Here: [Int8Blocks].
    I8(1),
    /// Here: [Int4Blocks].
    U8(1);

    final int size;

    Type(int size) {
      this.size = size;
    }
  }

  /// @throws IllegalArgumentException when the shape and the type need another number of bytes
  public StoredTensor {
    shape = List.copyOf(shape);
    long needed = type.size;
    try {
      for (int length : shape) {
        needed = Math.multiplyExact(needed, (long) length);
      }
    } catch (ArithmeticException e) {
      needed = -1;
    }
    if (needed != bytes.length || shape.stream().anyMatch(n -> n < 0)) {
      throw new IllegalArgumentException(
          "%s of %s has as many bytes as its shape %s needs, got %d"
              .formatted(name, type, shape, bytes.length));
    }
  }

  /// A tensor as it is.
  public static StoredTensor float32(String name, Tensor tensor) {
    var bytes = new byte[4 * tensor.shape().size()];
    buffer(bytes).asFloatBuffer().put(tensor.toArray());
    return new StoredTensor(name, Type.F32, lengths(tensor.shape()), bytes);
  }

  /// A tensor rounded to float16.
  ///
  /// @throws IllegalArgumentException when a number is beyond it
  public static StoredTensor float16(String name, Tensor tensor) {
    var bytes = new byte[2 * tensor.shape().size()];
    var to = buffer(bytes);
    for (float x : tensor.toArray()) {
      short half = Float.floatToFloat16(x);
      if (!Float.isFinite(Float.float16ToFloat(half))) {
        throw new IllegalArgumentException(
            "%s is kept in float16, at most 65504, got %s".formatted(name, x));
      }
      to.putShort(half);
    }
    return new StoredTensor(name, Type.F16, lengths(tensor.shape()), bytes);
  }

  /// A matrix in blocks.
  public static StoredTensor blocks(String name, QuantizedMatrix matrix) {
    int size = matrix.format().bytes();
    var type = matrix.format() instanceof Int4Blocks ? Type.U8 : Type.I8;
    return new StoredTensor(
        name, type, List.of(matrix.blocks().length / size, size), matrix.blocks());
  }

  private static ByteBuffer buffer(byte... bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static List<Integer> lengths(Shape shape) {
    return Arrays.stream(shape.toArray()).boxed().toList();
  }

  /// The blocks that its bytes are.
  ///
  /// @throws IllegalArgumentException when they are none
  BlockFormat format() {
    if (shape.size() == 2 && type == Type.I8 && shape.get(1) > BlockFormat.SCALE) {
      return new Int8Blocks(shape.get(1) - BlockFormat.SCALE);
    }
    if (shape.size() == 2 && type == Type.U8 && shape.get(1) == new Int4Blocks().bytes()) {
      return new Int4Blocks();
    }
    throw new IllegalArgumentException(
        "%s needs blocks, I8 (blocks,2 + group) or U8 (blocks,18), got %s %s"
            .formatted(name, type, shape));
  }

  /// The numbers of a tensor in floating point.
  ///
  /// @throws IllegalArgumentException for other types
  public Tensor numbers() {
    var from = buffer(bytes);
    var values = new float[bytes.length / type.size];
    switch (type) {
      case F32 -> from.asFloatBuffer().get(values);
      case F16 -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = Float.float16ToFloat(from.getShort());
        }
      }
      case I8, U8 ->
          throw new IllegalArgumentException(
              "%s needs numbers in floating point, got %s".formatted(name, type));
    }
    return Tensor.of(values, shape.stream().mapToInt(n -> n).toArray());
  }

  /// [#numbers] of this shape.
  ///
  /// @throws IllegalArgumentException for another one
  Tensor numbers(Shape wanted) {
    if (!lengths(wanted).equals(shape)) {
      throw new IllegalArgumentException(
          "%s has the shape %s, got %s".formatted(name, wanted, shape));
    }
    return numbers();
  }
}
