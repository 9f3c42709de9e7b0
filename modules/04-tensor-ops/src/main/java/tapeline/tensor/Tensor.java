package tapeline.tensor;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// Numbers in float32 along any number of axes, see [Shape], and the ops on them.
///
/// ```java
/// var x = Tensor.of(new float[][] {{1, 2, 3}, {4, 5, 6}}); // (2,3)
/// var y = x.transpose().matmul(x); // (3,2)·(2,3) = (3,3)
/// y.minus(y.max(true, -1)); // (3,3) − (3,1): the column is stretched
/// ```
///
/// Ops go to the [Backend] in use, return new tensors, and cost O(size) unless they say otherwise;
/// what is called *in place* writes. The ways to look at the same numbers are in [Strided].
public final class Tensor extends Strided implements Tabular {

  Tensor(Storage storage, int offset, Shape shape, int[] strides) {
    super(storage, offset, shape, strides);
  }

  /// A tensor on an array that it keeps, row-major.
  ///
  /// @throws IllegalArgumentException when the array's length is not the shape's size
  public static Tensor of(float[] values, int... lengths) {
    var shape = Shape.of(lengths);
    if (values.length != shape.size()) {
      throw new IllegalArgumentException(
          "%s needs %d numbers, got %d".formatted(shape, shape.size(), values.length));
    }
    return new Tensor(new Storage(values), 0, shape, shape.strides());
  }

  /// A matrix, copied.
  ///
  /// @throws IllegalArgumentException when the rows differ in length
  public static Tensor of(float[][] rows) {
    int width = rows.length == 0 ? 0 : rows[0].length;
    var all = new float[rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != width) {
        throw new IllegalArgumentException(
            "a matrix has rows of one length, got %d in row 0 and %d in row %d"
                .formatted(width, rows[i].length, i));
      }
      System.arraycopy(rows[i], 0, all, i * width, width);
    }
    return of(all, rows.length, width);
  }

  /// A tensor of one axis, copied.
  public static Tensor vector(float... values) {
    return of(values.clone(), values.length);
  }

  /// A tensor without axes.
  public static Tensor scalar(float value) {
    return of(new float[] {value});
  }

  /// All 0.
  public static Tensor zeros(int... lengths) {
    return zeros(Shape.of(lengths));
  }

  /// All 0.
  public static Tensor zeros(Shape shape) {
    var values = Backend.current().zeros(shape.size());
    return new Tensor(new Storage(values), 0, shape, shape.strides());
  }

  /// Returns a tensor with the same number everywhere.
  public static Tensor full(float value, int... lengths) {
    var t = zeros(lengths);
    Arrays.fill(t.data(), value);
    return t;
  }

  /// 0, 1, 2 … in row-major order.
  public static Tensor range(int... lengths) {
    var t = zeros(lengths);
    for (int i = 0; i < t.data().length; i++) {
      t.data()[i] = i;
    }
    return t;
  }

  /// Independent samples of the normal distribution with mean 0 and variance 1.
  public static Tensor normal(RandomGenerator random, int... lengths) {
    var t = zeros(lengths);
    for (int i = 0; i < t.data().length; i++) {
      t.data()[i] = (float) random.nextGaussian();
    }
    return t;
  }

  /// Independent samples of the uniform distribution from `low` to `high`.
  public static Tensor uniform(RandomGenerator random, float low, float high, int... lengths) {
    var t = zeros(lengths);
    for (int i = 0; i < t.data().length; i++) {
      t.data()[i] = random.nextFloat(low, high);
    }
    return t;
  }

  /// One element.
  ///
  /// @throws IllegalArgumentException unless each axis has its index, within its length
  public float at(int... index) {
    return storage.values[place(index)];
  }

  /// Writes one element in place.
  ///
  /// @throws IllegalStateException when this is a stretched view
  public void set(float value, int... index) {
    requireDistinct();
    storage.values[place(index)] = value;
    written();
  }

  private int place(int... index) {
    boolean fits = index.length == shape.rank();
    int place = offset;
    for (int k = 0; fits && k < index.length; k++) {
      fits = 0 <= index[k] && index[k] < shape.length(k);
      place += index[k] * strides[k];
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "an element of %s has an index within each length, got %s"
              .formatted(shape, Arrays.toString(index)));
    }
    return place;
  }

  /// The only element.
  ///
  /// @throws IllegalStateException when there are others, or none
  public float item() {
    if (shape.size() != 1) {
      throw new IllegalStateException("item() needs a tensor of one element, got " + shape);
    }
    return storage.values[offset];
  }

  /// The elements in row-major order, in a new array.
  public float[] toArray() {
    return copy().data();
  }

  /// Writes the elements of `source`, stretched to this shape, in place; it may be a view of the
  /// same data.
  ///
  /// @throws IllegalStateException when this is a stretched view
  public void assign(Tensor source) {
    requireDistinct();
    var wide = source.expand(shape);
    var from = wide.storage == storage ? wide.copy() : wide.contiguous();
    var values = from.data();
    Rows.of(this)
        .forEach(
            offset,
            0,
            row -> {
              int at = from.offset() + row.at();
              if (row.stepA() == 1) {
                System.arraycopy(values, at, storage.values, row.a(), row.count());
                return;
              }
              for (int i = 0, t = row.a(); i < row.count(); i++, t += row.stepA()) {
                storage.values[t] = values[at + i];
              }
            });
    written();
    Backend.current().copied(wide, this);
  }

  // spotless:off
  public Tensor plus(Tensor b)    { return zip(BinaryOp.ADD, b); }
  public Tensor minus(Tensor b)   { return zip(BinaryOp.SUB, b); }
  public Tensor times(Tensor b)   { return zip(BinaryOp.MUL, b); }
  public Tensor div(Tensor b)     { return zip(BinaryOp.DIV, b); }
  public Tensor max(Tensor b)     { return zip(BinaryOp.MAX, b); }
  /// 1 where this is greater, else 0.
  public Tensor greater(Tensor b) { return zip(BinaryOp.GREATER, b); }

  /// The elements where `mask` is not 0, and 0 elsewhere, also in place of ∞ and NaN.
  public Tensor where(Tensor mask) { return zip(BinaryOp.WHERE, mask); }

  public Tensor plus(float b)     { return plus(scalar(b)); }
  public Tensor minus(float b)    { return minus(scalar(b)); }
  public Tensor times(float b)    { return times(scalar(b)); }
  public Tensor div(float b)      { return div(scalar(b)); }

  public Tensor neg()             { return map(UnaryOp.NEG); }
  public Tensor exp()             { return map(UnaryOp.EXP); }
  public Tensor log()             { return map(UnaryOp.LOG); }
  public Tensor sqrt()            { return map(UnaryOp.SQRT); }
  public Tensor square()          { return map(UnaryOp.SQUARE); }
  public Tensor abs()             { return map(UnaryOp.ABS); }
  public Tensor tanh()            { return map(UnaryOp.TANH); }
  public Tensor sigmoid()         { return map(UnaryOp.SIGMOID); }
  public Tensor relu()            { return map(UnaryOp.RELU); }
  public Tensor softplus()        { return map(UnaryOp.SOFTPLUS); }

  /// See [Backend#map].
  public Tensor map(UnaryOp op)             { return Backend.current().map(op, this); }
  /// See [Backend#zip].
  public Tensor zip(BinaryOp op, Tensor b)  { return Backend.current().zip(op, this, b); }

  /// `x ← max(x, 0)` and so on: results are written over the first operand, see
  /// [Backend#mapInPlace] and [Backend#zipInPlace], and the tensor itself is returned. Without a
  /// view and without stretching they allocate nothing.
  public Tensor reluInPlace()               { return mapInPlace(UnaryOp.RELU); }
  public Tensor addInPlace(Tensor b)        { return zipInPlace(BinaryOp.ADD, b); }
  public Tensor subInPlace(Tensor b)        { return zipInPlace(BinaryOp.SUB, b); }
  public Tensor mulInPlace(Tensor b)        { return zipInPlace(BinaryOp.MUL, b); }
  public Tensor divInPlace(Tensor b)        { return zipInPlace(BinaryOp.DIV, b); }
  public Tensor mapInPlace(UnaryOp op)      { Backend.current().mapInPlace(op, this); return this; }
  public Tensor zipInPlace(BinaryOp op, Tensor b) { Backend.current().zipInPlace(op, this, b); return this; }

  /// See [Backend#matmul].
  public Tensor matmul(Tensor b)            { return Backend.current().matmul(this, b); }
  /// Along the last axis, see [Backend#softmax].
  public Tensor softmax()                   { return Backend.current().softmax(this); }
  /// Along the last axis, which stays with length 1, see [Backend#logSumExp].
  public Tensor logSumExp()                 { return Backend.current().logSumExp(this); }
  // spotless:on

  /// `ln softmax(x) = x − logSumExp(x)` along the last axis, finite where that is within float32.
  public Tensor logSoftmax() {
    return minus(logSumExp());
  }

  /// The sum along `axes`, all of them when none is named.
  public Tensor sum(int... axes) {
    return sum(false, axes);
  }

  /// The sum along `axes`, which stay as lengths of 1 with `keep`.
  public Tensor sum(boolean keep, int... axes) {
    return Backend.current().reduce(Reduction.SUM, this, keep, axes);
  }

  /// The arithmetic mean along `axes`, all of them when none is named; NaN of no elements.
  public Tensor mean(int... axes) {
    return mean(false, axes);
  }

  /// The arithmetic mean along `axes`, which stay as lengths of 1 with `keep`.
  public Tensor mean(boolean keep, int... axes) {
    var sum = sum(keep, axes);
    return sum.div((float) ((double) shape.size() / sum.shape().size()));
  }

  /// The largest along `axes`, all of them when none is named; they stay as lengths of 1 with
  /// `keep`.
  public Tensor max(boolean keep, int... axes) {
    return Backend.current().reduce(Reduction.MAX, this, keep, axes);
  }

  /// Returns the place of the largest element in each row, rows being along the last axis, in
  /// row-major order; the first of equals. NaN counts as larger than any number.
  public int[] argmax() {
    int n = shape.length(-1);
    if (n == 0) {
      throw new IllegalArgumentException("argmax needs rows of at least one element, got " + shape);
    }
    var x = contiguous();
    var best = new int[shape.size() / n];
    for (int r = 0; r < best.length; r++) {
      int row = x.offset() + r * n;
      for (int j = 1; j < n; j++) {
        float largest = x.data()[row + best[r]];
        if (!(x.data()[row + j] <= largest) && !Float.isNaN(largest)) {
          best[r] = j;
        }
      }
    }
    return best;
  }

  /// The shape and the numbers, as NumPy arranges them; of long axes the first and last three.
  @Override
  public String toString() {
    return TensorText.of(this);
  }

  /// Returns the numbers in rows and columns, as a notebook shows them.
  @Override
  public TextTable table() {
    return TensorTable.of(this);
  }

  /// [#toString], whose brackets show the axes better than columns of text.
  @Override
  public String text(int rows) {
    return toString();
  }
}
