package tapeline.tensor;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// How a tensor prints: its shape, then its numbers in nested brackets, in columns, rounded to five
/// digits. Of a long axis the first and the last three are shown. [TensorTable] shows the same
/// ones.
///
/// ```text
/// (2,3)
/// [[      1,     2.5,       3]
///  [     -4, 0.33333, 1000000]]
/// ```
final class TensorText {
  private static final int EDGE = 3;
  private static final MathContext DIGITS = new MathContext(5);

  private final Tensor tensor;
  private final StringBuilder out = new StringBuilder();
  private int width;

  private TensorText(Tensor tensor) {
    this.tensor = tensor;
  }

  static String of(Tensor tensor) {
    var text = new TensorText(tensor);
    text.measure(new int[tensor.shape().rank()], 0);
    text.out.append(tensor.shape()).append(tensor.shape().rank() > 1 ? "\n" : " ");
    text.write(new int[tensor.shape().rank()], 0);
    return text.out.toString();
  }

  /// The width of the longest number that will be shown.
  private void measure(int[] index, int axis) {
    if (axis == index.length) {
      width = Math.max(width, number(tensor.at(index)).length());
      return;
    }
    int length = tensor.shape().length(axis);
    for (int i = 0; i < length; i = next(i, length)) {
      index[axis] = i;
      measure(index, axis + 1);
    }
  }

  private void write(int[] index, int axis) {
    if (axis == index.length) {
      var number = number(tensor.at(index));
      out.repeat(" ", width - number.length()).append(number);
      return;
    }
    boolean innermost = axis == index.length - 1;
    var between = innermost ? ", " : "\n".repeat(index.length - 1 - axis) + " ".repeat(axis + 1);
    int length = tensor.shape().length(axis);
    out.append('[');
    for (int i = 0; i < length; i = next(i, length)) {
      out.append(i == 0 ? "" : between);
      if (isAfterGap(i, length)) {
        out.append('…').append(between);
      }
      index[axis] = i;
      write(index, axis + 1);
    }
    out.append(']');
  }

  /// The index shown after `i`: the middle of a long axis is left out.
  static int next(int i, int length) {
    return length > 2 * EDGE && i == EDGE - 1 ? length - EDGE : i + 1;
  }

  /// Returns whether this is the first index shown after the ones left out.
  static boolean isAfterGap(int i, int length) {
    return length > 2 * EDGE && i == length - EDGE;
  }

  /// Five digits, or all before the point, and no zeros at the end of a fraction.
  static String number(float x) {
    if (!Float.isFinite(x)) {
      return Float.toString(x).replace("Infinity", "∞");
    }
    var exact = new BigDecimal(x);
    var rounded = exact.round(DIGITS);
    if (Math.abs(x) >= 1e9f || (x != 0 && Math.abs(x) < 1e-4f)) {
      return rounded.stripTrailingZeros().toString();
    }
    var shown = rounded.scale() < 0 ? exact.setScale(0, RoundingMode.HALF_UP) : rounded;
    return shown.stripTrailingZeros().toPlainString();
  }
}
