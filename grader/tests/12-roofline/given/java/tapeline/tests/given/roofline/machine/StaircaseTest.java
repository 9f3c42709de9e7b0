package tapeline.tests.given.roofline.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYSeries;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.Curve;
import tapeline.instruments.machine.MachineCharts;
import tapeline.instruments.machine.Plateau;
import tapeline.roofline.machine.Plateaus;

class StaircaseTest {
  /// Rates at 8 KiB, 16 KiB and so on, each four times.
  private static Curve curve(double... rates) {
    var sizes = new ArrayList<Long>();
    var measured = new ArrayList<Ceiling>();
    for (int i = 0; i < 4 * rates.length; i++) {
      sizes.add(Math.round(8192 * Math.pow(2, i / 4.0)));
      measured.add(Ceiling.published("triad", rates[i / 4]));
    }
    return new Curve("triad", sizes, measured);
  }

  @Test
  void levels_are_named_by_the_caches_that_hold_them() {
    // to 14, 27, 54, 109, 218, 435, 870 and 1740 KiB
    var stairs =
        Plateaus.staircase(curve(90, 90, 50, 50, 50, 50, 20, 20), List.of(32L << 10, 512L << 10));
    assertThat(stairs.levels()).containsOnlyKeys("L1", "L2", "memory");
    assertThat(stairs.ceilings(", all cores"))
        .containsExactly(
            Ceiling.published("L1, all cores", 90),
            Ceiling.published("L2, all cores", 50),
            Ceiling.published("memory, all cores", 20));
  }

  @Test
  void a_cache_without_a_plateau_is_left_out() {
    var stairs =
        Plateaus.staircase(
            curve(90, 90, 50, 50, 50, 50, 20, 20), List.of(32L << 10, 512L << 10, 600L << 10));
    assertThat(stairs.levels()).containsOnlyKeys("L1", "L2", "memory");
  }

  @Test
  void of_two_plateaus_in_a_cache_the_longer_counts() {
    var stairs = Plateaus.staircase(curve(90, 50, 50, 20), List.of(1L << 20));
    assertThat(stairs.levels()).containsOnlyKeys("L1");
    assertThat(stairs.levels().get("L1"))
        .isEqualTo(new Plateau(new Ceiling("triad", 50, 50, 50), 16384, 55109));
  }

  @Test
  void where_no_plateau_is_memory_the_largest_working_set_stands_for_it() {
    var stairs = Plateaus.staircase(curve(90, 50, 50, 20), List.of(1L << 20));
    assertThat(stairs.ceilings(""))
        .containsExactly(Ceiling.published("L1", 50), Ceiling.published("memory", 20));
  }

  @Test
  void unknown_caches_are_numbered() {
    var stairs = Plateaus.staircase(curve(90, 50, 20), List.of());
    assertThat(stairs.levels()).containsOnlyKeys("L1", "L2", "memory");
  }

  @Test
  void the_chart_names_the_plateaus() {
    var stairs = Plateaus.staircase(curve(90e9, 50e9, 20e9), List.of());
    assertThat(MachineCharts.bandwidth(List.of(stairs.curve()), stairs).getSeriesCollection())
        .extracting(XYSeries::getName)
        .containsExactlyInAnyOrder("triad", "L1 90.0 GB/s", "L2 50.0 GB/s", "memory 20.0 GB/s");
    var chase = Plateaus.staircase(curve(1e9, 0.25e9, 0.01e9), List.of());
    assertThat(MachineCharts.latency(chase).getSeriesCollection())
        .extracting(XYSeries::getName)
        .containsExactlyInAnyOrder("triad", "L1 1.00 ns", "L2 4.00 ns", "memory 100 ns");
  }

  @Test
  void a_curve_needs_ascending_sizes_with_a_rate_each() {
    var one = Ceiling.published("x", 1);
    assertThatThrownBy(() -> new Curve("x", List.of(2L, 1L), List.of(one, one)))
        .hasMessage("a curve needs sizes that ascend, and a rate for each: got 2 rates for [2, 1]");
    assertThatThrownBy(() -> new Curve("x", List.of(1L, 2L), List.of(one)))
        .hasMessageEndingWith("got 1 rates for [1, 2]");
  }
}
