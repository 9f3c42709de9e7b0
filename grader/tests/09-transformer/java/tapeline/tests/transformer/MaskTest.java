package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.transformer.Attention;

@Tag("09.4")
class MaskTest {
  private static final float NEVER = Float.NEGATIVE_INFINITY;

  private final Random random = Seeds.random("mask");

  @Test
  void a_position_sees_itself_and_those_before_it() {
    assertThat(Attention.causal(3, 3).toArray())
        .as("the mask of all of three positions, row by row")
        .containsExactly(0, NEVER, NEVER, 0, 0, NEVER, 0, 0, 0);
  }

  @Test
  void rows_are_the_last_positions() {
    assertThat(Attention.causal(2, 5).toArray())
        .as("the mask of the last two of five positions: row 0 is position 3, row 1 position 4")
        .containsExactly(0, 0, 0, 0, NEVER, 0, 0, 0, 0, 0);
  }

  @Test
  void what_comes_later_changes_nothing() {
    var attention = new Attention("test", 6, 2, random);
    var x = Tensor.normal(random, 1, 5, 6);
    var before = forward(attention, x);
    x.slice(1, 3, 5).assign(Tensor.normal(random, 2, 6).times(1e4f));
    var after = forward(attention, x);
    assertThat(after.slice(1, 0, 3).toArray())
        .as("attention at the first three of five positions, after the last two have changed a lot")
        .isEqualTo(before.slice(1, 0, 3).toArray());
    assertThat(after.slice(1, 3, 5).toArray())
        .as("and at the last two")
        .isNotEqualTo(before.slice(1, 3, 5).toArray());
  }

  private static Tensor forward(Attention attention, Tensor x) {
    return attention.forward(new TensorTape().constant(x)).value();
  }
}
