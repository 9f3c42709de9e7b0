package tapeline.tensor;

import java.util.Arrays;

/// `Y = A·B` on one thread, a row of Y after the other.
/*
 * Each row of the current B is an array of its own, because the compiler makes vector instructions
 * of y[j] += x·b[j], and none of y[j] += x·b[b0 + j], where it cannot tell whether y and b overlap.
 * A B that the whole batch shares is copied into these rows once. A B that is used for one row of A
 * only, as in a vector times a matrix, is copied a few rows at a time, which stay in the cache:
 * copying all of it would cost more than the product.
 */
final class MatrixProduct {
  private static final int STRIP = 16; // rows of a B that is used once

  private final Tensor a; // (…,m,k), stretched to the batch
  private final Tensor b; // (…,k,n), stretched to the batch
  private final Tensor y; // (…,m,n)
  private final float[] weights; // a row of A, or some of it
  private final float[][] rows; // of the B at `current`, or some of them
  private final float[] row; // of Y
  private int current = -1;

  private MatrixProduct(Tensor a, Tensor b, Tensor y, int height) {
    this.a = a;
    this.b = b;
    this.y = y;
    weights = new float[height];
    rows = new float[height][y.shape().length(-1)];
    row = new float[y.shape().length(-1)];
  }

  /// See [Backend#matmul].
  static Tensor of(Tensor a, Tensor b) {
    boolean matrices = a.shape().rank() >= 2 && b.shape().rank() >= 2;
    if (!matrices || a.shape().length(-1) != b.shape().length(-2)) {
      throw new IllegalArgumentException(
          "matmul needs (…,m,k)·(…,k,n), got %s·%s".formatted(a.shape(), b.shape()));
    }
    int m = a.shape().length(-2);
    int k = a.shape().length(-1);
    int n = b.shape().length(-1);
    var batch = batch(a.shape(), b.shape());
    var y = Tensor.zeros(batch.append(m, n));
    var wideA = a.expand(batch.append(m, k));
    var wideB = b.expand(batch.append(k, n));
    boolean once = m == 1 && b.shape().leading(-2).equals(batch);
    var product = new MatrixProduct(wideA, wideB, y, once ? Math.min(k, STRIP) : k);
    Rows.of(wideA, wideB, batch.rank())
        .forEach(
            a.offset(),
            b.offset(),
            pair -> {
              for (int p = 0; p < pair.count(); p++) {
                int a0 = pair.a() + p * pair.stepA();
                int b0 = pair.b() + p * pair.stepB();
                if (once) {
                  product.timesRow(a0, b0, pair.at() + p);
                } else {
                  product.times(a0, b0, pair.at() + p);
                }
              }
            });
    return y;
  }

  private static Shape batch(Shape a, Shape b) {
    try {
      return a.leading(-2).broadcast(b.leading(-2));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "matmul broadcasts the axes before the last two, got %s·%s: %s"
              .formatted(a, b, e.getMessage()),
          e);
    }
  }

  /// Product number `p` of the batch: of the matrices that start at `a0` and `b0` in their data.
  private void times(int a0, int b0, int p) {
    int m = y.shape().length(-2);
    int n = row.length;
    if (b0 != current) {
      current = b0;
      for (int l = 0; l < rows.length; l++) {
        Rows.gather(b.data(), b0 + l * b.stride(-2), b.stride(-1), rows[l], 0, n);
      }
    }
    for (int i = 0; i < m; i++) {
      Rows.gather(a.data(), a0 + i * a.stride(-2), a.stride(-1), weights, 0, weights.length);
      Arrays.fill(row, 0);
      combine(weights, rows, row);
      System.arraycopy(row, 0, y.data(), (p * m + i) * n, n);
    }
  }

  /// The same for a single row of A, a strip of B's rows after the other.
  private void timesRow(int a0, int b0, int p) {
    int k = a.shape().length(-1);
    Arrays.fill(row, 0);
    for (int from = 0; from < k; from += STRIP) {
      int count = Math.min(STRIP, k - from);
      var some = count == weights.length ? weights : new float[count];
      Rows.gather(a.data(), a0 + from * a.stride(-1), a.stride(-1), some, 0, count);
      for (int l = 0; l < count; l++) {
        int start = b0 + (from + l) * b.stride(-2);
        Rows.gather(b.data(), start, b.stride(-1), rows[l], 0, row.length);
      }
      combine(some, rows, row);
    }
    System.arraycopy(row, 0, y.data(), p * row.length, row.length);
  }

  /// Adds a combination of the rows of B to a row of Y: `y[j] += Σₗ a[l]·b[l][j]`.
  private static void combine(float[] a, float[][] b, float[] y) {
    // BEGIN SOLUTION 04.6 "matmul, row by row" 20 points
    int l = 0;
    for (; l + 3 < a.length; l += 4) {
      addFour(a, l, b, y);
    }
    for (; l < a.length; l++) {
      float x = a[l];
      var row = b[l];
      for (int j = 0; j < y.length; j++) {
        y[j] = Math.fma(x, row[j], y[j]);
      }
    }
    // STUB // TODO 04.6 — 3 to 10 lines. Add a[l]·b[l][j] to y[j], for all l and j. Both orders
    // STUB // of the two loops are right: in which one is the next number already in the cache?
    // STUB // addFour, below, adds four rows at a time.
    // STUB throw new Todo("04.6", "matmul");
    // END SOLUTION
  }

  /// `y += a[l]·b[l] + a[l + 1]·b[l + 1] + a[l + 2]·b[l + 2] + a[l + 3]·b[l + 3]`: four rows at a
  /// time read and write y a quarter as often.
  private static void addFour(float[] a, int l, float[][] b, float[] y) {
    float a0 = a[l];
    float a1 = a[l + 1];
    float a2 = a[l + 2];
    float a3 = a[l + 3];
    var r0 = b[l];
    var r1 = b[l + 1];
    var r2 = b[l + 2];
    var r3 = b[l + 3];
    for (int j = 0; j < y.length; j++) {
      float two = Math.fma(a1, r1[j], Math.fma(a0, r0[j], y[j]));
      y[j] = Math.fma(a3, r3[j], Math.fma(a2, r2[j], two));
    }
  }
}
