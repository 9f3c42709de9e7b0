package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tests.Seeds;
import tapeline.transformer.CharModel;
import tapeline.transformer.GenerationCost;

@Tag("09.9")
class GenerationCostTest {
  private static final List<CharModel.Size> SIZES =
      List.of(
          new CharModel.Size(10, 9, 12, 3, 2),
          new CharModel.Size(10, 9, 12, 1, 2),
          new CharModel.Size(7, 16, 8, 2, 1),
          new CharModel.Size(75, 10, 4, 4, 3),
          new CharModel.Size(5, 6, 6, 2, 0));

  @Test
  void a_model_without_blocks_pays_for_its_head() {
    assertThat(GenerationCost.of(new CharModel.Size(5, 6, 7, 1, 0), 3, 3).flops())
        .as("flops of 3 rows in a model of width 7 with 5 tokens and no blocks: 3·2·7·5")
        .isEqualTo(210);
  }

  @Test
  void one_position_with_a_cache_costs_what_is_counted() {
    for (var size : SIZES) {
      var model = new CharModel(size, Seeds.random("cost"));
      var tape = model.frozenTape();
      var cache = model.cache();
      for (int n = 1; n <= size.context(); n++) {
        assertThat(GenerationCost.of(size, 1, n).flops())
            .as("the predicted flops of position %d by a step with the cache, %s", n, size)
            .isEqualTo(ProductFlops.of(() -> model.step(tape, cache, 1)));
      }
    }
  }

  @Test
  void all_positions_without_a_cache_cost_what_is_counted() {
    for (var size : SIZES) {
      var model = new CharModel(size, Seeds.random("cost"));
      for (int n = 1; n <= size.context(); n += 2) {
        var text = new int[n];
        assertThat(GenerationCost.of(size, n, n).flops())
            .as("the predicted flops of %d positions at once, %s", n, size)
            .isEqualTo(ProductFlops.of(() -> model.logits(model.frozenTape(), text)));
      }
    }
  }

  @Test
  void the_bytes_of_a_full_cache_are_those_that_it_holds() {
    for (var size : SIZES) {
      assertThat(GenerationCost.of(size, 1, size.context()).bytes())
          .as("the predicted bytes of keys and values of a whole context, %s", size)
          .isEqualTo(new CharModel(size, Seeds.random("cost")).cache().bytes());
    }
  }

  @Test
  void what_is_seen_is_kept_once() {
    for (var size : SIZES) {
      assertThat(GenerationCost.of(size, 5, 5).bytes())
          .as(
              "the predicted bytes where 5 rows look at 5 positions: what is seen is kept, %s",
              size)
          .isEqualTo(2L * size.layers() * 5 * size.width() * 4);
    }
  }

  @Test
  void large_models_do_not_overflow() {
    var large = new CharModel.Size(50_257, 1024, 12_288, 96, 96); // about GPT-3's
    assertThat(GenerationCost.of(large, 1024, 1024).flops())
        .as("the flops of 1024 positions, 96 blocks of width 12288: more than an int can say")
        .isEqualTo(
            1024L * (96L * (24L * 12_288 * 12_288 + 4L * 1024 * 12_288) + 2L * 12_288 * 50_257));
    assertThat(GenerationCost.of(large, 1, 1024).bytes())
        .as("and the bytes of its cache")
        .isEqualTo(2L * 96 * 1024 * 12_288 * 4);
  }
}
