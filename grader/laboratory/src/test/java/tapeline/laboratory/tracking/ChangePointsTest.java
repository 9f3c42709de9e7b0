package tapeline.laboratory.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// On series in which the change was planted.
class ChangePointsTest {
  private final SplittableRandom random = new SplittableRandom(19);

  private double[] series(int n, IntToDoubleFunction level) {
    return IntStream.range(0, n)
        .mapToDouble(i -> level.applyAsDouble(i) * (1 + 0.01 * random.nextGaussian()))
        .toArray();
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
