package tapeline.instructor.judge.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairScoreTest {
  private static PairScore score(double ratio, double low, double high) {
    return new PairScore(ratio, low, high, 0.95, ratio, 1, List.of());
  }

  @Test
  void an_estimate_that_may_be_chance_is_above_nothing() {
    assertThat(score(19, 4.5, 24.4).isAbove(10)).as("its interval begins below").isFalse();
    assertThat(score(19, 12, 24.4).isAbove(10)).as("its interval begins above").isTrue();
  }
}
