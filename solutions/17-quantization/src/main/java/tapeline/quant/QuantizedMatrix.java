package tapeline.quant;

import tapeline.tensor.Tensor;

/// A matrix of weights in blocks, row by row: a row for each output of its layer.
public final class QuantizedMatrix {
  private final int rows;
  private final int columns;
  private final BlockFormat format;
  private final byte[] blocks;
  private final Codes codes; // of the rows as they lie in the blocks; none where rows are cut

  /// A matrix on blocks that it keeps.
  ///
  /// @throws IllegalArgumentException when there are not as many as the matrix needs
  public QuantizedMatrix(int rows, int columns, BlockFormat format, byte... blocks) {
    int needed = Math.ceilDiv(rows * columns, format.group()) * format.bytes();
    if (blocks.length != needed) {
      throw new IllegalArgumentException(
          "a matrix (%d,%d) in %s has %d bytes, got %d"
              .formatted(rows, columns, format, needed, blocks.length));
    }
    this.rows = rows;
    this.columns = columns;
    this.format = format;
    this.blocks = blocks;
    int group = format instanceof Int8Blocks(int size) ? size : 0;
    int stride = group == columns ? format.bytes() : columns;
    this.codes =
        group == columns || group == rows * columns
            ? new Codes(blocks, BlockFormat.SCALE, stride, rows, columns, 0)
            : new Codes(blocks, 0, 0, 0, 0, 0);
  }

  /// The blocks of a matrix (rows,columns).
  ///
  /// @throws IllegalArgumentException when a number is not finite
  public static QuantizedMatrix of(Tensor matrix, WeightFormat how) {
    int rows = matrix.shape().length(0);
    int columns = matrix.shape().length(1);
    var format = how.blocks(rows, columns);
    var values = matrix.toArray();
    for (float v : values) {
      if (!Float.isFinite(v)) {
        throw new IllegalArgumentException("weights have codes where they are finite, got " + v);
      }
    }
    return new QuantizedMatrix(rows, columns, format, format.encode(values));
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  public BlockFormat format() {
    return format;
  }

  /// The blocks, as they stand in a file.
  public byte[] blocks() {
    return blocks;
  }

  /// Returns whether each row has one scale, so that a product of integers is all but that scale.
  public boolean hasRowScales() {
    return codes.rows() == rows;
  }

  /// The codes, where each row has one scale.
  public Codes codes() {
    return codes;
  }

  /// The scale of a row, where each has one.
  public float scale(int row) {
    return BlockFormat.scale(blocks, format.group() == columns ? row * format.bytes() : 0);
  }

  /// The numbers that the blocks stand for, (rows,columns). O(size).
  public Tensor dequantize() {
    var values = new float[rows * columns];
    format.decode(blocks, values);
    return Tensor.of(values, rows, columns);
  }
}
