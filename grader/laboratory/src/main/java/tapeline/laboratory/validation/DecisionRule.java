package tapeline.laboratory.validation;

import java.util.Arrays;
import java.util.function.Predicate;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
import org.apache.commons.math3.stat.inference.TTest;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SignFlip;
import tapeline.laboratory.validation.Design.Times;

/// How well-known harnesses, and this course's, decide that two programs differ. The rules are
/// theirs as their documents state them, applied to equally many values.
public enum DecisionRule {
  // spotless:off
  /// Run A, run B, a Welch test: what most scripts do.
  WELCH           ("a script: Welch, one after the other", Design.ONE_AFTER_THE_OTHER, t -> welch(pooled(t.a()), pooled(t.b())) < 0.05),
  /// criterion.rs: a test at 5 %, and more than 1 % of difference.
  CRITERION       ("criterion.rs",                         Design.ONE_AFTER_THE_OTHER, DecisionRule::criterion),
  /// JMH's scores with their 99.9 % intervals over all forks' iterations: disjoint or not.
  JMH             ("JMH: 99.9 % intervals are disjoint",   Design.FORKS_IN_SEQUENCE,   DecisionRule::disjoint),
  /// pyperf: Student's test on all values of all processes.
  PYPERF          ("pyperf: Student, forks pooled",        Design.FORKS_IN_SEQUENCE,   t -> student(pooled(t.a()), pooled(t.b())) < 0.05),
  FORK_MEANS      ("Welch on the means of forks",          Design.FORKS_IN_SEQUENCE,   t -> welch(means(t.a()), means(t.b())) < 0.05),
  /// benchstat on runs in random order.
  BENCHSTAT       ("benchstat: Mann–Whitney on runs",      Design.FORKS_AT_RANDOM,     t -> mannWhitney(means(t.a()), means(t.b())) < 0.05),
  ASV             ("asv: Mann–Whitney, p < 0.002",         Design.FORKS_AT_RANDOM,     t -> mannWhitney(pooled(t.a()), pooled(t.b())) < 0.002),
  GOOGLE_BENCHMARK("google-benchmark: interleaved",        Design.INTERLEAVED,         t -> mannWhitney(pooled(t.a()), pooled(t.b())) < 0.05),
  /// tango: a z test on pairs, and more than 1 %.
  TANGO           ("tango: pairs, z, 1 %",                 Design.TURNS,               DecisionRule::tango),
  /// nanobench: whether the median of the pairs' ratios excludes 1.
  NANOBENCH       ("nanobench: sign interval on pairs",    Design.TURNS,               DecisionRule::signs),
  /// Looks after each pair whether Student's test says 5 %.
  PEEKING         ("looking after each pair",              Design.TURNS,               DecisionRule::peeking),
  /// This course's.
  SIGN_FLIP       ("sign-flip over pairs of forks",        Design.TURNS_OF_FORKS,      t -> SignFlip.p(t.logRatios()) <= 0.05);
  // spotless:on

  private final String words;
  private final Design design;

  @SuppressWarnings("ImmutableEnumChecker") // the rules keep nothing
  private final Predicate<Times> differs;

  DecisionRule(String words, Design design, Predicate<Times> differs) {
    this.words = words;
    this.design = design;
    this.differs = differs;
  }

  public Design design() {
    return design;
  }

  /// Returns whether it says that A and B differ.
  public boolean differs(Times times) {
    return differs.test(times);
  }

  @Override
  public String toString() {
    return words;
  }

  private static Sample pooled(double[][] forks) {
    return Sample.of(Arrays.stream(forks).flatMapToDouble(Arrays::stream).toArray());
  }

  private static Sample means(double[][] forks) {
    return Sample.of(Arrays.stream(forks).mapToDouble(f -> Sample.of(f).mean()).toArray());
  }

  private static double welch(Sample a, Sample b) {
    return new TTest().tTest(a.values(), b.values());
  }

  private static double student(Sample a, Sample b) {
    return new TTest().homoscedasticTTest(a.values(), b.values());
  }

  private static double mannWhitney(Sample a, Sample b) {
    return new MannWhitneyUTest().mannWhitneyUTest(a.values(), b.values());
  }

  private static boolean criterion(Times t) {
    var a = pooled(t.a());
    var b = pooled(t.b());
    double ratio = Math.abs(Math.log(b.mean() / a.mean()));
    double error = Math.hypot(a.standardError() / a.mean(), b.standardError() / b.mean());
    return welch(a, b) < 0.05 && ratio - 1.96 * error > Math.log(1.01);
  }

  private static boolean disjoint(Times t) {
    var a = pooled(t.a()).meanInterval(0.999);
    var b = pooled(t.b()).meanInterval(0.999);
    return a.high() < b.low() || b.high() < a.low();
  }

  private static boolean tango(Times t) {
    var d = Sample.of(t.differences());
    double z = d.mean() / d.standardError();
    return Math.abs(z) >= 2.6 && Math.abs(d.mean()) > 0.01 * pooled(t.a()).mean();
  }

  private static boolean signs(Times t) {
    long above = Arrays.stream(t.differences()).filter(d -> d > 0).count();
    double n = pooled(t.a()).size();
    return Math.abs(above - n / 2) - 0.5
        > new NormalDistribution().inverseCumulativeProbability(0.975) * Math.sqrt(n) / 2;
  }

  private static boolean peeking(Times t) {
    double[] d = t.differences();
    for (int n = 6; n <= d.length; n++) {
      var so = Sample.of(Arrays.copyOf(d, n));
      if (so.variance() > 0 && new TTest().tTest(0, so.values()) < 0.05) {
        return true;
      }
    }
    return false;
  }
}
