package tapeline.laboratory.validation;

import java.util.function.Predicate;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import tapeline.bench.stats.Sample;
import tapeline.laboratory.validation.Design.Times;
import tapeline.toolkit.TextTable;

/// Four harnesses with one mistake each, as people write them, and one without: [HarnessCheck] says
/// of each what is wrong with it.
///
/// All four are also mistakes that can be made in the exercises, and the module's tests say so
/// there: the normal quantile in 19.2 and 19.3, the other three in 19.5.
///
/// ```text
/// mvn -pl grader test -Dmodule=19 -Drun=PlantedHarness
/// ```
public enum PlantedHarness {
  // spotless:off
  /// Ten pairs of forks and the right design, but 1.96 where nine degrees of freedom have 2.26.
  NORMAL_QUANTILE("1.96 for ten pairs",         Design.TURNS_OF_FORKS,           t -> size(t.logRatios()) > normal(0.975)),
  /// Student's test at 5 % after each pair, until it says that they differ.
  PEEKING        ("a look after each pair",     Design.TURNS,                    DecisionRule.PEEKING::differs),
  /// Five forks of A, then five of B, and Welch's test on their means.
  UNPAIRED       ("all of A, then all of B",    Design.FORKS_IN_SEQUENCE,        DecisionRule.FORK_MEANS::differs),
  /// Ten pairs of forks that take turns, but a t test on all 80 pairs of values.
  POOLED_FORKS   ("values of forks one by one", Design.TURNS_OF_FORKS,           t -> size(t.differences()) > student(t.differences().length - 1, 0.975)),
  /// Ten pairs of forks that take turns, a number of each, and the sign-flip test.
  NONE           ("this course's",              DecisionRule.SIGN_FLIP.design(), DecisionRule.SIGN_FLIP::differs);
  // spotless:on

  private final String words;
  private final Design design;

  @SuppressWarnings("ImmutableEnumChecker") // the harnesses keep nothing
  private final Predicate<Times> differs;

  PlantedHarness(String words, Design design, Predicate<Times> differs) {
    this.words = words;
    this.design = design;
    this.differs = differs;
  }

  /// The check that says what is wrong with it: the same seed, the same findings.
  public HarnessCheck check(long seed) {
    return HarnessCheck.of(design, differs, seed);
  }

  @Override
  public String toString() {
    return words;
  }

  private static double normal(double p) {
    return new NormalDistribution().inverseCumulativeProbability(p);
  }

  private static double student(int freedom, double p) {
    return new TDistribution(freedom).inverseCumulativeProbability(p);
  }

  /// Student's t of the differences, without its sign.
  private static double size(double... differences) {
    var sample = Sample.of(differences);
    return Math.abs(sample.mean() / sample.standardError());
  }

  /// Prints what each is found to do.
  static void main() {
    var rates =
        TextTable.of("harness", "independent", "drift", "forks differ", "finds 2 %")
            .note("equal programs called different, by kind of noise; and 2 % found");
    var words = new StringBuilder();
    for (var harness : values()) {
      var check = harness.check(1);
      rates.row(
          harness.toString(),
          TextTable.percent(check.independent(), 1),
          TextTable.percent(check.drift(), 1),
          TextTable.percent(check.forks(), 1),
          TextTable.percent(check.power(), 1));
      words.append(harness).append(":\n");
      check.mistakes().forEach(mistake -> words.append("  ").append(mistake).append('\n'));
      words.append(check.mistakes().isEmpty() ? "  keeps its promise\n" : "");
    }
    IO.println(rates);
    IO.print(words);
  }
}
