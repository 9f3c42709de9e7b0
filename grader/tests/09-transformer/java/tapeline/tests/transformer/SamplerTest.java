package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;
import tapeline.transformer.CharModel;
import tapeline.transformer.Sampler;

/// Generation with the cache and without: the same tokens, at another cost.
@Tag("09.8")
class SamplerTest {
  private static final int CONTEXT = 12;

  private final Random random = Seeds.random("sampler");
  private final CharModel model = new CharModel(new CharModel.Size(10, CONTEXT, 12, 3, 2), random);

  /// Larger numbers than a new model has: its characters would all be about as likely.
  SamplerTest() {
    for (var p : model.parameters()) {
      var noise = Tensor.normal(random, p.value().shape().toArray()).times(0.3f);
      p.value().assign(p.value().plus(noise));
    }
  }

  private void same(float temperature, int count, int... prompt) {
    var sampler = new Sampler(model, temperature);
    assertThat(sampler.cached(prompt, count, new Random(7)))
        .as(
            "the tokens with the cache against those without it: a prompt of %d, %d more, temperature %s",
            prompt.length, count, temperature)
        .isEqualTo(sampler.uncached(prompt, count, new Random(7)));
  }

  @Test
  void the_likeliest_tokens_are_the_same() {
    same(0, 11, 4);
    same(0, 6, 1, 2, 3, 4, 5, 6);
    assertThat(new Sampler(model, 1e-38f).uncached(new int[] {4}, 11, random))
        .as("the tokens at a temperature at which logits divided by it would be infinite")
        .isEqualTo(new Sampler(model, 0).uncached(new int[] {4}, 11, random));
    model.parameters().getFirst().value().set(Float.NaN, 4, 0);
    assertThat(Thrown.by(() -> new Sampler(model, 1).uncached(new int[] {4}, 11, random)))
        .as("what a model throws whose token 4 has NaN in its embedding")
        .isEqualTo("IllegalStateException: a token has the logit NaN: did the training diverge?");
  }

  @Test
  void every_split_into_steps_gives_the_same_logits() {
    int[] text = random.ints(CONTEXT, 0, 10).toArray();
    var tape = model.frozenTape();
    var whole = model.logits(tape, text).value();
    for (int cut = 1; cut < CONTEXT; cut++) {
      var cache = model.cache();
      model.step(tape, cache, Arrays.copyOf(text, cut));
      var rest = model.step(tape, cache, Arrays.copyOfRange(text, cut, CONTEXT)).value();
      ExactAttention.close(
          InFloat64.of(whole.slice(1, cut, CONTEXT).toArray()),
          rest,
          "the logits of the last %d of 12 tokens, after a step of the first %d"
              .formatted(CONTEXT - cut, cut));
    }
  }

  @Test
  void a_cached_token_is_linear_in_the_text_and_an_uncached_one_quadratic() {
    var sampler = new Sampler(model, 0);
    for (int n = 1; n < CONTEXT; n++) {
      int[] longer = random.ints(n + 1, 0, 10).toArray();
      int[] text = Arrays.copyOf(longer, n);
      long first = ProductFlops.of(() -> sampler.cached(text, 1, random));
      long second = ProductFlops.of(() -> sampler.cached(text, 2, random)) - first;
      // 2 blocks of 24·12² and 4·12 a position seen, and a head of 2·12·10
      assertThat(second)
          .as(
              "flops of the token after %d, with the cache: one position, which sees %d",
              n + 1, n + 1)
          .isEqualTo(2 * (24 * 144 + 48L * (n + 1)) + 240);
      assertThat(ProductFlops.of(() -> sampler.uncached(longer, 1, random)))
          .as("without the cache: %d positions, which see %d each", n + 1, n + 1)
          .isEqualTo((n + 1) * (2 * (24 * 144 + 48L * (n + 1)) + 240));
    }
  }

  @Test
  void beyond_the_context_the_window_jumps_and_the_cache_is_filled_again() {
    var sampler = new Sampler(model, 0);
    int[] text = random.ints(CONTEXT + 1, 0, 10).toArray();
    int[] starts = new int[4];
    for (int i = 0; i < 4; i++) {
      starts[i] = sampler.windowStart(CONTEXT + new int[] {0, 1, 6, 7}[i]);
    }
    assertThat(starts)
        .as("where the window starts for 12, 13, 18 and 19 tokens, the context being 12")
        .containsExactly(0, 6, 6, 12);
    long flops = ProductFlops.of(() -> sampler.cached(text, 1, random));
    assertThat(flops)
        .as("flops of the token after 13: the 7 positions from 6 on are new to the cache")
        .isEqualTo(7 * (2 * (24 * 144 + 48L * 7) + 240));
  }

  @Test
  void an_empty_prompt_is_refused() {
    same(1, 9, 3);
    assertThat(Thrown.by(() -> new Sampler(model, 1).cached(new int[0], 3, random)))
        .as("what an empty prompt throws")
        .isEqualTo(
            "IllegalArgumentException: a prompt has at least one token, and 0 or more follow, got 0 and 3");
  }
}
