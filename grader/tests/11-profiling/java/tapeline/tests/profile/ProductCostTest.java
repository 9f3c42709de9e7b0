package tapeline.tests.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.profile.cost.CountedBackend;
import tapeline.profile.cost.ProductCost;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

@Tag("11.1")
class ProductCostTest {

  @Test
  void a_product_and_a_sum_for_each_pair_of_numbers_that_meet() {
    var counted = Loops3.of(2, 3, 5);
    assertThat(cost(Shape.of(2, 3), Shape.of(3, 5)).forward())
        .as("forward of (2,3)·(3,5), against three loops that count")
        .isEqualTo(counted.cost());
  }

  @Test
  void each_gradient_is_a_product_of_as_many_flops() {
    var cost = cost(Shape.of(2, 3), Shape.of(3, 5));
    assertThat(cost.gradA())
        .as("dA = dY·Bᵀ of (2,3)·(3,5): a product (2,5)·(5,3), against three loops that count")
        .isEqualTo(Loops3.of(2, 5, 3).cost());
    assertThat(cost.gradB())
        .as("dB = Aᵀ·dY of (2,3)·(3,5): a product (3,2)·(2,5), against three loops that count")
        .isEqualTo(Loops3.of(3, 2, 5).cost());
  }

  @Test
  void a_matrix_that_a_batch_shares_is_read_once() {
    assertThat(cost(Shape.of(7, 2, 3), Shape.of(3, 5)).forward())
        .as("forward of (7,2,3)·(3,5): 7·2·5 sums of 3 products; reads 42 and 15 floats, writes 70")
        .isEqualTo(new Cost(420, 4 * (42 + 15), 4 * 70));
    assertThat(cost(Shape.of(2, 3), Shape.of(7, 3, 5)).forward())
        .as("forward of (2,3)·(7,3,5): 7·2·5 sums of 3 products; reads 6 and 105 floats, writes 70")
        .isEqualTo(new Cost(420, 4 * (6 + 105), 4 * 70));
  }

  /// Nothing is computed where a tape would not compute it either: against what that asks for.
  @Test
  void the_gradient_of_a_shared_matrix_is_written_for_each_pair_and_summed() {
    var shared = cost(Shape.of(7, 2, 3), Shape.of(3, 5)).gradB();
    var a = Tensor.zeros(7, 2, 3);
    var dY = Tensor.zeros(7, 2, 5);
    assertThat(shared)
        .as("gradB of (7,2,3)·(3,5): Aᵀ·dY is (7,3,5), and is summed to (3,5)")
        .isEqualTo(CountedBackend.of(() -> a.transpose().matmul(dY).sum(0)));
    var b = Tensor.zeros(7, 3, 5);
    assertThat(cost(Shape.of(2, 3), Shape.of(7, 3, 5)).gradA())
        .as("gradA of (2,3)·(7,3,5): dY·Bᵀ is (7,2,3), and is summed to (2,3)")
        .isEqualTo(CountedBackend.of(() -> dY.matmul(b.transpose()).sum(0)));
  }

  @Test
  void large_products_overflow_no_int() {
    var cost = cost(Shape.of(40_000, 30_000), Shape.of(30_000, 50_000));
    assertThat(cost.forward())
        .as("forward of (40000,30000)·(30000,50000): 1.2·10¹⁴ FLOPs and 18.8 GB are no ints")
        .isEqualTo(new Cost(2L * 40_000 * 30_000 * 50_000, 4 * 2_700_000_000L, 4 * 2_000_000_000L));
  }

  private static ProductCost cost(Shape a, Shape b) {
    return ProductCost.of(a, b);
  }

  /// The three loops of `(m,k)·(k,n)`, which count what they do.
  private record Loops3(long flops, BitSet readA, BitSet readB, BitSet written) {
    static Loops3 of(int m, int k, int n) {
      long flops = 0;
      var a = new BitSet();
      var b = new BitSet();
      var y = new BitSet();
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          y.set(i * n + j);
          for (int l = 0; l < k; l++) {
            a.set(i * k + l);
            b.set(l * n + j);
            flops += 2; // y += a·b
          }
        }
      }
      return new Loops3(flops, a, b, y);
    }

    Cost cost() {
      return new Cost(
          flops, 4L * (readA.cardinality() + readB.cardinality()), 4L * written.cardinality());
    }
  }
}
