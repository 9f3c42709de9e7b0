package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.jmh.TwoRuns;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// On made-up results, whose truth is known.
@Tag("19.12")
class TwoRunsTest {
  private static Table samples() {
    return Table.create(
        StringColumn.create("benchmark"),
        StringColumn.create("parameters"),
        IntColumn.create("fork"),
        IntColumn.create("iteration"),
        DoubleColumn.create("ns"));
  }

  /// Adds a fork for each mean, of two iterations `apart` on either side of it.
  private static Table forks(
      Table samples, String benchmark, String parameters, double apart, double... means) {
    for (int fork = 1; fork <= means.length; fork++) {
      for (int iteration = 1; iteration <= 2; iteration++) {
        var row = samples.appendRow();
        row.setString("benchmark", benchmark);
        row.setString("parameters", parameters);
        row.setInt("fork", fork);
        row.setInt("iteration", iteration);
        row.setDouble("ns", means[fork - 1] + (iteration == 1 ? -apart : apart));
      }
    }
    return samples;
  }

  @Test
  void a_change_has_its_ratio() {
    var before = forks(samples(), "sort", "n = 100", 1, 99, 100, 101);
    var after = forks(samples(), "sort", "n = 100", 1, 49, 50, 51);
    var changes = TwoRuns.changes(before, after);
    assertThat(changes.rowCount()).as("changes: 50 ns after, 100 ns before").isEqualTo(1);
    assertThat(changes.doubleColumn("ratio").get(0))
        .as("the ratio, the mean after by the mean before")
        .isCloseTo(0.5, within(1e-9));
    assertThat(changes.doubleColumn("mean before").get(0)).as("mean before").isEqualTo(100);
  }

  @Test
  void a_fork_is_one_value() {
    var before = forks(samples(), "sort", "n = 100", 0.1, 90, 100, 101);
    var after = forks(samples(), "sort", "n = 100", 0.1, 105, 108, 113);
    assertThat(TwoRuns.changes(before, after).rowCount())
        .as(
            "changes when forks differ by ten, and the two iterations of each by 0.2: p is 0.09 by forks")
        .isZero();
  }

  @Test
  void a_benchmark_is_compared_with_itself_at_the_same_parameters() {
    var before = forks(samples(), "sort", "n = 100", 1, 99, 100, 101);
    forks(before, "sort", "n = 900", 1, 899, 900, 901);
    var after = forks(samples(), "sort", "n = 900", 1, 449, 450, 451);
    forks(after, "sort", "n = 100", 1, 99, 100, 101);
    forks(after, "copy", "n = 900", 1, 9, 10, 11);
    var changes = TwoRuns.changes(before, after);
    assertThat(changes.stringColumn("parameters").asList())
        .as("parameters of what changed: n = 100 took as long, copy was not measured before")
        .containsExactly("n = 900");
  }

  @Test
  void the_largest_speed_up_comes_first() {
    var before = samples();
    var after = samples();
    var names = new String[] {"a", "b", "c"};
    var factors = new double[] {0.8, 0.5, 1.5};
    for (int i = 0; i < 3; i++) {
      forks(before, names[i], "", 0.1, 99.9, 100, 100.1);
      forks(
          after,
          names[i],
          "",
          0.1,
          100 * factors[i] - 0.1,
          100 * factors[i],
          100 * factors[i] + 0.1);
    }
    assertThat(TwoRuns.changes(before, after).stringColumn("benchmark").asList())
        .as("what changed, by ratio: a by 0.8, b by 0.5, c by 1.5")
        .containsExactly("b", "a", "c");
  }

  @Test
  void one_of_twenty_may_look_changed() {
    var before = samples();
    var after = samples();
    for (int i = 0; i < 20; i++) {
      forks(before, "op " + i, "", 1, 99, 100, 101);
      forks(
          after,
          "op " + i,
          "",
          1,
          i == 7 ? new double[] {102, 103, 104} : new double[] {99, 100, 101});
    }
    assertThat(TwoRuns.changes(before, after).rowCount())
        .as("changes of twenty benchmarks, of which one has p = 0.02: 20 times 0.02 is no evidence")
        .isZero();
  }
}
