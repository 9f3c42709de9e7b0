package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.commons.math3.stat.inference.TTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.WelchTest;
import tapeline.tests.Seeds;

@Tag("19.3")
class WelchTestTest {
  private final Random random = Seeds.random("welch");

  /// Student's data (*Biometrika* 6, 1908): hours of sleep gained with two drugs; R's `sleep`.
  private final WelchTest sleep =
      WelchTest.of(
          Sample.of(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4),
          Sample.of(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0),
          0.95);

  @Test
  void t_is_the_difference_in_standard_errors() {
    Digits.assertRight("t of Student's sleep data", 12, sleep.t(), -1.8608134674868526);
  }

  @Test
  void the_degrees_of_freedom_are_welchs() {
    Digits.assertRight("df of Student's sleep data", 12, sleep.df(), 17.776473516178495);
    var narrow = Sample.of(10, 10.001, 10.002, 10.001, 9.999, 10);
    var wide = Sample.of(9, 12, 10.5);
    assertThat(WelchTest.of(narrow, wide, 0.95).df())
        .as("df where three values vary much and six hardly: that of the three, 3 − 1, and no more")
        .isBetween(2.0, 2.001);
  }

  @Test
  void p_counts_both_tails() {
    Digits.assertRight("p of Student's sleep data", 12, sleep.p(), 0.07939414018735823);
  }

  @Test
  void the_interval_is_of_the_difference() {
    Digits.assertRight(
        "the 95 % interval's low end", 12, sleep.interval().low(), -3.365483230711636);
    Digits.assertRight(
        "the 95 % interval's high end", 10, sleep.interval().high(), 0.20548323071163632);
  }

  @Test
  void the_interval_and_p_say_the_same() {
    for (int k = 0; k < 50; k++) {
      var a = sample(6, 0.3, 1);
      var b = sample(4, 1.1, 1 + k / 20.0);
      var test = WelchTest.of(a, b, 0.9);
      assertThat(test.interval().contains(0))
          .as(
              "whether 0 lies in the 90 %% interval %s, where p = %.6f is %s 0.1",
              test.interval(), test.p(), test.p() > 0.1 ? "above" : "below")
          .isEqualTo(test.p() > 0.1);
    }
  }

  @Test
  void another_library_finds_the_same() {
    for (int n : new int[] {2, 3, 8, 40}) {
      var a = sample(n, 0.2, 5);
      var b = sample(n + 3, 0.9, 5.3);
      var test = WelchTest.of(a, b, 0.95);
      Digits.assertRight(
          "t for %d and %d values, against Commons Math".formatted(n, n + 3),
          11,
          test.t(),
          -new TTest().t(a.values(), b.values()));
      Digits.assertRight(
          "p for %d and %d values, against Commons Math".formatted(n, n + 3),
          9,
          test.p(),
          new TTest().tTest(a.values(), b.values()));
    }
  }

  private Sample sample(int n, double sd, double mean) {
    return Sample.of(random.doubles(n).map(_ -> mean + sd * random.nextGaussian()).toArray());
  }
}
