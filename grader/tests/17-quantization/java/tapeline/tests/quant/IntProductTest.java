package tapeline.tests.quant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.quant.Codes;
import tapeline.quant.IntProduct;
import tapeline.tests.Seeds;

@Tag("17.4")
class IntProductTest {
  private static Codes matrix(int rows, int columns, int zeroPoint, int... values) {
    var bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return new Codes(bytes, 0, columns, rows, columns, zeroPoint);
  }

  @Test
  void without_zero_points_by_hand() {
    assertThat(IntProduct.of(matrix(2, 3, 0, 1, 2, 3, 4, 5, 6), matrix(1, 3, 0, 1, 0, -1)))
        .as("rows (1, 2, 3) and (4, 5, 6) by (1, 0, −1)")
        .containsExactly(-2, -2);
    assertThat(IntProduct.of(matrix(2, 2, 0, 1, 2, 3, 4), matrix(3, 2, 0, 1, 0, 0, 1, 5, 5)))
        .as("rows (1, 2) and (3, 4) by (1, 0), (0, 1) and (5, 5)")
        .containsExactly(1, 2, 15, 3, 4, 35);
  }

  @Test
  void two_zero_points_by_hand() {
    assertThat(IntProduct.of(matrix(1, 2, -2, 1, 2), matrix(1, 2, 3, 4, 5)))
        .as("(1, 2) + 2 = (3, 4) by (4, 5) − 3 = (1, 2)")
        .containsExactly(11);
  }

  @Test
  void random_products_are_the_formula() {
    var random = Seeds.random("product");
    for (int k : new int[] {1, 7, 64, 100}) {
      var left = new byte[3 * (k + 2) + 5];
      var right = new byte[4 * k];
      random.nextBytes(left);
      random.nextBytes(right);
      var a = new Codes(left, 5, k + 2, 3, k, random.nextInt(-128, 128));
      var b = new Codes(right, 0, k, 4, k, random.nextInt(-128, 128));
      var expected = new int[12];
      for (int e = 0; e < expected.length; e++) {
        for (int l = 0; l < k; l++) {
          int x = left[a.at(e / 4) + l] - a.zeroPoint();
          expected[e] += x * (right[b.at(e % 4) + l] - b.zeroPoint());
        }
      }
      assertThat(IntProduct.of(a, b))
          .as("(3,%d) by (4,%d), zero points %d and %d", k, k, a.zeroPoint(), b.zeroPoint())
          .isEqualTo(expected);
    }
  }

  @Test
  void the_largest_sums_are_exact() {
    var least = new byte[IntProduct.MOST_COLUMNS];
    Arrays.fill(least, (byte) -128);
    var codes = new Codes(least, 0, least.length, 1, least.length, 127);
    assertThat(IntProduct.of(codes, codes))
        .as("33,025 products of −128 − 127 = −255 with itself")
        .containsExactly(33_025 * 65_025);
  }
}
