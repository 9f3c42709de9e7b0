package tapeline.laboratory.suite;

import static tapeline.laboratory.suite.Expectation.allocatesNothing;
import static tapeline.laboratory.suite.Expectation.ratio;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// The expectations of the tapes of modules 01 and 03, and whether their benchmarks say so.
public final class ScalarSuite {
  // spotless:off
  private static final List<Expectation> TAPES = List.of(
      ratio("expression: a tape of objects costs 5 to 100 times the formula",        "ScalarTapeBenchmark.freshTape",         "ScalarTapeBenchmark.byHand",           5,  100));

  private static final List<Expectation> FLAT_TAPES = List.of(
      allocatesNothing("reuse: a tape that is reset allocates nothing",              "ReuseBenchmark.flatTapeReused"),
      ratio("reuse: the flat tape stays within 1.3 of bare arrays",                  "ReuseBenchmark.flatTapeReused",         "ReuseBenchmark.bareArrayTape",         0.7, 1.3),
      ratio("reuse: a fresh tape costs more than one that is reset",                 "ReuseBenchmark.flatTapeFresh",          "ReuseBenchmark.flatTapeReused",        1.1, 10),
      ratio("polynomial chain: ten times the steps take ten times as long",          "ChainBenchmark.flatTapeReused 10000",   "ChainBenchmark.flatTapeReused 1000",   8,   12),
      ratio("polynomial chain: a tape of objects takes 2 to 20 times as long",       "ChainBenchmark.scalarTape 1000",        "ChainBenchmark.flatTapeReused 1000",   2,   20),
      ratio("polynomial chain: a gradient for less than 5 evaluations",              "PassBenchmark.flatTapeReused BOTH",     "PassBenchmark.flatTapeReused FORWARD", 1,   5),
      ratio("polynomial chain: backward costs more than forward",                    "PassBenchmark.flatTapeReused BACKWARD", "PassBenchmark.flatTapeReused FORWARD", 1,   4),
      ratio("shared subexpression: recorded 32 times it takes 3 to 5 times as long", "SharingBenchmark.flatTapeRecomputing",  "SharingBenchmark.flatTapeReused",      3,   5),
      ratio("many constants: what is folded is not paid for",                        "ConstantsBenchmark.flatTapeReused",     "ConstantsBenchmark.bareArrayTape",     0.2, 1));
  // spotless:on

  static final StandardSuite SUITE =
      new StandardSuite(
          "tapes of numbers", Map.of("01-scalar-tape", TAPES, "03-tape-reuse", FLAT_TAPES));

  private ScalarSuite() {}

  /// Prints it: `mvn -pl grader test -Drun=ScalarSuite`, after `-Dmodule=1,3 -Dbench`.
  static void main() throws IOException {
    SUITE.print();
  }
}
