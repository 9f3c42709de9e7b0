package tapeline.tests.accel.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import tapeline.accel.ladder.Rung;
import tapeline.accel.ladder.TextbookOrder;
import tapeline.tests.Seeds;

/// A product of small whole numbers, which is exact in every order of summation.
record WholeProduct(int m, int n, int k, float[] a, float[] b, float[] c) {
  static WholeProduct of(int m, int n, int k) {
    var random = Seeds.random("whole numbers");
    return new WholeProduct(
        m, n, k, whole(random, m * k), whole(random, k * n), whole(random, m * n));
  }

  private static float[] whole(Random random, int size) {
    var numbers = new float[size];
    for (int i = 0; i < size; i++) numbers[i] = random.nextInt(1, 10);
    return numbers;
  }

  void agrees(Rung rung) {
    assertThat(by(rung, b))
        .as("C + A·B of (%d,%d)·(%d,%d), row by row, beside the textbook's", m, k, k, n)
        .isEqualTo(by(new TextbookOrder(), b));
  }

  /// Fails where [#agrees] does, for a product that is too large to be shown.
  void isRight(Rung rung) {
    assertThat(Arrays.mismatch(by(rung, b), by(new TextbookOrder(), b)))
        .as("first number of C + A·B of (%d,%d)·(%d,%d) that is wrong", m, k, k, n)
        .isEqualTo(-1);
  }

  /// A product to be timed; its C grows from turn to turn.
  Runnable turn(Rung rung) {
    var sum = c.clone();
    return () -> rung.addProduct(m, n, k, a, b, sum);
  }

  /// C after a product that ended early, as B is without its last row.
  float[] untilTheLastRow(Rung rung) {
    return by(rung, Arrays.copyOf(b, (k - 1) * n));
  }

  /// Columns of C, from the first on, after a product that ended early, as B's last row ends there.
  float[] untilColumn(int columns, Rung rung) {
    return columns(columns, by(rung, Arrays.copyOf(b, (k - 1) * n + columns)));
  }

  /// Columns of C, from the first on, after the whole product.
  float[] columns(int columns) {
    return columns(columns, by(new TextbookOrder(), b));
  }

  private float[] columns(int columns, float[] of) {
    var some = new float[m * columns];
    for (int i = 0; i < m; i++) System.arraycopy(of, i * n, some, i * columns, columns);
    return some;
  }

  private float[] by(Rung rung, float[] some) {
    var result = c.clone();
    try {
      rung.addProduct(m, n, k, a, some, result);
    } catch (IndexOutOfBoundsException e) {
      if (some.length == k * n) throw e;
    }
    return result;
  }

  /// Rows of C, from the first on, after the first l products of each element.
  float[] rowsAfter(int rows, int l) {
    var result = c.clone();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < n; j++) {
        for (int p = 0; p < l; p++) result[i * n + j] += a[i * k + p] * b[p * n + j];
      }
    }
    return result;
  }
}
