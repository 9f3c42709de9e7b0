package tapeline.transformer;

import java.util.Arrays;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;

/// Rows of a table: `Y[i] = T[indexᵢ]`; T (rows,width), Y (indices,width). Each index may come often.
public record Lookup(int... indices) implements TensorOp.Unary {

  /// @throws IllegalArgumentException for an index that is no row of the table
  @Override
  public Tensor forward(Tensor table) {
    int rows = table.shape().length(0);
    int width = table.shape().length(1);
    var from = table.contiguous();
    var y = Tensor.zeros(indices.length, width);
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] < 0 || indices[i] >= rows) {
        throw new IllegalArgumentException(
            "a table of %d rows has the rows 0 to %d, got %d"
                .formatted(rows, rows - 1, indices[i]));
      }
      int row = from.offset() + indices[i] * width;
      System.arraycopy(from.data(), row, y.data(), i * width, width);
    }
    return y;
  }

  /// The gradient of a row is the sum over the places that it went to.
  @Override
  public Tensor grad(Tensor dY, Tensor table, Tensor y) {
    int width = table.shape().length(1);
    var from = dY.contiguous();
    var dTable = Tensor.zeros(table.shape());
    // BEGIN SOLUTION 09.3 "the lookup's gradient" 10 points
    for (int i = 0; i < indices.length; i++) {
      for (int j = 0; j < width; j++) {
        dTable.data()[indices[i] * width + j] += from.data()[from.offset() + i * width + j];
      }
    }
    // STUB // TODO 09.3 — 5 lines. Row i of dY belongs to row indices[i] of the table. dTable holds
    // STUB // zeros, and is dTable.data() row by row; dY is from.data() from from.offset() on. What if
    // STUB // an index comes twice?
    // STUB throw new Todo("09.3", "the lookup's gradient");
    // END SOLUTION
    return dTable;
  }

  @Override
  public Keeps keeps() {
    return Keeps.NOTHING;
  }

  @Override
  public String toString() {
    return "Lookup" + Arrays.toString(indices);
  }
}
