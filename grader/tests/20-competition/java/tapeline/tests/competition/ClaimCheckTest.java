package tapeline.tests.competition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static tapeline.tests.competition.SampleManifests.constant;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SignFlip;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Manifest.Claim;
import tapeline.competition.Manifest.Times;
import tapeline.tests.Seeds;

@Tag("20.2")
class ClaimCheckTest {
  private static final Claim CLAIM = new Claim(1.5, 1.4, 1.6);

  private static List<Times> same(int forks, Times times) {
    return new ArrayList<>(java.util.Collections.nCopies(forks, times));
  }

  @Test
  void half_the_time_is_twice_as_fast() {
    var claim = ClaimCheck.recomputed(same(8, new Times(constant(12, 600), constant(12, 300))));
    assertThat(claim.speedUp())
        .as("the speed-up of 300 ns beside a baseline of 600 ns")
        .isCloseTo(2, within(1e-9));
  }

  @Test
  void a_turn_that_was_disturbed_changes_nothing() {
    var entry = constant(20, 300);
    entry.set(4, 90_000.0);
    var claim = ClaimCheck.recomputed(same(8, new Times(constant(20, 600), entry)));
    assertThat(claim.speedUp())
        .as("the speed-up, 600 ns over 300 ns, where one turn in twenty took 90 µs")
        .isCloseTo(2, within(1e-9));
  }

  @Test
  void a_fork_that_was_disturbed_does_not_decide() {
    var samples = same(9, new Times(constant(12, 600), constant(12, 300)));
    samples.set(2, new Times(constant(12, 600), constant(12, 60_000)));
    assertThat(ClaimCheck.recomputed(samples).speedUp())
        .as("the speed-up where one of nine forks was a hundred times slower")
        .isCloseTo(2, within(1e-9));
  }

  @Test
  void forks_are_the_values_not_turns() {
    var samples = SampleManifests.forks(10, 30, 1.25, Seeds.random("forks are values"));
    double[] logs = samples.stream().mapToDouble(ClaimCheckTest::logRatio).toArray();
    var expected = SignFlip.interval(0.95, logs);
    var claim = ClaimCheck.recomputed(samples);
    assertThat(claim.low())
        .as("the lower limit of a speed-up of 1.25 in 10 forks that vary by 2 %")
        .isCloseTo(Math.exp(-expected.high()), within(1e-9));
    assertThat(claim.high())
        .as("the upper limit of a speed-up of 1.25 in 10 forks that vary by 2 %")
        .isCloseTo(Math.exp(-expected.low()), within(1e-9));
  }

  private static double logRatio(Times t) {
    return Math.log(low(t.entry())) - Math.log(low(t.baseline()));
  }

  private static double low(List<Double> nanos) {
    return Sample.of(nanos.stream().mapToDouble(Double::doubleValue).toArray()).quantile(0.1);
  }

  @Test
  void the_speed_up_has_to_agree() {
    assertThat(ClaimCheck.agrees(new Claim(1.51, 1.4, 1.6), CLAIM))
        .as("a claim of 1.51 for 1.5 agrees")
        .isFalse();
    assertThat(ClaimCheck.agrees(new Claim(1.49, 1.4, 1.6), CLAIM))
        .as("a claim of 1.49 for 1.5 agrees: modesty is wrong as well")
        .isFalse();
    assertThat(ClaimCheck.agrees(new Claim(1e308, 1.4, 1.6), CLAIM))
        .as("a claim of 1e308 for 1.5 agrees")
        .isFalse();
    var rounded = new Claim(1.5 * (1 + 1e-8), 1.4 * (1 - 1e-8), 1.6 * (1 + 1e-8));
    assertThat(ClaimCheck.agrees(CLAIM, CLAIM)).as("a claim agrees with itself").isTrue();
    assertThat(ClaimCheck.agrees(rounded, CLAIM)).as("a claim that is 1e-8 off agrees").isTrue();
  }

  @Test
  void both_limits_have_to_agree() {
    assertThat(ClaimCheck.agrees(new Claim(1.5, 1.45, 1.6), CLAIM))
        .as("a lower limit of 1.45 for 1.4 agrees")
        .isFalse();
    assertThat(ClaimCheck.agrees(new Claim(1.5, 1.4, 1.7), CLAIM))
        .as("an upper limit of 1.7 for 1.6 agrees")
        .isFalse();
  }

  @Test
  void nothing_that_is_no_number_agrees() {
    double nan = Double.NaN;
    double infinite = Double.POSITIVE_INFINITY;
    assertThat(ClaimCheck.agrees(new Claim(nan, 1.4, 1.6), CLAIM))
        .as("a speed-up of NaN agrees with 1.5: every comparison with NaN is false")
        .isFalse();
    assertThat(ClaimCheck.agrees(new Claim(1.5, nan, nan), CLAIM))
        .as("limits of NaN agree with 1.4 and 1.6")
        .isFalse();
    assertThat(ClaimCheck.agrees(new Claim(infinite, 1.4, infinite), CLAIM))
        .as("a speed-up of ∞ agrees with 1.5")
        .isFalse();
  }
}
