package tapeline.gpu.program;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import tapeline.gpu.GpuException;

/// A matrix in a program's memory. In one of its two directions neighbours lie side by side.
///
/// @param name as cuBLAS's documents have it: `A`
/// @param at the address of the first number
/// @param down how many numbers further the next row begins
/// @param right how many numbers further the next column begins
record BlasMatrix(
    String name, long at, BlasNumber type, int rows, int columns, long down, long right) {

  private boolean isEmpty() {
    return rows == 0 || columns == 0;
  }

  /// Returns the place of its lowest number, counted from its first: an increment may be negative.
  private long lowest() {
    return Math.min(0, (rows - 1) * down) + Math.min(0, (columns - 1) * right);
  }

  private byte[] bytes(DeviceMemory memory) {
    long highest = Math.max(0, (rows - 1) * down) + Math.max(0, (columns - 1) * right);
    try {
      return memory.read(at + lowest() * type.bytes, (highest - lowest() + 1) * type.bytes);
    } catch (IllegalArgumentException | GpuException e) {
      throw new IllegalArgumentException(
          "%s, %,d × %,d: %s".formatted(name, rows, columns, e.getMessage()), e);
    }
  }

  private int offset(int row, int column) {
    return Math.toIntExact((row * down + column * right - lowest()) * type.bytes);
  }

  /// Returns its numbers, column by column.
  ///
  /// @throws IllegalArgumentException when it does not lie in the memory
  double[] read(DeviceMemory memory) {
    var values = new double[Math.multiplyExact(rows, columns)];
    if (isEmpty()) {
      return values;
    }
    var from = ByteBuffer.wrap(bytes(memory)).order(ByteOrder.nativeOrder());
    for (int j = 0; j < columns; j++) {
      for (int i = 0; i < rows; i++) {
        values[i + j * rows] = type.get(from, offset(i, j));
      }
    }
    return values;
  }

  /// Writes these numbers, column by column, and no byte between them.
  void write(DeviceMemory memory, double[] values) {
    if (isEmpty()) {
      return;
    }
    var bytes = bytes(memory);
    var to = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    for (int j = 0; j < columns; j++) {
      for (int i = 0; i < rows; i++) {
        type.put(to, offset(i, j), values[i + j * rows]);
      }
    }
    long start = at + lowest() * type.bytes;
    var from = MemorySegment.ofArray(bytes);
    pieces(start)
        .forEach(piece ->
            memory
                .device()
                .copyIn(start + (piece >>> 32), from.asSlice(piece >>> 32, piece & 0xffffffffL)));
  }

  /// Returns the pieces of memory that it fills: of each, in the upper half of a number how far it
  /// is from `base`, in the lower half its length.
  LongStream pieces(long base) {
    boolean inColumns = down == 1;
    int length = inColumns ? rows : columns;
    int runs = inColumns ? columns : rows;
    long step = inColumns ? right : down;
    if (isEmpty()) {
      return LongStream.empty();
    }
    if (step == length) {
      return LongStream.of((at - base) << 32 | (long) length * runs * type.bytes);
    }
    return IntStream.range(0, runs)
        .mapToLong(r -> (at + r * step * type.bytes - base) << 32 | (long) length * type.bytes);
  }
}
