package tapeline.tensor;

import java.util.ArrayList;
import java.util.function.IntFunction;
import tapeline.toolkit.TextTable;

/// A tensor as a notebook shows it: the last axis across, the others down with a column for each,
/// so that the matrices of the last two axes stand one under the other. Numbers and long axes are
/// those of [TensorText].
///
/// ```text
/// axis 0  axis 1  [0]  [1]
/// ──────  ──────  ───  ───
/// [0]     [0]       1    2
///         [1]       3    4
/// [1]     [0]     0.5    6
///         [1]       7    8
/// float32 (2,2,2)
/// ```
final class TensorTable {
  private final Tensor tensor;
  private final int[] index;
  private final int last;
  private final TextTable table;

  private TensorTable(Tensor tensor) {
    this.tensor = tensor;
    index = new int[tensor.shape().rank()];
    last = index.length - 1;
    table = TextTable.of(cells(axis -> "axis " + axis, TensorTable::place));
  }

  static TextTable of(Tensor tensor) {
    var shape = tensor.shape();
    if (shape.size() == 0) {
      return TextTable.of("value").note("float32 " + shape + ", no elements");
    }
    if (shape.rank() == 0) {
      return TextTable.of("value").row(TensorText.number(tensor.item())).note("float32 ()");
    }
    var rows = new TensorTable(tensor);
    rows.add(0);
    return rows.table.note("float32 " + shape);
  }

  /// The rows below the index that is set so far.
  private void add(int axis) {
    if (axis == last) {
      table.row(cells(k -> isFirst(k) ? place(index[k]) : "", this::number));
      return;
    }
    int length = tensor.shape().length(axis);
    for (int i = 0; i < length; i = TensorText.next(i, length)) {
      if (TensorText.isAfterGap(i, length)) {
        table.row(cells(k -> k == axis ? "…" : "", _ -> "…"));
      }
      index[axis] = i;
      add(axis + 1);
    }
  }

  /// Returns whether the row is the first with this index along `axis`.
  private boolean isFirst(int axis) {
    for (int k = axis + 1; k < last; k++) {
      if (index[k] > 0) {
        return false;
      }
    }
    return true;
  }

  private static String place(int i) {
    return "[" + i + "]";
  }

  private String number(int i) {
    index[last] = i;
    return TensorText.number(tensor.at(index));
  }

  /// A cell for each axis that goes down, then one for each index of the last.
  private String[] cells(IntFunction<String> down, IntFunction<String> across) {
    var cells = new ArrayList<String>();
    for (int axis = 0; axis < last; axis++) {
      cells.add(down.apply(axis));
    }
    int length = tensor.shape().length(last);
    for (int i = 0; i < length; i = TensorText.next(i, length)) {
      if (TensorText.isAfterGap(i, length)) {
        cells.add("…");
      }
      cells.add(across.apply(i));
    }
    return cells.toArray(String[]::new);
  }
}
