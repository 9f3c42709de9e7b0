package tapeline.tensor;

import java.util.Arrays;
import java.util.function.Function;
import tapeline.toolkit.Todo;

/// The memory of a [Tensor], and the other ways to look at it.
///
/// Element (i, j, …) is `data()[offset() + i·stride(0) + j·stride(1) + …]`. A *view* has its own
/// offset and strides, and the same data: making one is O(rank), copies nothing, and a write
/// through one shows in all.
public abstract sealed class Strided permits Tensor {
  final Storage storage;
  final int offset;
  final Shape shape;
  final int[] strides;

  Strided(Storage storage, int offset, Shape shape, int[] strides) {
    this.storage = storage;
    this.offset = offset;
    this.shape = shape;
    this.strides = strides;
  }

  private Tensor view(int offset, Shape shape, int[] strides) {
    return new Tensor(storage, offset, shape, strides);
  }

  /// Returns the lengths of the axes.
  public final Shape shape() {
    return shape;
  }

  /// Returns the numbers of this tensor and of every view of the same data. For backends.
  public final float[] data() {
    return storage.values;
  }

  /// Returns the place of the first element in [#data].
  public final int offset() {
    return offset;
  }

  /// Returns the same view of another array: element (i, j, …) stands at the same place. O(1). For
  /// what goes beside the numbers of a tensor, such as their derivatives.
  ///
  /// @throws IllegalArgumentException unless the array is as long as [#data]
  public final Tensor over(float[] values) {
    return layout().apply(values);
  }

  /// How far apart neighbours along an axis are in [#data]; 0 along a stretched axis.
  public final int stride(int axis) {
    return strides[shape.axis(axis)];
  }

  /// Lays this view [#over] other arrays, and holds on to no numbers itself.
  public final Function<float[], Tensor> layout() {
    int length = storage.values.length;
    int from = offset;
    var lengths = shape;
    var steps = strides;
    return values -> {
      if (values.length != length) {
        throw new IllegalArgumentException(
            "a view is laid over an array as long as its own, %d, got %d"
                .formatted(length, values.length));
      }
      return new Tensor(new Storage(values), from, lengths, steps);
    };
  }

  /// How often the data was written in place, through this view or another: what autograd compares.
  public final int version() {
    return storage.version;
  }

  /// Counts a write in place: code that writes into [#data] directly calls it.
  public final void written() {
    storage.version++;
  }

  /// Refuses to write where one number stands for several elements.
  final void requireDistinct() {
    for (int k = 0; k < strides.length; k++) {
      if (strides[k] == 0 && shape.length(k) > 1 && shape.size() > 0) {
        throw new IllegalStateException(
            "writing needs a place for each element, got %s stretched along axis %d"
                .formatted(shape, k));
      }
    }
  }

  /// Refuses to write a result that would be wider than this, its first operand.
  final void requireResult(Tensor b) {
    if (!b.shape.equals(shape) && !shape.broadcast(b.shape).equals(shape)) {
      throw new IllegalArgumentException(
          "in place the result has the operand's shape %s, got %s"
              .formatted(shape, shape.broadcast(b.shape)));
    }
  }

  /// Returns whether the elements lie one after the other in row-major order.
  public final boolean isContiguous() {
    int step = 1;
    for (int k = strides.length - 1; k >= 0; k--) {
      if (strides[k] != step && shape.length(k) > 1) {
        return shape.size() == 0;
      }
      step *= shape.length(k);
    }
    return true;
  }

  /// The tensor itself when it [#isContiguous], else a row-major copy. O(size) then.
  public final Tensor contiguous() {
    return isContiguous() ? (Tensor) this : copy();
  }

  /// A row-major copy with data of its own. O(size).
  public final Tensor copy() {
    var copy = Tensor.zeros(shape);
    var to = copy.data();
    Rows.of(this)
        .forEach(
            offset,
            0,
            row -> Rows.gather(storage.values, row.a(), row.stepA(), to, row.at(), row.count()));
    Backend.current().copied((Tensor) this, copy);
    return copy;
  }

  /// The transpose of the last two axes: (…,m,n) becomes (…,n,m).
  ///
  /// @throws IllegalArgumentException when the rank is below 2
  public final Tensor transpose() {
    if (shape.rank() < 2) {
      throw new IllegalArgumentException("transpose needs at least two axes, got " + shape);
    }
    return transpose(-2, -1);
  }

  /// Two axes exchanged.
  public final Tensor transpose(int axis, int other) {
    int a = shape.axis(axis);
    int b = shape.axis(other);
    var order = new int[shape.rank()];
    Arrays.setAll(order, k -> k == a ? b : k == b ? a : k);
    return permute(order);
  }

  /// The axes in another order: axis k of the result is axis `order[k]` of this.
  ///
  /// @throws IllegalArgumentException when `order` does not name each axis once
  public final Tensor permute(int... order) {
    var seen = new boolean[shape.rank()];
    var lengths = new int[shape.rank()];
    var steps = new int[shape.rank()];
    boolean each = order.length == seen.length;
    for (int k = 0; each && k < order.length; k++) {
      int from = shape.axis(order[k]);
      each = !seen[from];
      seen[from] = true;
      lengths[k] = shape.length(from);
      steps[k] = strides[from];
    }
    if (!each) {
      throw new IllegalArgumentException(
          "permute names each axis of %s once, got %s".formatted(shape, Arrays.toString(order)));
    }
    return view(offset, Shape.of(lengths), steps);
  }

  /// The elements `from ≤ i < to` along an axis.
  ///
  /// @throws IllegalArgumentException unless 0 ≤ from ≤ to ≤ length
  public final Tensor slice(int axis, int from, int to) {
    // BEGIN EXERCISE 04.3
    // TODO 04.3 — 9 lines. A view: which of offset, shape and strides change when the first
    // `from` elements of an axis are left out, and which when the last are? The error says
    // "slice needs 0 ≤ from ≤ to ≤ 3 along axis 1 of (2,3), got 1 to 4", or what it is.
    throw new Todo("04.3", "slice");
    // END EXERCISE 04.3
  }

  /// Stretched to `wide`, as broadcasting does: an axis of length 1, or one that is missing in
  /// front, repeats the same elements.
  ///
  /// @throws IllegalArgumentException when broadcasting does not lead to `wide`
  public final Tensor expand(Shape wide) {
    if (wide.rank() < shape.rank() || !shape.broadcast(wide).equals(wide)) {
      throw new IllegalArgumentException(
          "expand stretches lengths of 1, and missing axes in front, got %s to %s"
              .formatted(shape, wide));
    }
    // BEGIN EXERCISE 04.4
    // TODO 04.4 — 6 lines. A view in which the next element of a stretched axis is the same
    // one again: which stride says that? A new array of ints holds zeros.
    throw new Todo("04.4", "expand");
    // END EXERCISE 04.4
  }

  /// Returns the same elements in the same order under another shape; one length may be −1, which
  /// is worked out. The result is a view where the elements lie in row-major order, else a copy.
  ///
  /// @throws IllegalArgumentException when the sizes differ, naming both shapes
  public final Tensor reshape(int... lengths) {
    var wanted = lengths.clone();
    int open = -1;
    int known = 1;
    for (int k = 0; k < wanted.length; k++) {
      if (wanted[k] == -1 && open < 0) {
        open = k;
      } else {
        known *= wanted[k];
      }
    }
    if (open >= 0 && known > 0 && shape.size() % known == 0) {
      wanted[open] = shape.size() / known;
    }
    if (Arrays.stream(wanted).anyMatch(n -> n < 0) || Shape.of(wanted).size() != shape.size()) {
      throw new IllegalArgumentException(
          "reshape keeps the number of elements, got %s, which has %d, to %s"
              .formatted(shape, shape.size(), Arrays.toString(lengths)));
    }
    var to = Shape.of(wanted);
    var from = contiguous();
    return new Tensor(from.storage, from.offset, to, to.strides());
  }

  /// The elements at place `i` of an axis, which goes.
  ///
  /// @throws IllegalArgumentException unless 0 ≤ i < length
  public final Tensor select(int axis, int i) {
    int k = shape.axis(axis);
    if (i < 0 || i >= shape.length(k)) {
      throw new IllegalArgumentException(
          "select needs 0 ≤ i < %d along axis %d of %s, got %d"
              .formatted(shape.length(k), k, shape, i));
    }
    return slice(k, i, i + 1).squeeze(k);
  }

  /// A new axis of length 1 before `axis`; −1 puts it last.
  ///
  /// @throws IllegalArgumentException unless −rank − 1 ≤ axis ≤ rank
  public final Tensor unsqueeze(int axis) {
    int rank = shape.rank();
    int at = axis < 0 ? axis + rank + 1 : axis;
    if (at < 0 || at > rank) {
      throw new IllegalArgumentException(
          "unsqueeze of %s takes an axis from %d to %d, got %d"
              .formatted(shape, -rank - 1, rank, axis));
    }
    var lengths = new int[rank + 1];
    var steps = new int[rank + 1];
    lengths[at] = 1;
    for (int k = 0; k < rank; k++) {
      int to = k < at ? k : k + 1;
      lengths[to] = shape.length(k);
      steps[to] = strides[k];
    }
    return view(offset, Shape.of(lengths), steps);
  }

  /// Without an axis of length 1.
  ///
  /// @throws IllegalArgumentException when its length is another
  public final Tensor squeeze(int axis) {
    int gone = shape.axis(axis);
    if (shape.length(gone) != 1) {
      throw new IllegalArgumentException(
          "squeeze needs an axis of length 1, got axis %d of %s".formatted(gone, shape));
    }
    var steps = new int[shape.rank() - 1];
    Arrays.setAll(steps, k -> strides[k < gone ? k : k + 1]);
    return view(offset, shape.reduced(false, gone), steps);
  }
}
