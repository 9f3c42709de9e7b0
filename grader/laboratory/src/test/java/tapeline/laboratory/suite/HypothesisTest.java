package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Interval;
import tapeline.laboratory.suite.Hypothesis.Outcome;

class HypothesisTest {
  private static Outcome between(double low, double high) {
    return Hypothesis.between("a ratio", 1.5, 3, new Interval(low, high, 0.95)).outcome();
  }

  @Test
  void an_interval_inside_holds_and_one_outside_does_not() {
    assertThat(between(1.5, 3)).as("[1.5, 3] in 1.5 to 3").isEqualTo(Outcome.HELD);
    assertThat(between(1, 1.4)).as("[1, 1.4] below 1.5").isEqualTo(Outcome.DID_NOT_HOLD);
    assertThat(between(3.1, 4)).as("[3.1, 4] above 3").isEqualTo(Outcome.DID_NOT_HOLD);
  }

  @Test
  void an_interval_across_an_edge_decides_nothing() {
    assertThat(between(1.4, 2)).as("[1.4, 2] across 1.5").isEqualTo(Outcome.UNDECIDED);
    assertThat(between(2, 3.1)).as("[2, 3.1] across 3").isEqualTo(Outcome.UNDECIDED);
    assertThat(between(1, 4)).as("[1, 4] around 1.5 to 3").isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void without_an_interval_it_says_why() {
    var endless = Hypothesis.between("a ratio", 1.5, 3, new Interval(0, 1.0 / 0, 0.95));
    assertThat(endless)
        .isEqualTo(new Hypothesis("a ratio", "1.50 to 3", "too few forks", Outcome.UNDECIDED));
    assertThat(Outcome.DID_NOT_HOLD).hasToString("did not hold");
  }
}
