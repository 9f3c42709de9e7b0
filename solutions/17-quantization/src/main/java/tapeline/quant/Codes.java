package tapeline.quant;

import tapeline.tensor.Tensor;

/// A matrix in int8 with one zero point, and the sum of each of its rows, which products ask for.
public final class Codes {
  private final byte[] values;
  private final int offset;
  private final int stride;
  private final int rows;
  private final int columns;
  private final int zeroPoint;
  private final int[] sums;

  /// A matrix on an array that it keeps: row i begins at `values[offset + i·stride]`. O(size), for
  /// the sums.
  ///
  /// @throws IllegalArgumentException when it does not fit into the array
  public Codes(byte[] values, int offset, int stride, int rows, int columns, int zeroPoint) {
    if (rows < 0
        || columns < 0
        || offset < 0
        || stride < columns
        || (rows > 0 && offset + (rows - 1L) * stride + columns > values.length)) {
      throw new IllegalArgumentException(
          "%d rows of %d codes, %d apart, from %d on do not fit into %d bytes"
              .formatted(rows, columns, stride, offset, values.length));
    }
    this.values = values;
    this.offset = offset;
    this.stride = stride;
    this.rows = rows;
    this.columns = columns;
    this.zeroPoint = zeroPoint;
    this.sums = new int[rows];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < columns; k++) {
        sums[i] += values[at(i) + k];
      }
    }
  }

  /// The codes of a matrix (rows,columns). O(size).
  public static Codes of(Affine code, Tensor matrix) {
    var from = matrix.contiguous();
    int rows = from.shape().length(0);
    int columns = from.shape().length(1);
    var values = new byte[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = code.quantize(from.data()[from.offset() + i]);
    }
    return new Codes(values, 0, columns, rows, columns, code.zeroPoint());
  }

  public byte[] values() {
    return values;
  }

  /// Returns the beginning of row i in [#values].
  public int at(int row) {
    return offset + row * stride;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  public int zeroPoint() {
    return zeroPoint;
  }

  /// The sum of a row's codes.
  public int sum(int row) {
    return sums[row];
  }
}
