package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.stats.Interval;
import tapeline.laboratory.suite.Expectation.Outcome;

class StandardSuiteTest {
  private static final StandardSuite SUITE =
      new StandardSuite(
          "made-up tapes",
          Map.of(
              "03-tape",
              List.of(
                  Expectation.ratio("twice as long", "A.slow 10", "A.fast 10", 1.8, 2.2),
                  Expectation.ratio("as long for 20", "A.slow 20", "A.fast 10", 0.9, 1.1),
                  Expectation.ratio("somewhat longer", "A.slow 10", "A.fast 10", 1.9, 2),
                  Expectation.allocatesNothing("no object", "A.fast 10"),
                  Expectation.allocatesNothing("none here, either", "A.slow 10"),
                  Expectation.ratio("a third one", "A.third", "A.fast 10", 0.9, 1.1))));

  @TempDir Path folder;

  /// A result as JMH writes it, with the time of each fork in two iterations.
  private static String result(String method, String n, double bytes, double... forks) {
    var raw = new StringBuilder();
    for (double f : forks) {
      raw.append(raw.isEmpty() ? "" : ",").append("[%s, %s]".formatted(f - 1, f + 1));
    }
    return """
    {"benchmark": "tapeline.made.A.%s", "params": {"n": "%s", "device": "cpu"},
     "primaryMetric": {"rawData": [%s]},
     "secondaryMetrics": {"gc.alloc.rate.norm": {"score": %s}}}
    """
        .formatted(method, n, raw, bytes);
  }

  private void measure(String... results) throws IOException {
    Files.writeString(folder.resolve("03-tape.json"), "[" + String.join(",", results) + "]");
    Files.writeString(folder.resolve("03-tape.txt"), "03-tape, your files · JDK 25\n\nA\n");
  }

  private static List<Expectation> expectations() {
    return Objects.requireNonNull(SUITE.expectations().get("03-tape"));
  }

  private List<Outcome> outcomes() throws IOException {
    var scores = JmhScore.read(folder.resolve("03-tape.json"));
    return expectations().stream().map(e -> e.outcome(e.measured(scores))).toList();
  }

  @Test
  void an_expectation_holds_when_the_whole_interval_says_so() throws IOException {
    measure(
        result("fast", "10", 0.3, 100, 101, 99),
        result("fastAgain", "10", 0.3, 100, 101, 99),
        result("slow", "10", 4800, 200, 203, 199),
        result("slow", "20", 4800, 400, 401, 399));
    assertThat(outcomes())
        .containsExactly(
            Outcome.HELD,
            Outcome.DID_NOT_HOLD,
            Outcome.UNDECIDED,
            Outcome.HELD,
            Outcome.DID_NOT_HOLD,
            Outcome.NOT_MEASURED);
    assertThat(SUITE.report(folder))
        .contains("twice as long", "1.80 to 2.20", "held", "did not hold", "undecided")
        .contains("A/A: of 1 baselines 0 differ from themselves []\n")
        .contains("03-tape, your files · JDK 25")
        .contains("not measured: run mvn -pl grader test -Dmodule=03 -Dbench");
  }

  @Test
  void one_fork_has_no_interval() throws IOException {
    measure(result("fast", "10", 0, 100), result("slow", "10", 0, 200));
    var scores = JmhScore.read(folder.resolve("03-tape.json"));
    var first = expectations().getFirst();
    var measured = first.measured(scores);
    assertThat(first.row(scores)).contains("too few forks", "undecided");
    assertThat(first.outcome(measured)).isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void a_baseline_that_differs_from_itself_is_named() throws IOException {
    measure(result("fast", "10", 0, 100, 101, 99), result("fastAgain", "10", 0, 150, 151, 149));
    assertThat(SUITE.report(folder)).contains("of 1 baselines 1 differ from themselves [A.fast]");
  }

  private String notes(String first, String second) throws IOException {
    Files.writeString(folder.resolve("03-tape.txt"), first + "\n\nA\n");
    Files.writeString(folder.resolve("04-tensor.txt"), second + "\n\nA\n");
    var two = Map.of("03-tape", List.<Expectation>of(), "04-tensor", List.<Expectation>of());
    return new StandardSuite("two", two).report(folder);
  }

  @Test
  void modules_that_were_measured_at_different_commits_are_named_with_a_warning()
      throws IOException {
    var first = "03-tape, your files · JDK 25 · commit ab · flags -x · 2026-11-27T08:00:00Z";
    var same =
        "04-tensor, the reference solution · JDK 25 · commit ab · flags · 2026-11-28T08:00:00Z";
    assertThat(notes(first, same)).contains(first, same).doesNotContain("not all measured");
    for (var other : new String[] {same.replace("ab", "ab, changed"), same.replace("25", "26")}) {
      assertThat(notes(first, other)).contains(other, "the modules were not all measured on one");
    }
  }

  @Test
  void without_results_it_says_what_to_run() throws IOException {
    assertThat(ScalarSuite.SUITE.report(folder))
        .contains("polynomial chain: ten times the steps take ten times as long", "not measured")
        .contains("run mvn -pl grader test -Dmodule=01,03 -Dbench");
    assertThat(TensorSuite.SUITE.report(folder)).contains("-Dmodule=04,05,06,08,09 -Dbench");
  }

  private static Outcome outcome(double low, double high) {
    return Expectation.ratio("a ratio", "A.slow", "A.fast", 1.5, 3)
        .outcome(Optional.of(new Interval(low, high, 0.95)));
  }

  @Test
  void an_interval_inside_holds_one_outside_does_not_and_one_across_an_edge_decides_nothing() {
    assertThat(outcome(1.5, 3)).as("[1.5, 3] in 1.5 to 3").isEqualTo(Outcome.HELD);
    assertThat(outcome(1, 1.4)).as("[1, 1.4] below 1.5").isEqualTo(Outcome.DID_NOT_HOLD);
    assertThat(outcome(3.1, 4)).as("[3.1, 4] above 3").isEqualTo(Outcome.DID_NOT_HOLD);
    assertThat(outcome(1.4, 2)).as("[1.4, 2] across 1.5").isEqualTo(Outcome.UNDECIDED);
    assertThat(outcome(2, 3.1)).as("[2, 3.1] across 3").isEqualTo(Outcome.UNDECIDED);
    assertThat(outcome(1, 4)).as("[1, 4] around 1.5 to 3").isEqualTo(Outcome.UNDECIDED);
  }
}
