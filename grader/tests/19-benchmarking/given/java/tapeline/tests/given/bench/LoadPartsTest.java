package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.commons.math3.distribution.ExponentialDistribution;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import tapeline.bench.load.Arrivals;
import tapeline.bench.load.LoadGenerator;
import tapeline.tests.Seeds;

class LoadPartsTest {
  @Test
  void times_between_arrivals_are_exponential() {
    long[] due = Arrivals.poisson(2000, 5000, Seeds.random("arrivals"));
    double[] between = new double[due.length];
    for (int i = 0; i < due.length; i++) {
      between[i] = (due[i] - (i == 0 ? 0 : due[i - 1])) / 1e9;
    }
    double p =
        new KolmogorovSmirnovTest()
            .kolmogorovSmirnovTest(new ExponentialDistribution(null, 1 / 2000.0), between);
    assertThat(p).as("p of a Kolmogorov–Smirnov test against 2000 a second").isGreaterThan(0.001);
    assertThat(due).as("arrivals in their order").isSorted();
    assertThatThrownBy(() -> Arrivals.poisson(0, 1, Seeds.random("arrivals")))
        .hasMessage("a rate is above 0 a second, got 0.0");
  }

  @Test
  void the_systems_clock_waits_until_then() {
    var clock = LoadGenerator.Clock.SYSTEM;
    long until = clock.nanos() + 200_000;
    clock.waitUntil(until);
    assertThat(clock.nanos() - until).isNotNegative();
  }
}
