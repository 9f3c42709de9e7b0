package tapeline.instruments.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlateauTest {
  private static Curve curve(double... rates) {
    return new Curve(
        "triad",
        LongStream.rangeClosed(1, rates.length).map(i -> 8192 * i).boxed().toList(),
        DoubleStream.of(rates).mapToObj(r -> Ceiling.published("triad", r)).toList());
  }

  @Test
  void its_rate_is_the_median_of_an_odd_and_of_an_even_number_of_sizes() {
    assertThat(Plateau.of(curve(9, 5, 1, 7), 0, 3).rate()).isEqualTo(new Ceiling("triad", 5, 1, 9));
    assertThat(Plateau.of(curve(9, 5, 1, 7), 0, 4).rate()).isEqualTo(new Ceiling("triad", 6, 1, 9));
  }

  @Test
  void an_axis_has_powers_of_ten_below_1_too() {
    var stairs = Staircase.of(curve(20e9, 0.2e9), List.of(), List.of());
    var label = MachineCharts.latency(stairs).getStyler().getYAxisTickLabelsFormattingFunction();
    assertThat(label.apply(0.01)).isEqualTo("0.01");
    assertThat(label.apply(Math.pow(10, -1))).isEqualTo("0.1");
    assertThat(label.apply(1.0)).isEqualTo("1");
    assertThat(label.apply(1e9)).isEqualTo("1000000000");
  }
}
