package tapeline.instruments.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.instruments.machine.HardwareFacts.Quality;

class HardwareComparisonTest {
  private final HardwareFacts slow =
      HardwareFacts.of("<slow>", "measured here")
          .with(Quality.THROUGHPUT, 1e10)
          .with(Quality.LATENCY, 100e-9);
  private final HardwareFacts fast =
      HardwareFacts.of("fast", "a page")
          .with(Quality.THROUGHPUT, 1e12)
          .with(Quality.LATENCY, 400e-9)
          .with(Quality.COST, 0);
  private final HardwareFacts middle =
      HardwareFacts.of("middle", "a page").with(Quality.THROUGHPUT, 1e11);
  private final HardwareComparison all = new HardwareComparison(List.of(slow, fast, middle));

  @Test
  void the_best_is_at_the_rim_and_what_is_not_stated_has_no_place() {
    assertThat(all.place(fast, Quality.THROUGHPUT)).isEqualTo(1);
    assertThat(all.place(slow, Quality.THROUGHPUT)).isCloseTo(0.15, within(1e-12));
    assertThat(all.place(middle, Quality.THROUGHPUT))
        .as("half-way by the logarithm")
        .isCloseTo(0.575, within(1e-12));
    assertThat(all.place(slow, Quality.LATENCY)).as("the shorter latency").isEqualTo(1);
    var alone = slow.with(Quality.MEMORY, 64e9);
    assertThat(new HardwareComparison(List.of(alone, fast)).place(alone, Quality.MEMORY))
        .as("the only memory that is stated: nothing is beside it")
        .isNaN();
    assertThat(all.place(fast, Quality.COST)).as("a cost of 0, not stated").isNaN();
  }

  @Test
  void a_table_has_the_sources_and_a_picture_the_values() {
    var table = all.table();
    assertThat(table.rows().getFirst())
        .containsExactly(
            "<slow>",
            "0.0100 TFLOP/s",
            "not stated",
            "100 ns a load",
            "not stated",
            "not stated",
            "not stated",
            "not stated");
    assertThat(table.notes()).contains("fast: a page");
    var svg =
        new HardwareComparison(List.of(slow, fast.with(Quality.MEMORY, 64e9), middle))
            .picture()
            .svg();
    assertThat(svg)
        .contains("<title>&lt;slow&gt;, throughput: 0.0100 TFLOP/s</title>", "cost (not stated)")
        .contains(">memory (one value)<")
        .contains(".tape-radar:has(.legend.g1:is(:hover, :focus)) .series:not(.g1)")
        .doesNotContain("NaN", "<script");
    assertThat(svg.split("<circle cx=\"[0-9.]+\" cy=\"[0-9.]+\" r=\"4.5\"", -1))
        .as("a dot for each of five values")
        .hasSize(1 + 5);
  }

  @Test
  void a_value_below_0_is_refused() {
    assertThatThrownBy(() -> slow.with(Quality.MEMORY, -1))
        .hasMessage("memory is 0 or more, and 0 where it is not stated, got -1.0 of <slow>");
  }

  @Test
  void published_facts_are_those_of_the_data_sheets() {
    var table =
        HardwareComparison.beside(HardwareFacts.of("this machine", "nothing measured")).table();
    assertThat(table.rows().get(0))
        .as("312 TFLOP/s at 400 W")
        .contains("312 TFLOP/s, FP16 tensor", "780 GFLOP/s a watt, FP16 tensor", "80 GB");
    assertThat(table.rows().get(1)).as("a TPU, of which no watts are published").contains("16 GB");
    assertThat(table.rows().get(1).get(5)).isEqualTo("not stated");
    assertThat(table.rows().get(2))
        .as("5.32 TFLOP/s at 60 W")
        .contains("88.7 GFLOP/s a watt, FP32");
  }
}
