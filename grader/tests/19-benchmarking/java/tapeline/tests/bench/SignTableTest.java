package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.SignFlip;

@Tag("19.3")
class SignTableTest {
  @Test
  void five_pairs_of_one_sign_have_p_one_sixteenth() {
    assertThat(SignFlip.p(1, 1, 1, 1, 1))
        .as("p of five equal differences: two of 32 tables, all plus and all minus")
        .isEqualTo(2 / 32.0);
  }

  @Test
  void one_side_counts_its_own_table_alone() {
    assertThat(SignFlip.below(-3, -3, -3, -3))
        .as("p for \"below 0\" of four equal differences below 0: one table of 16 is as low")
        .isEqualTo(1 / 16.0);
    assertThat(SignFlip.below(3, 3, 3, 3))
        .as("p for \"below 0\" of four equal differences above 0: no table is higher")
        .isEqualTo(1);
  }

  @Test
  void differences_that_cancel_say_nothing() {
    assertThat(SignFlip.p(2, -2, 2, -2, 2, -2))
        .as("p of three differences of 2 and three of −2: every table's sum is as far from 0")
        .isEqualTo(1);
  }

  /// The score is clipped: a pair counts at most as much as the median one.
  @Test
  void one_wild_pair_does_not_decide() {
    double[] d = {1.0, 1.1, 0.9, 1.05, 0.95, 1.02, 0.98, 1000};
    assertThat(SignFlip.p(d))
        .as("p of eight differences above 0, one of them 1000 times the others")
        .isEqualTo(2 / 256.0);
  }

  @Test
  void too_few_pairs_have_an_interval_without_ends() {
    assertThat(SignFlip.interval(0.95, 1, 1.1, 0.9, 1.2).high())
        .as("the 95 % interval's end of four pairs: p is at least 2/16, which rejects nothing")
        .isInfinite();
    assertThat(SignFlip.interval(0.95, 1, 1.1, 0.9, 1.2, 1.05, 0.95).high())
        .as("the 95 % interval's end of six pairs: 2/64 rejects")
        .isBetween(1.05, 1.3);
  }
}
