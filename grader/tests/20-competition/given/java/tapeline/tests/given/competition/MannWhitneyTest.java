package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Sample;
import tapeline.competition.MannWhitney;
import tapeline.tests.Seeds;

/// Against values of R, and another library.
class MannWhitneyTest {
  /// Student's data (*Biometrika* 6, 1908): R's `sleep`.
  private static final Sample DRUG_1 =
      Sample.of(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0);

  private static final Sample DRUG_2 = Sample.of(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4);

  private final Random random = Seeds.random("comparing");

  @Test
  void the_sleep_data_have_Rs_values() {
    assertThat(MannWhitney.of(DRUG_2, DRUG_1).u()).as("U").isEqualTo(25.5);
    assertThat(MannWhitney.of(DRUG_1, DRUG_2).p())
        .as("p with ties")
        .isCloseTo(0.06932757543362658, within(1e-11));
  }

  @Test
  void it_counts_exactly_where_it_can() {
    assertThat(MannWhitney.of(Sample.of(1, 2, 3), Sample.of(4, 5, 6)).p())
        .as("p of three below three others: 2 of 20 orders")
        .isEqualTo(0.1);
    assertThat(MannWhitney.of(Sample.of(1, 2), Sample.of(3, 4, 5, 6)).p())
        .as("p of two below four others: 2 of 15 orders")
        .isCloseTo(2 / 15.0, within(1e-15));
    var a = Sample.of(random.doubles(60).toArray());
    var b = Sample.of(random.doubles(50, 0.1, 1.2).toArray());
    assertThat(MannWhitney.of(a, b).p())
        .as(
            "p of 60 and 50 values, against Commons Math, which leaves out the correction for continuity")
        .isCloseTo(new MannWhitneyUTest().mannWhitneyUTest(a.values(), b.values()), within(3e-3));
  }
}
