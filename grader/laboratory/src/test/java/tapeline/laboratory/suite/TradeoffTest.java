package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Interval;

class TradeoffTest {
  private static final Tradeoff LARGE = new Tradeoff("large", 1_000_000, 1_000_000_000, 0.8, 9_000);
  private static final Tradeoff SMALL = new Tradeoff("small", 250_000, 40_000_000, 0.7, 1_500);
  private static final Tradeoff WORSE = new Tradeoff("worse", 250_000, 40_000_000, 0.6, 1_500);

  @Test
  void ratios_are_the_originals_over_its_own() {
    assertThat(SMALL.compressionRatio(LARGE)).as("1 000 000 over 250 000").isEqualTo(4);
    assertThat(SMALL.speedUp(LARGE)).as("9 µs over 1.5 µs").isEqualTo(6);
  }

  @Test
  void the_efficiency_punishes_a_gain_of_accuracy_as_much_as_a_loss() {
    assertThat(SMALL.efficiency(LARGE))
        .as("6 times as fast, 4 times smaller, 10 points worse: 24/1.1")
        .isCloseTo(21.8182, within(1e-4));
    var better = new Tradeoff("better", 500_000, 1, 0.85, 9_000);
    var worse = new Tradeoff("worse", 500_000, 1, 0.75, 9_000);
    assertThat(better.efficiency(LARGE)).isCloseTo(2 / 1.05, within(1e-9));
    assertThat(worse.efficiency(LARGE)).isCloseTo(better.efficiency(LARGE), within(1e-9));
    assertThat(Tradeoff.table(List.of(LARGE, SMALL)).toString())
        .contains("which punishes gains of accuracy, too");
  }

  @Test
  void the_netscore_weighs_as_its_author_did() {
    assertThat(LARGE.netScore())
        .as("80 %, a million parameters, 1e9 products: 20·log₁₀(80²/1)")
        .isCloseTo(76.1236, within(1e-4));
    assertThat(SMALL.netScore())
        .as("70 %, 0.25 million, 0.04e9: 20·log₁₀(70²/√(0.25·0.04))")
        .isCloseTo(93.8039, within(1e-4));
    var twice = new Tradeoff("twice", 2_000_000, 1_000_000_000, 0.8, 1);
    assertThat(LARGE.netScore() - twice.netScore())
        .as("twice the parameters cost 3 dB")
        .isCloseTo(10 * Math.log10(2), within(1e-9));
  }

  @Test
  void the_table_shows_the_front() {
    var table = Tradeoff.table(List.of(LARGE, SMALL, WORSE));
    assertThat(table.rows())
        .containsExactly(
            List.of("large", "1000000", "1.00×", "80.0 %", "9", "1.00×", "1.00", "76.1", "front"),
            List.of(
                "small", "250000", "4.00×", "70.0 %", "1.50", "6.00×", "21.82", "93.8", "front"),
            List.of("worse", "250000", "4.00×", "60.0 %", "1.50", "6.00×", "20.00", "91.1", ""));
    assertThatThrownBy(() -> Tradeoff.table(List.of()))
        .hasMessage("trade-offs are between models, got none");
  }

  @Test
  void a_model_that_another_may_beat_is_said_to_be() {
    var near =
        new Tradeoff(
            "near",
            250_000,
            40_000_000,
            0.69,
            1_400,
            new Interval(0.29, 0.33, 0.9),
            new Interval(1_300, 1_600, 0.9));
    assertThat(Tradeoff.table(List.of(LARGE, SMALL, near, WORSE)).rows())
        .extracting(List::getLast)
        .containsExactly("front", "may be", "may be", "");
  }

  @Test
  void a_model_that_costs_nothing_is_refused() {
    assertThatThrownBy(() -> new Tradeoff("free", 0, 1, 0.5, 1))
        .hasMessage(
            "a model costs something and is right in 0 to 1 of the cases, got 0, 1, 0.5 and 1.0 of free");
    assertThatThrownBy(() -> new Tradeoff("percent", 1, 1, 93, 1)).hasMessageContaining("93.0");
  }
}
