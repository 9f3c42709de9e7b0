package tapeline.tensor;

import java.util.Arrays;
import tapeline.toolkit.Todo;

/// `Y = A·B` on one thread, a strip of B after the other.
/*
 * A strip is a part of B that stays in the second-level cache while it meets all rows of A, three
 * at a time: each number of B that is read is used three times, and each of Y that is read and
 * written four times. Each row of a strip is an array of its own, because the compiler makes vector
 * instructions of y[j] += x·b[j], and none of y[j] += x·b[b0 + j], where it cannot tell whether y
 * and b overlap. The arrays are made one after the other, with a length that lets each begin at the
 * same place of a cache line, so that the instructions, aligned for one, are so for all.
 *
 * Of a B that is used for one row of A, as in a vector times a matrix, a strip is a few rows high,
 * to stay in the first-level cache: copying is most of that work.
 */
final class MatrixProduct {
  private static final int WIDTH = 1024; // columns of a strip
  private static final int HEIGHT = 64; // rows of a strip
  private static final int LOW = 16; // rows of a strip that is used once
  private static final int TOGETHER = 3; // rows of Y
  private static final int PIECE = 16; // numbers in a cache line

  private final Tensor a; // (…,m,k), stretched to the batch
  private final Tensor b; // (…,k,n), stretched to the batch
  private final float[] y; // (…,m,n)
  private final int k;
  private final int n;
  private final int width;
  private final int height;
  private final float[][] strip; // of B
  private final float[][] weights; // of rows of A, those that meet the strip
  private final float[][] sums; // of rows of Y, those below the strip
  private int current = -1; // where in its data the strip begins that is here

  private MatrixProduct(Tensor a, Tensor b, Tensor y, int highest) {
    this.a = a;
    this.b = b;
    this.y = y.data();
    k = a.shape().length(-1);
    n = b.shape().length(-1);
    width = Math.min(n, WIDTH);
    height = Math.min(k, highest);
    var buffers = new float[height + TOGETHER][aligned(width)];
    strip = Arrays.copyOf(buffers, height);
    sums = Arrays.copyOfRange(buffers, height, buffers.length);
    weights = new float[TOGETHER][height];
  }

  /// The length of an array of at least `n` floats that ends, as it began, 16 bytes after a line.
  private static int aligned(int n) {
    return n < 8 * PIECE ? n : Math.ceilDiv(n + 4, PIECE) * PIECE - 4;
  }

  /// See [Backend#matmul].
  static Tensor of(Tensor a, Tensor b) {
    boolean enough = a.shape().rank() >= 2 && b.shape().rank() >= 2;
    if (!enough || a.shape().length(-1) != b.shape().length(-2)) {
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
    var product = new MatrixProduct(wideA, wideB, y, once ? LOW : HEIGHT);
    Rows.of(wideA, wideB, batch.rank())
        .forEach(
            a.offset(),
            b.offset(),
            pair -> {
              int step = m == 1 ? pair.stepA() : wideA.stride(-2);
              boolean asOne = pair.stepB() == 0 && pair.stepA() == m * step;
              int matrices = asOne ? 1 : pair.count();
              for (int p = 0; p < matrices; p++) {
                product.times(
                    pair.a() + p * pair.stepA(),
                    step,
                    pair.b() + p * pair.stepB(),
                    (pair.at() + p) * m,
                    m * pair.count() / matrices);
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

  /// The product of `m` rows, `step` apart from `a0` on in A's data, and the matrix that starts at
  /// `b0` in B's, to the rows of Y from number `row` on.
  private void times(int a0, int step, int b0, int row, int m) {
    for (int j = 0; j < n; j += width) {
      int across = Math.min(width, n - j);
      for (int l = 0; l < k; l += height) {
        var rows = strip(b0 + l * b.stride(-2) + j * b.stride(-1), Math.min(height, k - l), across);
        for (int i = 0; i < m; i += TOGETHER) {
          int count = Math.min(TOGETHER, m - i);
          var some = count == TOGETHER ? sums : Arrays.copyOf(sums, count);
          for (int r = 0; r < count; r++) {
            int from = a0 + (i + r) * step + l * a.stride(-1);
            Rows.gather(a.data(), from, a.stride(-1), weights[r], 0, rows.length);
            System.arraycopy(y, (row + i + r) * n + j, some[r], 0, across);
          }
          combine(weights, rows, some, across);
          for (int r = 0; r < count; r++) {
            System.arraycopy(some[r], 0, y, (row + i + r) * n + j, across);
          }
        }
      }
    }
  }

  /// The strip (down,across) that starts at `start` in B's data, copied unless it is the whole of
  /// the B that was here before.
  private float[][] strip(int start, int down, int across) {
    boolean whole = down == k && across == n;
    if (start != current || !whole) {
      current = start;
      int piece = b.stride(-1) == 1 ? across : PIECE; // a transposed B line by line
      for (int j = 0; j < across; j += piece) {
        int count = Math.min(piece, across - j);
        for (int l = 0; l < down; l++) {
          int from = start + l * b.stride(-2) + j * b.stride(-1);
          Rows.gather(b.data(), from, b.stride(-1), strip[l], j, count);
        }
      }
    }
    return down == height ? strip : Arrays.copyOf(strip, down);
  }

  /// Adds combinations of the rows of B to rows of Y: `y[i][j] += Σₗ a[i][l]·b[l][j]` for j < n.
  /// Reads a row of B to its end before the next one.
  static void combine(float[][] a, float[][] b, float[][] y, int n) {
    // BEGIN EXERCISE 04.6
    // TODO 04.6 — 4 to 12 lines. Add a[i][l]·b[l][j] to y[i][j], for all l, i and j < n.
    // Every order of the three loops gives the same numbers: in which one is the next
    // number already in the cache? That one is asked for. addFour(a, l, b, y, n) adds four
    // rows of B from l on.
    throw new Todo("04.6", "matmul");
    // END EXERCISE 04.6
  }

  /// `y[i] += a[i][l]·b[l] + … + a[i][l + 3]·b[l + 3]` for each row i: four rows of B at a time
  /// read and write y a quarter as often.
  private static void addFour(float[][] a, int l, float[][] b, float[][] y, int n) {
    if (y.length == TOGETHER) {
      addFourToThree(a, l, b, y, n);
      return;
    }
    for (int i = 0; i < y.length; i++) {
      addFourToOne(a[i], l, b, y[i], n);
    }
  }

  private static void addFourToOne(float[] a, int l, float[][] b, float[] y, int n) {
    float a0 = a[l];
    float a1 = a[l + 1];
    float a2 = a[l + 2];
    float a3 = a[l + 3];
    var r0 = b[l];
    var r1 = b[l + 1];
    var r2 = b[l + 2];
    var r3 = b[l + 3];
    for (int j = 0; j < n; j++) {
      float two = Math.fma(a1, r1[j], Math.fma(a0, r0[j], y[j]));
      y[j] = Math.fma(a3, r3[j], Math.fma(a2, r2[j], two));
    }
  }

  private static void addFourToThree(float[][] a, int l, float[][] b, float[][] y, int n) {
    // spotless:off
    float a0 = a[0][l], a1 = a[0][l + 1], a2 = a[0][l + 2], a3 = a[0][l + 3];
    float b0 = a[1][l], b1 = a[1][l + 1], b2 = a[1][l + 2], b3 = a[1][l + 3];
    float c0 = a[2][l], c1 = a[2][l + 1], c2 = a[2][l + 2], c3 = a[2][l + 3];
    float[] r0 = b[l], r1 = b[l + 1], r2 = b[l + 2], r3 = b[l + 3];
    float[] ya = y[0], yb = y[1], yc = y[2];
    for (int j = 0; j < n; j++) {
      ya[j] = Math.fma(a3, r3[j], Math.fma(a2, r2[j], Math.fma(a1, r1[j], Math.fma(a0, r0[j], ya[j]))));
      yb[j] = Math.fma(b3, r3[j], Math.fma(b2, r2[j], Math.fma(b1, r1[j], Math.fma(b0, r0[j], yb[j]))));
      yc[j] = Math.fma(c3, r3[j], Math.fma(c2, r2[j], Math.fma(c1, r1[j], Math.fma(c0, r0[j], yc[j]))));
    }
    // spotless:on
  }
}
