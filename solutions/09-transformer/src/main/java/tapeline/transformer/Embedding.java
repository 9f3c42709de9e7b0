package tapeline.transformer;

import java.util.Arrays;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;

/// Rows of a table, a row for each token: `yᵢ = table[tokenᵢ]`. Table (vocabulary,width), Y
/// (tokens,width).
///
/// The same as a one-hot matrix times the table, without the product: O(tokens·width).
///
/// @param tokens from 0 on; each may come often
public record Embedding(int... tokens) implements TensorOp.Unary {
  public Embedding {
    tokens = tokens.clone();
  }

  /// @throws IllegalArgumentException for a token that is no row of the table
  @Override
  public Tensor forward(Tensor table) {
    int rows = table.shape().length(0);
    int width = table.shape().length(1);
    var from = table.contiguous();
    var y = Tensor.zeros(tokens.length, width);
    for (int i = 0; i < tokens.length; i++) {
      if (tokens[i] < 0 || tokens[i] >= rows) {
        throw new IllegalArgumentException(
            "a table of %d rows has the tokens 0 to %d, got %d at position %d"
                .formatted(rows, rows - 1, tokens[i], i));
      }
      System.arraycopy(from.data(), from.offset() + tokens[i] * width, y.data(), i * width, width);
    }
    return y;
  }

  /// The gradient of a table's row is the sum over the positions where it was used.
  @Override
  public Tensor grad(Tensor dY, Tensor table, Tensor y) {
    int width = table.shape().length(1);
    var from = dY.contiguous();
    var dTable = Tensor.zeros(table.shape());
    // BEGIN SOLUTION 09.3 "the embedding's gradient" 15 points
    for (int i = 0; i < tokens.length; i++) {
      for (int j = 0; j < width; j++) {
        dTable.data()[tokens[i] * width + j] += from.data()[from.offset() + i * width + j];
      }
    }
    return dTable;
    // STUB // TODO 09.3 — 6 lines. Row i of dY belongs to row tokens[i] of the table. dTable holds
    // STUB // zeros; its row r is dTable.data() from r·width on, and dY's row i is from.data()
    // STUB // from from.offset() + i·width on. What must happen when a token comes twice?
    // STUB throw new Todo("09.3", "the embedding's gradient");
    // END SOLUTION
  }

  @Override
  public Keeps keeps() {
    return Keeps.NOTHING;
  }

  @Override
  public String toString() {
    return "Embedding" + Arrays.toString(tokens);
  }
}
