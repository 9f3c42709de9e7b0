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
/// @param weight the shape of the weight that blocks stand for; of other tensors empty
/// @param bytes little-endian, in row-major order
public record StoredTensor(
    String name, Type type, List<Integer> shape, List<Integer> weight, byte[] bytes) {

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

  /// @throws IllegalArgumentException when the shape and the type need another number of bytes, or
  ///   the weight another number of blocks
  public StoredTensor {
    shape = List.copyOf(shape);
    weight = List.copyOf(weight);
    if (size(shape, type.size) != bytes.length) {
      throw new IllegalArgumentException(
          "%s of %s has as many bytes as its shape %s needs, got %d"
              .formatted(name, type, shape, bytes.length));
    }
    if (!weight.isEmpty()) {
      var format = format(name, type, shape);
      long numbers = size(weight, 1);
      if (numbers < 0 || Math.ceilDiv(numbers, format.group()) != shape.getFirst()) {
        throw new IllegalArgumentException(
            "%s has as many blocks of %d as its weight %s needs, got %d"
                .formatted(name, format.group(), weight, shape.getFirst()));
      }
    }
  }

  /// The product of these lengths, each of so many; −1 when there is no such size.
  private static long size(List<Integer> lengths, int each) {
    long size = each;
    try {
      for (int length : lengths) {
        size = Math.multiplyExact(size, (long) length);
      }
    } catch (ArithmeticException e) {
      return -1;
    }
    return lengths.stream().anyMatch(n -> n < 0) ? -1 : size;
  }

  /// A tensor as it is.
  public static StoredTensor float32(String name, Tensor tensor) {
    var bytes = new byte[4 * tensor.shape().size()];
    buffer(bytes).asFloatBuffer().put(tensor.toArray());
    return new StoredTensor(name, Type.F32, lengths(tensor.shape()), List.of(), bytes);
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
    return new StoredTensor(name, Type.F16, lengths(tensor.shape()), List.of(), bytes);
  }

  /// A weight of this shape in blocks.
  public static StoredTensor blocks(String name, Shape weight, QuantizedMatrix matrix) {
    int size = matrix.format().bytes();
    var type = matrix.format() instanceof Int4Blocks ? Type.U8 : Type.I8;
    var shape = List.of(matrix.blocks().length / size, size);
    return new StoredTensor(name, type, shape, lengths(weight), matrix.blocks());
  }

  private static ByteBuffer buffer(byte... bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static List<Integer> lengths(Shape shape) {
    return Arrays.stream(shape.toArray()).boxed().toList();
  }

  /// The blocks that its bytes are, of a weight of this shape.
  ///
  /// @throws IllegalArgumentException when they are none, or of another shape
  BlockFormat format(Shape wanted) {
    require(wanted, weight);
    return format(name, type, shape);
  }

  private static BlockFormat format(String name, Type type, List<Integer> shape) {
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

  private void require(Shape wanted, List<Integer> got) {
    if (!lengths(wanted).equals(got)) {
      throw new IllegalArgumentException(
          "%s has the shape %s, got %s".formatted(name, wanted, got));
    }
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
    require(wanted, shape);
    return numbers();
  }
}
