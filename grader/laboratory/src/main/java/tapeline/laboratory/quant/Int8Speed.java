package tapeline.laboratory.quant;

import java.util.SplittableRandom;
import java.util.function.Supplier;
import tapeline.accel.VectorBackend;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.quant.Affine;
import tapeline.quant.Codes;
import tapeline.quant.FloatDot;
import tapeline.quant.IntProduct;
import tapeline.quant.QuantizedMatrix;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Tensor;
import tapeline.toolkit.TextTable;

/// How many times as fast are products in int8 as those in float32? Of one row, where a weight is
/// read once and memory decides, and of many, where it is arithmetic; 21 pairs of turns each, one
/// thread. Both sides use the Vector API. int8's time has the coding of its inputs in it, float32's
/// of many rows the packing of the weights: 13's backend packs both matrices in each product, where
/// int8's weights are coded before. `./tapeline run Int8Speed`
public final class Int8Speed {
  private static final double ROUNDED = 0.05; // of the answers' size, by the codes of both matrices
  private static final VectorBackend VECTORS = new VectorBackend();

  private Int8Speed() {}

  /// A product of so many rows with a matrix (n,n).
  private record Shape(int rows, int n) {}

  static void main() {
    var table =
        TextTable.of(
            "rows by matrix", "float32 MB", "int8 MB", "speed of int8", "float32 again (noise)");
    for (var s :
        new Shape[] {
          new Shape(1, 256),
          new Shape(1, 1024),
          new Shape(1, 4096),
          new Shape(1, 8192),
          new Shape(64, 256),
          new Shape(64, 1024)
        }) {
      row(table, s);
    }
    IO.println(
        table
            .note("21 pairs of turns, median and interval, one thread")
            .note("of 64 rows, float32's time has the packing of its weights in it, int8's not"));
  }

  private static void row(TextTable table, Shape s) {
    var random = new SplittableRandom(17);
    var x = Tensor.normal(random, s.rows, s.n);
    var w = Tensor.normal(random, s.n, s.n); // a row for each output
    var matrix = QuantizedMatrix.of(w, WeightFormat.INT8_CHANNEL);
    var code = Affine.covering(-5, 5);
    int repeats = Math.max(1, (1 << 23) / (s.rows * s.n * s.n));
    Supplier<float[]> float32 = s.rows == 1 ? () -> dots(x, w) : () -> packed(x, w);
    Supplier<float[]> int8 = () -> int8(code, x, matrix);
    requireNear(int8.get(), float32.get());
    table.row(
        "(%d,%d)·(%d,%d)".formatted(s.rows, s.n, s.n, s.n),
        TextTable.number(4e-6 * s.n * s.n, 3),
        TextTable.number(1e-6 * s.n * s.n, 3),
        SpeedInTurns.of(times(repeats, float32), times(repeats, int8)).toString(),
        SpeedInTurns.of(times(repeats, float32), times(repeats, float32)).toString());
  }

  /// A wrong answer is not timed.
  static void requireNear(float[] found, float... expected) {
    double off = 0;
    double size = 0;
    for (int i = 0; i < expected.length; i++) {
      off += Math.pow(found[i] - expected[i], 2);
      size += Math.pow(expected[i], 2);
    }
    double share = Math.sqrt(off / size);
    if (!(share <= ROUNDED)) {
      throw new IllegalStateException(
          "the product in int8 is within %s of that in float32, as a share of its size, got %s"
              .formatted(ROUNDED, share));
    }
  }

  private static Runnable times(int repeats, Supplier<float[]> work) {
    return () -> {
      for (int i = 0; i < repeats; i++) {
        keep(work.get()[0]);
      }
    };
  }

  /// One row: each weight is read once, in the order in which it lies.
  private static float[] dots(Tensor x, Tensor w) {
    int n = x.shape().length(1);
    var y = new float[n];
    for (int j = 0; j < n; j++) {
      y[j] = FloatDot.of(x.data(), 0, w.data(), j * n, n);
    }
    return y;
  }

  private static float[] packed(Tensor x, Tensor w) {
    return VECTORS.matmul(x, w.transpose()).data();
  }

  private static float[] int8(Affine code, Tensor x, QuantizedMatrix w) {
    int[] sums = IntProduct.of(Codes.of(code, x), w.codes());
    var y = new float[sums.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = code.scale() * w.scale(i % w.rows()) * sums[i];
    }
    return y;
  }

  private static void keep(float result) {
    if (Float.isNaN(result)) {
      throw new IllegalStateException("a product of numbers is a number, got NaN");
    }
  }
}
