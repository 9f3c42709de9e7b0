package tapeline.tests.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Backend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("04.6")
class MatmulTest {
  @Test
  void two_rows_by_hand() {
    var a = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
    var b = Tensor.of(new float[] {5, 6, 7, 8, 9, 10}, 2, 3);
    assertThat(a.matmul(b).toArray())
        .as("(1,2),(3,4) times (5,6,7),(8,9,10): the first row is 1·(5,6,7) + 2·(8,9,10)")
        .containsExactly(21, 24, 27, 47, 54, 61);
  }

  @Test
  void every_inner_length_is_summed_to_its_end() {
    var random = Seeds.random("inner length");
    for (int k = 1; k <= 13; k++) {
      product(
          "(3,%d)·(%d,5)".formatted(k, k),
          Tensor.normal(random, 3, k),
          Tensor.normal(random, k, 5));
    }
  }

  @Test
  void a_single_row_is_summed_to_its_end() {
    var random = Seeds.random("single row");
    for (int k : new int[] {1, 3, 15, 16, 17, 32, 37}) {
      product(
          "(1,%d)·(%d,5)".formatted(k, k),
          Tensor.normal(random, 1, k),
          Tensor.normal(random, 5, k).transpose());
    }
    batch(random, new int[] {3, 1, 18}, new int[] {3, 18, 5});
    batch(random, new int[] {3, 1, 18}, new int[] {18, 5});
    batch(random, new int[] {2, 3, 1, 18}, new int[] {3, 18, 5});
  }

  @Test
  void an_inner_length_of_0_gives_zeros() {
    ByIndex.check(
        "(3,0)·(0,5), whose sums have no terms",
        Tensor.zeros(3, 0).matmul(Tensor.zeros(0, 5)),
        Shape.of(3, 5),
        _ -> 0);
    var rows = Tensor.range(3, 2).matmul(Tensor.range(2, 5)).slice(0, 1, 2);
    ByIndex.check("row 1 of range(3,2)·range(2,5)", rows, Shape.of(1, 5), i -> 15 + 5 * i[1]);
    assertThat(Tensor.zeros(0, 4).matmul(Tensor.zeros(4, 5)).shape())
        .as("the shape of (0,4)·(4,5)")
        .isEqualTo(Shape.of(0, 5));
  }

  @Test
  void operands_may_be_any_views() {
    var random = Seeds.random("matmul views");
    for (int trial = 0; trial < 20; trial++) {
      var d = RandomViews.lengths(random, 3, 1, 9);
      product(
          "views (%d,%d)·(%d,%d)".formatted(d[0], d[1], d[1], d[2]),
          RandomViews.view(random, d[0], d[1]),
          RandomViews.view(random, d[1], d[2]));
    }
    var row = Tensor.normal(random, 5);
    product(
        "(3,4)·(5) stretched to (4,5)", Tensor.normal(random, 3, 4), row.expand(Shape.of(4, 5)));
  }

  @Test
  void the_axes_before_the_last_two_broadcast() {
    var random = Seeds.random("matmul batches");
    batch(random, new int[] {2, 3, 4}, new int[] {4, 5});
    batch(random, new int[] {3, 4}, new int[] {2, 4, 5});
    batch(random, new int[] {2, 3, 4}, new int[] {2, 4, 5});
    batch(random, new int[] {2, 1, 3, 4}, new int[] {6, 4, 5});
    batch(random, new int[] {1, 2, 3, 4}, new int[] {3, 1, 4, 5});
    batch(random, new int[] {2, 3, 2, 1, 4}, new int[] {2, 1, 2, 4, 2});
    batch(random, new int[] {0, 3, 4}, new int[] {1, 4, 5});
  }

  @Test
  void zero_times_infinity_is_not_a_number() {
    var a = Tensor.of(new float[] {0, 1}, 1, 2);
    var b = Tensor.of(new float[] {Float.POSITIVE_INFINITY, 2, 3, 4}, 2, 2);
    assertThat(a.matmul(b).toArray())
        .as("(0,1)·(∞,2),(3,4): 0·∞ + 3 is NaN, so a weight of 0 is not left out")
        .containsExactly(Float.NaN, 4);
  }

  /// Row 0 of B has no last number: a walk along it meets the gap before the last row, be it alone
  /// or with up to seven others, and before it has come to all rows of A.
  @Test
  void a_row_of_B_is_walked_to_its_end_before_the_next() {
    var a = new float[4][9];
    var b = new float[9][5];
    for (var row : a) Arrays.fill(row, 1);
    for (var row : b) Arrays.fill(row, 1);
    b[0] = new float[] {1, 1, 1, 1};
    Arrays.fill(b[8], 10);
    var y = new float[4][5];
    InnerLoop.untilTheGap("MatrixProduct", "combine", a, b, y, 5);
    assertThat(y[0][0])
        .as(
            "y[0][0] of ones·B when the loop comes to the end of B's row 0: row 8, of tens, adds later")
        .isLessThanOrEqualTo(8);
    assertThat(y[3][0])
        .as(
            "y[3][0] of ones·B when the loop comes to the end of B's row 0: a row of Y is walked, not a column")
        .isEqualTo(0);
  }

  @Test
  void other_shapes_are_refused_with_both() {
    ByIndex.check(
        "ones (3,4)·(4,2)",
        Tensor.full(1, 3, 4).matmul(Tensor.full(1, 4, 2)),
        Shape.of(3, 2),
        _ -> 4);
    refused(new int[] {3, 4}, new int[] {5, 2}, "(3,4)·(5,2)");
    refused(new int[] {3, 4}, new int[] {4}, "(3,4)·(4)");
    refused(new int[] {2, 3, 4}, new int[] {3, 4, 5}, "(2,3,4)·(3,4,5)");
  }

  @Test
  void the_backend_in_use_computes_it_until_it_is_closed() {
    var random = Seeds.random("backend");
    var a = Tensor.normal(random, 3, 4);
    var b = Tensor.normal(random, 4, 5);
    var before = Backend.current();
    int[] products = {0};
    var counting =
        new ForwardingBackend(before) {
          @Override
          public Tensor matmul(Tensor a, Tensor b) {
            products[0]++;
            return super.matmul(a, b);
          }
        };
    try (var _ = Backend.use(counting)) {
      product("(3,4)·(4,5) on another backend", a, b);
      assertThat(products[0]).as("products on the backend in use").isEqualTo(1);
    }
    assertThat(Backend.current()).as("the backend after the block").isSameAs(before);
    product("(3,4)·(4,5) after the block", a, b);
    assertThat(products[0]).as("products on the other backend, after it").isEqualTo(1);
  }

  private static void batch(Random random, int[] left, int[] right) {
    var a = RandomViews.view(random, left);
    var b = RandomViews.view(random, right);
    product(a.shape() + "·" + b.shape(), a, b);
  }

  /// Against sums in float64; float32 with k terms near 1 is off by k roundings.
  private static void product(String what, Tensor a, Tensor b) {
    int m = a.shape().length(-2);
    int k = a.shape().length(-1);
    int n = b.shape().length(-1);
    var batch = front(a).broadcast(front(b)).toArray();
    var lengths = Arrays.copyOf(batch, batch.length + 2);
    lengths[batch.length] = m;
    lengths[batch.length + 1] = n;
    ByIndex.check(
        what,
        a.matmul(b),
        Shape.of(lengths),
        index -> {
          var left = index.clone();
          var right = index.clone();
          double sum = 0;
          for (int l = 0; l < k; l++) {
            left[index.length - 1] = l;
            right[index.length - 2] = l;
            sum += (double) element(a, left) * element(b, right);
          }
          return sum;
        },
        3e-6);
  }

  private static Shape front(Tensor x) {
    return Shape.of(Arrays.copyOf(x.shape().toArray(), x.shape().rank() - 2));
  }

  /// Returns the element as [ByIndex#stretched] does, with only the axes before the last two
  /// stretched.
  private static float element(Tensor x, int[] index) {
    int missing = index.length - x.shape().rank();
    var own = Arrays.copyOfRange(index, missing, index.length);
    for (int k = 0; k < own.length - 2; k++) {
      own[k] = x.shape().length(k) == 1 ? 0 : own[k];
    }
    return x.at(own);
  }

  private static void refused(int[] left, int[] right, String both) {
    assertThatThrownBy(() -> Tensor.zeros(left).matmul(Tensor.zeros(right)), both)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("matmul", both);
  }
}
