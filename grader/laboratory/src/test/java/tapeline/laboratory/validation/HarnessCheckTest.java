package tapeline.laboratory.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Sample;
import tapeline.laboratory.validation.Design.Times;

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

  /// The explanation of a planted harness: one, and of no other kind.
  private static void isExplained(PlantedHarness harness, String where, String advice) {
    assertThat(harness.check(1).mistakes())
        .as("%s: its mistakes", harness)
        .singleElement()
        .asString()
        .startsWith("equal programs are called different in ")
        .contains(where)
        .endsWith(advice);
  }

  @Test
  void students_t_on_pairs_of_forks_has_none() {
    double most = new TDistribution(9).inverseCumulativeProbability(0.975);
    assertThat(mistakes(Design.TURNS_OF_FORKS, x -> t(x.logRatios()) > most)).isEmpty();
  }

  @Test
  void the_normal_quantile_is_told_from_the_rest() {
    isExplained(
        PlantedHarness.NORMAL_QUANTILE,
        "even under independent noise: a quantile of the normal distribution is too small",
        "take Student's t");
  }

  @Test
  void peeking_is_told_from_the_rest() {
    isExplained(
        PlantedHarness.PEEKING,
        "even under independent noise: it looks more than once",
        "plan the looks, and split the 5 % between them");
  }

  @Test
  void one_after_the_other_is_told_from_the_rest() {
    isExplained(
        PlantedHarness.UNPAIRED,
        "on a machine that drifts by 5 %: A was measured before B",
        "let them take turns");
  }

  @Test
  void pooled_forks_are_told_from_the_rest() {
    isExplained(
        PlantedHarness.POOLED_FORKS,
        "where processes differ by 1 %: values of one process share its luck",
        "compare one number of each fork");
  }

  @Test
  void the_harness_without_a_mistake_has_none() {
    assertThat(PlantedHarness.NONE.check(1).mistakes()).isEmpty();
  }

  @Test
  void two_mistakes_get_two_explanations() {
    assertThat(mistakes(DecisionRule.PYPERF))
        .as("all values of five forks of A and then of B, one by one")
        .hasSize(2)
        .anySatisfy(m -> assertThat(m).endsWith("let them take turns"))
        .anySatisfy(m -> assertThat(m).endsWith("compare one number of each fork"));
  }

  @Test
  void a_harness_that_never_decides_is_of_no_use() {
    assertThat(mistakes(Design.TURNS, _ -> false))
        .containsExactly(
            "a slowdown of 2 % is found in 0.0 % of the experiments: it is too cautious to be of use");
  }
}
