package tapeline.tests.given.accel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.accel.VectorBackend;
import tapeline.accel.ladder.RegisterBlocks;
import tapeline.accel.ladder.RowOrder;
import tapeline.accel.ladder.Rung;
import tapeline.accel.ladder.TextbookOrder;
import tapeline.accel.ladder.Tiles;
import tapeline.accel.product.BlockSizes;
import tapeline.accel.product.PackedProduct;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.vector.MatrixView;
import tapeline.vector.tile.NarrowTile;
import tapeline.vector.tile.WideTile;

class ProductsAgreeTest {
  private static final BlockSizes SMALL = new BlockSizes(37, 24, 64); // so that all loops repeat

  private final Random random = Seeds.random("products agree");

  private Tensor uniform(boolean transposed, int... lengths) {
    var stored = lengths.clone();
    if (transposed) {
      stored[stored.length - 1] = lengths[lengths.length - 2];
      stored[stored.length - 2] = lengths[lengths.length - 1];
    }
    var x = Tensor.uniform(random, -1, 1, stored);
    return transposed ? x.transpose() : x;
  }

  private static void agree(VectorBackend backend, Tensor a, Tensor b) {
    var expected = new CpuBackend().matmul(a, b);
    var y = backend.matmul(a, b);
    assertThat(y.shape()).as("shape of %s·%s", a.shape(), b.shape()).isEqualTo(expected.shape());
    double bound = 2e-7 * a.shape().length(-1); // 2k·2⁻²⁴ of products up to 1, and some more
    assertThat(y.minus(expected).abs().max(false).item())
        .as("largest difference of %s·%s from the plain product", a.shape(), b.shape())
        .isLessThanOrEqualTo((float) Math.max(bound, 1e-6));
  }

  @Test
  void any_sizes_and_views_agree_with_the_plain_product() {
    for (int threads = 1; threads <= 3; threads++) {
      var backend = new VectorBackend(SMALL, threads);
      for (int trial = 0; trial < 40; trial++) {
        int m = 1 + random.nextInt(70);
        int k = 1 + random.nextInt(90);
        int n = 1 + random.nextInt(150);
        agree(backend, uniform(random.nextBoolean(), m, k), uniform(random.nextBoolean(), k, n));
      }
    }
  }

  /// Tiles of four, two and one vector, moved back at both edges, and rows too few for a tile.
  @Test
  void products_that_are_not_packed_agree_at_their_edges() {
    var backend = new VectorBackend(SMALL, 1);
    for (int n = 1; n <= 130; n++) {
      int m = n % 2 == 0 ? 1 + random.nextInt(7) : 6 + random.nextInt(20);
      int k = 9 + random.nextInt(9);
      agree(backend, uniform(n % 3 == 0, m, k), uniform(n % 5 == 0, k, n + 30));
      agree(backend, uniform(n % 3 == 0, m, k * 8), uniform(n % 5 == 0, k * 8, n));
    }
  }

  @Test
  void large_products_are_packed_in_any_view() {
    var backend = new VectorBackend(SMALL, 1);
    for (boolean transposed : new boolean[] {false, true}) {
      agree(backend, uniform(transposed, 41, 90), uniform(false, 90, 163));
      agree(backend, uniform(false, 41, 90), uniform(transposed, 90, 163));
    }
  }

  /// Long rows of A are read where they lie, views of them too; short tails are added one by one.
  @Test
  void few_columns_agree() {
    var backend = new VectorBackend(SMALL, 1);
    for (int n = 1; n <= 18; n++) {
      int k = 120 + random.nextInt(40);
      var a = uniform(false, n + 1 + random.nextInt(9), k + 5);
      agree(backend, a.slice(1, 3, k + 3), uniform(random.nextBoolean(), k, n));
    }
  }

  @Test
  void a_row_by_a_matrix_agrees() {
    for (int threads = 1; threads <= 3; threads++) {
      var backend = new VectorBackend(SMALL, threads);
      agree(backend, uniform(false, 1, 90), uniform(false, 90, 2001));
      agree(backend, uniform(false, 1, 90), uniform(true, 90, 2001));
    }
  }

  /// B is read once from left to right; a step's results are memory that held others before.
  @Test
  void few_rows_by_a_large_matrix_agree() {
    for (int threads = 1; threads <= 3; threads++) {
      var backend = new VectorBackend(SMALL, threads);
      for (int m = 4; m <= 16; m += 4) {
        var a = uniform(m == 8, m, 131);
        var b = uniform(false, 131, 1003);
        for (int again = 0; again < 2; again++) {
          try (var _ = backend.step()) {
            agree(backend, a, b);
          }
        }
      }
    }
  }

  @Test
  void batches_broadcast() {
    var backend = new VectorBackend(SMALL, 1);
    agree(backend, uniform(false, 3, 17, 40), uniform(true, 40, 71));
    agree(backend, uniform(true, 3, 17, 40), uniform(false, 40, 71));
    agree(backend, uniform(true, 2, 1, 17, 40), uniform(false, 1, 3, 40, 71));
    agree(backend, uniform(false, 17, 40), uniform(true, 2, 40, 71));
    agree(backend, uniform(true, 3, 40, 9).permute(0, 2, 1), uniform(true, 40, 71));
    try (var _ = backend.step()) {
      var _ = backend.matmul(uniform(true, 8, 17, 15), uniform(true, 15, 71));
    }
    assertThat(backend.stepBytes())
        .as("bytes of eight results, and of one copy of the B that all share")
        .isEqualTo(4 * (8 * 17 * 71 + 15 * 71));
  }

  @Test
  void empty_products_are_zeros() {
    var backend = new VectorBackend();
    assertThat(backend.matmul(Tensor.zeros(0, 16, 16), Tensor.zeros(0, 16, 16)).shape())
        .isEqualTo(Shape.of(0, 16, 16));
    assertThat(backend.matmul(Tensor.zeros(9, 0), Tensor.zeros(0, 7)).toArray())
        .as("(9,0)·(0,7), sums of nothing")
        .isEqualTo(new float[63]);
  }

  @Test
  void each_rung_agrees_with_the_textbook() {
    int m = 13;
    int n = 39;
    int k = 21;
    float[] a = uniform(false, m, k).toArray();
    float[] b = uniform(false, k, n).toArray();
    var expected = new float[m * n];
    Arrays.fill(expected, 1);
    new TextbookOrder().addProduct(m, n, k, a, b, expected);
    for (var rung : List.<Rung>of(new RowOrder(), new Tiles(5, 8), new RegisterBlocks())) {
      var c = new float[m * n];
      Arrays.fill(c, 1);
      rung.addProduct(m, n, k, a, b, c);
      for (int i = 0; i < c.length; i++) {
        assertThat(Math.abs(c[i] - expected[i]))
            .as("%s on (13,21)·(21,39), element %d, beside the textbook's", rung, i)
            .isLessThan(1e-5f);
      }
    }
  }

  /// The two have panels of 5 and of 6 rows, which are packed in three ways: by rows, by columns,
  /// and number by number.
  @Test
  void a_product_by_either_tile_is_the_same() {
    var x = uniform(false, 75, 100).data();
    var b = MatrixView.of(uniform(false, 50, 90).data(), 50, 90);
    var ways =
        List.of(
            MatrixView.of(x, 75, 50),
            MatrixView.of(x, 50, 75).transpose(),
            new MatrixView(x, 1, 75, 50, 100, 2));
    for (var a : ways) {
      var narrow = new float[75 * 90];
      Arrays.fill(narrow, Float.NaN); // a product overwrites what stood there
      new PackedProduct(SMALL, 2, new NarrowTile()).set(a, b, narrow, 0);
      var wide = narrow.clone();
      new PackedProduct(SMALL, 1, new WideTile()).set(a, b, wide, 0);
      assertThat(wide).doesNotContain(Float.NaN);
      assertThat(narrow).as("the same sums in the same order, %s", a).containsExactly(wide);
    }
  }
}
