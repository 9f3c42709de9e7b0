package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Normal;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.StudentT;
import tapeline.bench.truth.DecisionRule;
import tapeline.bench.truth.Design;
import tapeline.bench.truth.Design.Times;
import tapeline.bench.truth.HarnessCheck;

/// Four wrong harnesses are planted: each gets its own explanation, and the right ones none.
class HarnessCheckTest {
  private static List<String> mistakes(Design design, Predicate<Times> differs) {
    return HarnessCheck.of(design, differs, 1).mistakes();
  }

  private static List<String> mistakes(DecisionRule rule) {
    return mistakes(rule.design(), rule::differs);
  }

  private static double t(double... differences) {
    var sample = Sample.of(differences);
    return Math.abs(sample.mean() / sample.standardError());
  }

  @Test
  void the_courses_own_rule_has_none() {
    assertThat(mistakes(DecisionRule.SIGN_FLIP)).isEmpty();
  }

  @Test
  void students_t_on_pairs_of_forks_has_none() {
    double most = StudentT.quantile(0.975, 9);
    assertThat(mistakes(Design.TURNS_OF_FORKS, x -> t(x.logRatios()) > most)).isEmpty();
  }

  @Test
  void the_normal_quantile_is_told_from_the_rest() {
    double most = Normal.quantile(0.975);
    assertThat(mistakes(Design.TURNS_OF_FORKS, x -> t(x.logRatios()) > most))
        .singleElement()
        .asString()
        .endsWith("take Student's t");
  }

  @Test
  void peeking_is_told_from_the_rest() {
    assertThat(mistakes(DecisionRule.PEEKING))
        .singleElement()
        .asString()
        .endsWith("plan the looks, and split the 5 % between them");
  }

  @Test
  void one_after_the_other_is_told_from_the_rest() {
    assertThat(mistakes(DecisionRule.FORK_MEANS))
        .as("Welch's test on five forks of A, and then five of B: right but for the order")
        .first()
        .asString()
        .endsWith("let them take turns");
  }

  @Test
  void pooled_forks_are_told_from_the_rest() {
    double most = StudentT.quantile(0.975, 79);
    assertThat(
            mistakes(
                Design.TURNS_OF_FORKS,
                x -> {
                  double[] b = pooled(x.b());
                  double[] d = pooled(x.a());
                  Arrays.setAll(d, i -> b[i] - d[i]);
                  return t(d) > most;
                }))
        .singleElement()
        .asString()
        .endsWith("compare one number of each fork");
  }

  private static double[] pooled(double[][] forks) {
    return Arrays.stream(forks).flatMapToDouble(Arrays::stream).toArray();
  }

  @Test
  void a_harness_that_never_decides_is_of_no_use() {
    assertThat(mistakes(Design.TURNS, _ -> false))
        .containsExactly(
            "a slowdown of 2 % is found in 0.0 % of the experiments: it is too cautious to be of use");
  }
}
