package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;
import tapeline.tests.Seeds;

class SampleTest {
  private final Random random = Seeds.random("samples");

  @Test
  void quantiles_are_those_of_type_7() {
    double[] x = random.doubles(23, 5, 50).toArray();
    var other = new Percentile().withEstimationType(Percentile.EstimationType.R_7);
    for (double p : new double[] {0.01, 0.1, 0.25, 0.5, 0.9, 0.99, 1}) {
      Right.digits("quantile " + p, 14, Sample.of(x).quantile(p), other.evaluate(x, 100 * p));
    }
    assertThat(Sample.of(x).quantile(0)).as("the least").isEqualTo(Sample.of(x).min());
  }

  @Test
  void it_keeps_the_order_and_shares_nothing() {
    double[] x = {3, 1, 2};
    var sample = Sample.of(x);
    x[0] = 9;
    sample.values()[1] = 9;
    assertThat(sample.values()).containsExactly(3, 1, 2);
    assertThat(sample.median()).isEqualTo(2);
    assertThat(sample.iqr()).isEqualTo(1);
    assertThat(sample.cv()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-307, 1e-200, 1e200, 1e307})
  void tiny_and_huge_values_have_a_spread(double unit) {
    var sample = Sample.of(unit, 2 * unit, 3 * unit, 6 * unit, 8 * unit);
    Right.digits("mean", 14, sample.mean() / unit, 4);
    Right.digits("sd", 14, sample.sd() / unit, Math.sqrt(34.0 / 4));
    var interval = sample.meanInterval(0.5);
    assertThat(interval.low()).isLessThan(sample.mean());
    assertThat(interval.high()).isGreaterThan(sample.mean()).isFinite();
  }

  @Test
  void what_is_no_sample_is_refused() {
    assertThatThrownBy(Sample::of).hasMessage("a sample has at least one value, got none");
    assertThatThrownBy(() -> Sample.of(1, Double.NaN))
        .hasMessage("a sample's values are finite, got NaN at 1");
    assertThatThrownBy(() -> Sample.of(1).meanInterval(0.95))
        .hasMessage("an interval needs two values or more, got one");
    assertThatThrownBy(() -> Sample.of(1, 2).meanInterval(95))
        .hasMessage("a level is between 0 and 1, got 95.0");
    assertThatThrownBy(() -> Sample.of(1, 2).quantile(2))
        .hasMessage("a quantile is asked for at 0 to 1, got 2.0");
    assertThatThrownBy(() -> new Interval(2, 1, 0.9))
        .hasMessage("an interval goes from low to high, got 2.0 to 1.0");
  }
}
