package tapeline.tests.quant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.quant.Equalization;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("17.7")
class EqualizationTest {
  private static final Tensor X = Tensor.of(new float[][] {{1, -100, 0.5f}, {-4, 3, 0.25f}});
  private static final Tensor W =
      Tensor.of(new float[][] {{0.25f, 1, 0, 0}, {-1, 0.5f, 0, 0}, {0, 0, 2, 0.1f}});

  @Test
  void half_and_half_by_hand() {
    assertThat(Equalization.factors(X, W, 0.5f).toArray())
        .as("√(max|x|/max|w|) of columns with 4, 100, 0.5 and rows with 1, 1, 2")
        .containsExactly(2, 10, 0.5f);
  }

  @Test
  void all_of_it_in_the_weights_or_none() {
    assertThat(Equalization.factors(X, W, 1).toArray())
        .as("strength 1: the factors are max|x|")
        .containsExactly(4, 100, 0.5f);
    assertThat(Equalization.factors(X, W, 0).toArray())
        .as("strength 0: the factors are 1/max|w|")
        .containsExactly(1, 1, 0.5f);
  }

  @Test
  void three_quarters_by_hand() {
    var x = Tensor.of(new float[][] {{16, -1}});
    var w = Tensor.of(new float[][] {{1, 0}, {16, 0}});
    assertThat(Equalization.factors(x, w, 0.75f).toArray())
        .as("16^¾/1^¼ and 1^¾/16^¼")
        .containsExactly(8, 0.5f);
  }

  @Test
  void a_column_of_zeros_stays() {
    var x = Tensor.of(new float[][] {{0, 1}, {0, -4}});
    var w = Tensor.of(new float[][] {{3, 1}, {1, 1}});
    assertThat(Equalization.factors(x, w, 0.5f).toArray())
        .as("factors where the first input is always 0")
        .containsExactly(1, 2);
    assertThat(Equalization.factors(x, Tensor.of(new float[][] {{2, -1}, {1, 0.25f}}), 0).toArray())
        .as("strength 0: the factors are 1/max|w|, that of an input of zeros too, as 0⁰ = 1")
        .containsExactly(0.5f, 1);
    assertThat(
            Equalization.factors(x.plus(1), Tensor.of(new float[][] {{0, 0}, {3, 1}}), 0.5f).at(0))
        .as("the factor where the weights of the first input are 0")
        .isEqualTo(1);
    assertThat(Equalization.factors(x, Tensor.of(new float[][] {{1e-40f, 0}, {2, 1}}), 0).toArray())
        .as("strength 0: the factors are 1/max|w|, but 1 where that is 10⁴⁰, no finite float")
        .containsExactly(1, 0.5f);
  }

  @Test
  void both_sides_have_the_same_range_then() {
    var random = Seeds.random("equalize");
    var x = Tensor.normal(random, 20, 6).times(Tensor.vector(1, 50, 1, 0.1f, 1, 1));
    var w = Tensor.normal(random, 6, 5);
    var s = Equalization.factors(x, w, 0.5f);
    var inputs = x.div(s).abs().max(false, 0);
    var weights = w.times(s.unsqueeze(1)).abs().max(false, 1);
    for (int j = 0; j < 6; j++) {
      assertThat(inputs.at(j) / weights.at(j))
          .as("max|x|/s over max|w|·s of input %d, with strength ½", j)
          .isBetween(0.9999f, 1.0001f);
    }
  }
}
