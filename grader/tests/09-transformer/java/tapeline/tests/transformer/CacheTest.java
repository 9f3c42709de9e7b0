package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;
import tapeline.transformer.Attention;
import tapeline.transformer.CharModel;
import tapeline.transformer.KeyValueCache;

/// A cache changes what is computed, and never the result.
@Tag("09.8")
class CacheTest {
  private static final CharModel.Size SIZE = new CharModel.Size(11, 9, 12, 3, 2);

  private final Random random = Seeds.random("cache");
  private final Attention attention = new Attention("test", 12, 3, random);
  private final Tensor x = Tensor.normal(random, 1, 7, 12);
  private final Tensor whole = attention.forward(new TensorTape().constant(x)).value();
  private final KeyValueCache cache = new KeyValueCache(SIZE);

  private Tensor step(int from, int to) {
    return attention.step(new TensorTape().constant(x.slice(1, from, to)), cache, 1).value();
  }

  private void equalsWhole(int from, int to, String how) {
    ExactAttention.close(
        InFloat64.of(whole.slice(1, from, to).toArray()),
        step(from, to),
        "attention at the positions from %d to %d, %s".formatted(from, to - 1, how));
  }

  @Test
  void one_position_at_a_time_gives_the_same_as_all_at_once() {
    for (int t = 0; t < 7; t++) {
      equalsWhole(t, t + 1, "by a step each");
    }
  }

  @Test
  void a_prompt_may_come_in_pieces() {
    equalsWhole(0, 3, "in the first of three steps");
    equalsWhole(3, 5, "in the second of three steps: the mask has a row for each new position");
    equalsWhole(5, 7, "in the last of three steps");
  }

  @Test
  void another_mask_is_kept_to() {
    Attention.Mask near =
        (rows, positions) -> {
          var mask = Attention.causal(rows, positions);
          for (int i = 0; i < rows; i++) {
            for (int j = 0; j < positions - rows + i - 1; j++) {
              mask.set(Float.NEGATIVE_INFINITY, i, j);
            }
          }
          return mask;
        };
    var nearby = new Attention("near", 12, 2, near, random);
    var want = nearby.forward(new TensorTape().constant(x)).value();
    var own = new KeyValueCache(new CharModel.Size(11, 9, 12, 2, 1));
    for (int t = 0; t < 7; t++) {
      var y = nearby.step(new TensorTape().constant(x.slice(1, t, t + 1)), own, 0).value();
      ExactAttention.close(
          InFloat64.of(want.slice(1, t, t + 1).toArray()),
          y,
          "position %d of an attention whose mask shows two positions".formatted(t));
    }
  }

  @Test
  void a_full_cache_says_so() {
    for (int t = 0; t < 7; t++) {
      step(t, t + 1);
    }
    step(0, 2);
    assertThat(Thrown.by(() -> step(0, 1)))
        .as("what a tenth position throws in a cache for a context of 9")
        .isEqualTo("IllegalStateException: the cache has room for 9 positions, got 1 after 9");
  }
}
