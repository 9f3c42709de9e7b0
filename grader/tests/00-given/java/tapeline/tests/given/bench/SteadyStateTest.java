package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.ChangePoints;
import tapeline.bench.stats.SteadyState;
import tapeline.tests.Seeds;

/// On series in which the change was planted.
class SteadyStateTest {
  private final Random random = Seeds.random("steady state");

  private double[] series(int n, IntToDoubleFunction level) {
    return IntStream.range(0, n)
        .mapToDouble(i -> level.applyAsDouble(i) * (1 + 0.01 * random.nextGaussian()))
        .toArray();
  }

  private SteadyState.Kind kind(IntToDoubleFunction level) {
    return SteadyState.of(series(600, level)).kind();
  }

  @Test
  void one_speed_is_flat() {
    assertThat(kind(_ -> 100)).isEqualTo(SteadyState.Kind.FLAT);
    assertThat(SteadyState.of(new double[50]))
        .as("all zero")
        .isEqualTo(new SteadyState(SteadyState.Kind.FLAT, 0));
  }

  @Test
  void faster_and_then_steady_is_a_warm_up() {
    var found = SteadyState.of(series(600, i -> i < 120 ? 300 : i < 250 ? 150 : 100));
    assertThat(found.kind()).isEqualTo(SteadyState.Kind.WARM_UP);
    assertThat(found.from()).as("where it became steady").isBetween(247, 253);
  }

  @Test
  void slower_and_then_steady_is_a_slowdown() {
    assertThat(kind(i -> i < 200 ? 100 : 110)).isEqualTo(SteadyState.Kind.SLOWDOWN);
  }

  @Test
  void a_change_near_the_end_is_not_steady() {
    var found = SteadyState.of(series(600, i -> i < 520 ? 100 : 130));
    assertThat(found).isEqualTo(new SteadyState(SteadyState.Kind.NOT_STEADY, 600));
  }

  @Test
  void interruptions_change_no_speed() {
    assertThat(kind(i -> i % 37 == 0 ? 900 : 100)).isEqualTo(SteadyState.Kind.FLAT);
  }

  @Test
  void pieces_are_found_where_they_begin() {
    var pieces = ChangePoints.pieces(series(500, i -> i < 200 ? 10 : i < 350 ? 12 : 11));
    assertThat(pieces).hasSize(3);
    assertThat(pieces.get(0).from()).isZero();
    assertThat(pieces.get(1).from()).isBetween(198, 202);
    assertThat(pieces.get(2).from()).isBetween(348, 352);
    assertThat(pieces.get(2).to()).isEqualTo(500);
    assertThat(pieces.get(1).mean()).isBetween(11.9, 12.1);
    assertThat(pieces.get(1).size()).isBetween(146, 154);
  }

  @Test
  void a_change_of_spread_alone_is_one_too() {
    double[] x = new double[400];
    for (int i = 0; i < x.length; i++) {
      x[i] = 10 + (i < 200 ? 0.1 : 1) * random.nextGaussian();
    }
    assertThat(ChangePoints.pieces(x)).hasSize(2);
  }
}
