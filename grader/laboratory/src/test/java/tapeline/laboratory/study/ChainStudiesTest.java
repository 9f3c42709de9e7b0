package tapeline.laboratory.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.data.Datasets;
import tapeline.laboratory.parallel.DataParallel;
import tapeline.laboratory.parallel.RingLauncher;
import tapeline.laboratory.precision.TrainingMode;
import tapeline.memory.CheckpointPlan;
import tapeline.nn.Layer;
import tapeline.toolkit.TextTable;

class ChainStudiesTest {
  static {
    System.setProperty(RingLauncher.QUICK, "true");
  }

  private static final TextLayers TEXT = LanguageModel.text(true);

  private static ChainSession.First first(CheckpointPlan plan, TrainingMode mode, int parts) {
    return new ChainSession(TEXT.layers(), TEXT.batch(), new ChainWay("", mode, plan, parts))
        .first(Long.MAX_VALUE);
  }

  private static CheckpointPlan kept() {
    return CheckpointPlan.keepAll(TEXT.layers().size());
  }

  @Test
  void checkpointed_gradients_are_the_same_bit_for_bit() {
    var plain = first(kept(), TrainingMode.FLOAT32, 1);
    var plan = ChainWay.smallest(TEXT.layers(), TEXT.batch().inputs());
    var again = first(plan, TrainingMode.FLOAT32, 1);
    assertThat(again.gradient()).as("gradients by " + plan).isEqualTo(plain.gradient());
    assertThat(again.bytes()).as("bytes by " + plan).isLessThan(plain.bytes());
    var images = LargeImages.layers(16);
    assertThat("" + LargeImages.convolutions(images))
        .as("what is computed again of convolutions, poolings and a linear layer")
        .isEqualTo("(0) (1) (2) (3) 4 (5) 6 7");
  }

  @Test
  void parts_have_the_gradient_of_the_whole_to_rounding() {
    var plain = first(kept(), TrainingMode.FLOAT32, 1);
    var parts = first(kept(), TrainingMode.FLOAT32, 4);
    assertThat(DataParallel.error(parts.gradient(), plain.gradient()))
        .as("the error of a gradient gathered from four parts")
        .isLessThan(1e-5);
    assertThat(parts.loss() / plain.loss()).as("the loss of the parts").isBetween(0.9999, 1.0001);
    assertThat(parts.bytes()).as("bytes of the parts").isLessThan(plain.bytes());
  }

  @Test
  void bfloat16_is_off_by_its_rounding_alone() {
    var plain = first(kept(), TrainingMode.FLOAT32, 1);
    var mixed = first(kept(), TrainingMode.BFLOAT16, 1);
    assertThat(DataParallel.error(mixed.gradient(), plain.gradient()))
        .as("the error of a gradient in bfloat16")
        .isBetween(1e-6, 0.1);
    assertThat(mixed.bytes()).as("bytes in bfloat16").isLessThan(plain.bytes());
  }

  @Test
  void a_budget_refuses_the_plain_step_and_lets_the_measures_through() {
    long budget = LanguageModel.budget(true);
    var plain = new ChainSession(TEXT.layers(), TEXT.batch(), ChainWay.plain(5));
    assertThatThrownBy(() -> plain.first(budget))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a step may hold %d bytes".formatted(budget));
    assertThatThrownBy(() -> new ChainStudy("text", TEXT::layers, TEXT.batch(), Long.MAX_VALUE / 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a budget is one that the plain step exceeds");
  }

  @Test
  void the_language_model_has_a_row_for_each_measure_and_two_for_stages() throws Exception {
    var table = LanguageModel.table(true);
    assertThat(table.rows().stream().map(List::getFirst))
        .containsExactly(
            "plain",
            "mixed precision",
            "checkpoints",
            "4 parts",
            "all three",
            "all, 2 stages, 4 micro-batches",
            "all, 2 stages, 8 micro-batches");
    complete(table);
    assertThat(table.rows().getFirst().get(3)).as("the plain step").isEqualTo("does not");
    var errors = table.rows().stream().map(r -> Double.parseDouble(r.get(5))).toList();
    assertThat(errors.get(2)).as("the gradient's error by checkpoints").isEqualTo(0);
    for (int row = 5; row <= 6; row++) {
      assertThat(errors.get(row)).as("the gradient's error by stages").isBetween(1e-6, 0.1);
      assertThat(table.rows().get(row).getLast()).contains("by (p−1)/(m+p−1)");
    }
  }

  @Test
  void the_images_have_a_row_for_each_measure() {
    var table = LargeImages.table(true);
    assertThat(table.rows().stream().map(List::getFirst))
        .containsExactly(
            "plain", "checkpoints on convolutions", "4 parts", "mixed precision", "all three");
    complete(table);
    assertThat(Double.parseDouble(table.rows().get(1).get(5)))
        .as("the gradient's error by checkpoints")
        .isEqualTo(0);
  }

  private static void complete(TextTable table) {
    for (var row : table.rows()) {
      assertThat(row).as("%s", row).hasSize(9).noneMatch(String::isBlank);
      assertThat(Long.parseLong(row.get(1))).as("bytes of %s", row).isPositive();
    }
  }

  @Test
  void pixels_become_squares() {
    var digits = Datasets.digits().slice(0, 2);
    var large = LargeImages.enlarged(digits, 3);
    assertThat(large.inputs().shape().toArray()).containsExactly(2, 1, 24, 24);
    for (int y = 0; y < 24; y++) {
      for (int x = 0; x < 24; x++) {
        assertThat(large.inputs().at(1, 0, y, x))
            .as("pixel (%d, %d)", y, x)
            .isEqualTo(digits.inputs().at(1, 0, y / 3, x / 3));
      }
    }
  }

  @Test
  void claims_hold_when_the_whole_interval_does() {
    var claim = new PublishedClaim("2× as fast", 2);
    assertThat(claim.verdict(2, 3)).isEqualTo("held");
    assertThat(claim.verdict(1.5, 1.99)).isEqualTo("did not hold");
    assertThat(claim.verdict(1.9, 2.1)).isEqualTo("undecided");
    assertThat(PublishedClaim.NONE.verdict(1, 1)).isEqualTo("–");
  }

  @Test
  void bad_arguments_are_named() {
    assertThatThrownBy(() -> PublishedClaim.small("tiny"))
        .hasMessage("a case study takes the word small, or none for its full size, got [tiny]");
    List<Layer> layers = TEXT.layers();
    assertThatThrownBy(() ->
            new ChainSession(
                layers, TEXT.batch(), new ChainWay("", TrainingMode.FLOAT32, kept(), 5)))
        .hasMessage("parts are of one size, got 5 of 64 rows");
    assertThatThrownBy(() -> new ChainWay("", TrainingMode.FLOAT32, kept(), 0))
        .hasMessage("a batch has at least one part, got 0");
    assertThatThrownBy(() -> LargeImages.enlarged(Datasets.digits(), 0))
        .hasMessage("an image is enlarged 1 or more times, got 0");
  }
}
