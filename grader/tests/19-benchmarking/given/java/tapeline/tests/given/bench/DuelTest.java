package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.bench.Conditions;
import tapeline.bench.UnfairComparisonException;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.bench.stats.Sample;

/// With JVMs, and so on a machine that does other things as well: nothing here depends on who wins
/// by a little.
class DuelTest {
  private static final Plan SMALL = new Plan(new int[] {6}, new double[] {0.05}, 20, 200, 100);

  private static Contender contender(Class<?> workload, int batch) {
    var classPath =
        List.of(
            Folders.of(workload),
            Folders.of(Duel.class),
            Folders.of(org.jspecify.annotations.NullMarked.class));
    return new Contender(
        workload.getSimpleName(),
        workload.getName(),
        classPath,
        List.of(),
        Conditions.cpu("additions", "int64", batch));
  }

  private static Duel duel(Class<?> a, Class<?> b, List<Fork> forks) {
    return new Duel(contender(a, 1), contender(b, 1), SMALL, 1, forks::add);
  }

  @Test
  void half_as_much_work_again_is_found() throws IOException {
    var forks = new ArrayList<Fork>();
    var comparison = duel(Spin.class, Spin.Slower.class, forks).run();
    assertThat(comparison.verdict()).as(comparison.toString()).isEqualTo(SpeedVerdict.SLOWER);
    assertThat(comparison.speedUp()).as("1/1.5, about").isBetween(0.45, 0.95);
    assertThat(comparison.forks()).isEqualTo(forks).hasSize(6);

    assertThat(forks.stream().map(Fork::swapped).distinct())
        .as("which JVM is started first is drawn, and recorded")
        .hasSize(2);
    for (var fork : forks) {

      assertThat(fork.a().size()).as("turns of A: two of each of 20 blocks").isEqualTo(40);
      assertThat(fork.b().size()).isEqualTo(40);
      assertThat(fork.cpuRatio()).as("B's processor time over A's").isNotNegative();
      assertThat(fork.bytesA()).as("bytes a unit of work that allocates nothing").isLessThan(100);
    }
  }

  @Test
  void work_of_other_threads_is_in_the_processor_time() throws IOException {
    var plan = new Plan(new int[] {5}, new double[] {0.05}, 25, 1000, 100);
    var comparison =
        new Duel(contender(Spin.class, 1), contender(Spin.Helped.class, 1), plan, 1, _ -> {}).run();
    assertThat(comparison.cpuRatio())
        .as("processor time of B, who has a second thread do the same again, over A's")
        .isGreaterThan(1.4);
  }

  @Test
  void a_forks_draws_depend_on_the_seed_and_its_number_alone() throws IOException {
    var forks = new ArrayList<Fork>();
    var plan = new Plan(new int[] {6}, new double[] {0.05}, 2, 200, 1); // no time decides here
    var duel = new Duel(contender(Spin.class, 1), contender(Spin.class, 1), plan, 1, forks::add);
    duel.run();
    for (int number : new int[] {5, 2, 4}) {
      assertThat(duel.fork(number).swapped())
          .as("which JVM is first in fork %d, measured again", number)
          .isEqualTo(forks.get(number).swapped());
    }
  }

  @Test
  void a_longer_class_path_and_another_flag_are_no_difference() throws IOException {
    var a = contender(Spin.Started.class, 1);
    var longer = new ArrayList<>(a.classPath());
    longer.add(Path.of("a-folder-that-is-not-there").toAbsolutePath());
    var b =
        new Contender(
            "longer", a.workload(), longer, List.of("-Dmore=1", "-Dodd=12"), a.conditions());
    // Each side says how it was started: what differs would be a wrong answer.
    new Duel(a, b, SMALL, 1, _ -> {}).fork(0);
    new Duel(b, a, SMALL, 1, _ -> {}).fork(1);
  }

  @Test
  void a_wrong_answer_is_not_timed() {
    assertThatThrownBy(() -> duel(Spin.class, Spin.Wrong.class, new ArrayList<>()).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Spin and Wrong compute different things: ")
        .hasMessageEndingWith(" for one input; a wrong answer is not timed");
  }

  @Test
  void a_jvm_that_ends_is_named() {
    assertThatThrownBy(() -> duel(Spin.class, Spin.Exits.class, new ArrayList<>()).run())
        .isInstanceOf(IOException.class)
        .hasMessage("Exits has ended before its turn was over");
  }

  @Test
  void unlike_conditions_never_meet() {
    assertThatThrownBy(
            () -> new Duel(contender(Spin.class, 1), contender(Spin.class, 8), SMALL, 1, _ -> {}))
        .isInstanceOf(UnfairComparisonException.class)
        .hasMessageEndingWith("batch: 1 and 8");
  }

  @Test
  void a_plan_looks_later_each_time_and_spends_at_each_look() {
    assertThat(Plan.STANDARD.alpha()).isEqualTo(0.05);
    assertThat(Plan.of(12).looks()).containsExactly(12);
    assertThatThrownBy(() -> new Plan(new int[] {8, 8}, new double[] {0.02, 0.03}, 1, 1, 1))
        .hasMessage(
            "a plan's looks rise, and each has a part of the error rate, got [8, 8] and [0.02, 0.03]");
    assertThatThrownBy(() -> new Plan(new int[] {8}, new double[] {}, 1, 1, 1))
        .hasMessage("a plan's looks rise, and each has a part of the error rate, got [8] and []");
  }

  private static Comparison times(double... ratios) {
    var forks = new ArrayList<Fork>();
    for (double r : ratios) {
      forks.add(new Fork(Sample.of(100, 100), Sample.of(100 * r, 100 * r), 1, 0, 0, false));
    }
    return new Comparison("A", "B", forks, 0.05);
  }

  @Test
  void a_comparison_says_what_is_known() {
    var faster = times(0.5, 0.51, 0.49, 0.5, 0.52, 0.48, 0.5, 0.5);
    assertThat(faster.verdict()).isEqualTo(SpeedVerdict.FASTER);
    assertThat(faster.interval().contains(2)).as("%s around 2", faster.interval()).isTrue();
    assertThat(faster.toString()).startsWith("2.00×, 95 % [").endsWith("p = 0.008: faster");
    assertThat(times(0.5, 1.5, 0.9, 1.1, 1.2, 0.8).verdict()).isEqualTo(SpeedVerdict.UNDECIDED);
  }

  @Test
  void a_comparison_ends_at_a_look_that_decides_or_at_the_last() {
    var plan = new Plan(new int[] {6, 8}, new double[] {0.04, 0.01}, 1, 1, 1);
    var clear = times(0.5, 0.51, 0.49, 0.5, 0.52, 0.48, 0.5, 0.5).forks();
    var unclear = times(0.5, 1.5, 0.9, 1.1, 1.2, 0.8, 1.1, 0.9).forks();
    assertThat(Comparison.ended("A", "B", plan, clear.subList(0, 5))).as("no look").isEmpty();
    assertThat(Comparison.ended("A", "B", plan, clear.subList(0, 6)))
        .as("p = 2/64 of six that agree")
        .hasValueSatisfying(c -> assertThat(c.alpha()).isEqualTo(0.04));
    assertThat(Comparison.ended("A", "B", plan, unclear.subList(0, 6))).as("go on").isEmpty();
    assertThat(Comparison.ended("A", "B", plan, unclear))
        .as("the last look, with its own part of the error rate")
        .hasValueSatisfying(c -> {
          assertThat(c.alpha()).isEqualTo(0.01);
          assertThat(c.verdict()).isEqualTo(SpeedVerdict.UNDECIDED);
        });
  }

  @Test
  void no_regression_is_shown_and_not_assumed() {
    assertThat(times(1, 1.01, 0.99, 1, 1.01, 0.99).hasNoRegression(0.05))
        .as("six forks within 1 %")
        .isTrue();
    assertThat(times(0.8, 1.3, 1, 0.9, 1.2, 1.1).hasNoRegression(0.05))
        .as("six forks that do not tell: undecided is no proof")
        .isFalse();
    var forks = times(1, 1.01, 0.99, 1, 1.01, 0.99).forks();
    assertThat(new Comparison("A", "B", forks, 0.01).hasNoRegression(0.05))
        .as("a look that spends 1 %: six signs agree by chance in 1 of 64")
        .isFalse();
  }
}
