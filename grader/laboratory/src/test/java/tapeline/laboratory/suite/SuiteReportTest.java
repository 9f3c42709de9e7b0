package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.laboratory.FakeTime;
import tapeline.laboratory.machine.Checklist;

class SuiteReportTest {
  private static final SystemInfo MACHINE =
      new SystemInfo("chip", 2, 2, "", 1L << 30, "linux", "jvm", List.of(), "", 0.1);

  @TempDir Path folder;
  private final FakeTime time = new FakeTime();

  /// 2 µs forward, 6 µs backward, 100 bytes forward.
  private final Pass pass =
      new Pass() {
        @Override
        public double forward() {
          time.work(2_000);
          time.allocate(100);
          return 1;
        }

        @Override
        public double backward() {
          time.work(6_000);
          return 2;
        }

        @Override
        public int nodes() {
          return 7;
        }

        @Override
        public @Nullable Long peakBytes() {
          return null;
        }
      };

  private SuiteEntry entry(SuiteEntry.Ratio... ratios) {
    return new SuiteEntry(
        "a pass",
        "(3,5)",
        "float32",
        16,
        Scope.COMPONENT,
        pass,
        () -> 3e-8,
        () -> List.of(Hypothesis.count("a pass: seven nodes", 7, pass.nodes(), "nodes")),
        List.of(ratios));
  }

  private static ForkTime took(int fork, Phase phase, double nanos, boolean steady) {
    var conditions = Conditions.cpu("a pass", "float32", 16);
    double[] runs = {nanos, nanos, 5 * nanos};
    return new ForkTime(
        fork,
        phase,
        new BenchmarkResult("a pass", conditions, runs, 100 + fork, steady, null, null));
  }

  /// A report on forks of different speed; in each, backward takes three times its forward.
  private SuiteReport report(int forks) {
    var times = new ArrayList<ForkTime>();
    for (int fork = 0; fork < forks; fork++) {
      double luck = 1 + 0.1 * fork;
      times.add(took(fork, Phase.BACKWARD, 6_000 * luck, true));
      times.add(took(fork, Phase.FORWARD, 2_000 * luck, true));
      times.add(took(fork, Phase.TOTAL, 8_000 * luck, fork > 0));
    }
    var three =
        new SuiteEntry.Ratio("a pass: three times", Phase.BACKWARD, Phase.FORWARD, 2.9, 3.1);
    return SuiteReport.of("made up", List.of(entry(three)), times, forks, MACHINE);
  }

  @Test
  void a_pass_is_timed_by_itself_however_many_a_run_has() {
    var timer = new PassTimer(20, time, List.of("-Xbatch"));
    assertThat(timer.time(entry(), Phase.FORWARD).nanos()).containsOnly(2_000);
    assertThat(timer.time(entry(), Phase.BACKWARD).nanos()).containsOnly(6_000);
    var total = timer.time(entry(), Phase.TOTAL);
    assertThat(total.nanos()).containsOnly(8_000);
    assertThat(total.bytesPerRun()).as("bytes of one pass").isEqualTo(100);
    assertThat(total.steady()).as("times that do not vary").isTrue();
    assertThat(total.conditions().flags()).containsExactly("-Xbatch");
  }

  @Test
  void a_run_is_long_enough_for_the_clock() {
    var timer = new PassTimer(1, time, List.of());
    long before = time.nanos();
    int runs = timer.time(entry(), Phase.FORWARD).nanos().length;
    assertThat(runs).as("runs that count").isGreaterThanOrEqualTo(20);
    assertThat((time.nanos() - before) / (200.0 + runs))
        .as("nanoseconds a run: a clock's step of 30 ns must not count")
        .isGreaterThan(100_000);
  }

  @Test
  void the_middle_fork_speaks_for_all() {
    var e = report(7).entries().getFirst();
    assertThat(e.nanos(Phase.FORWARD)).as("the median of 2, 2.2, … 3.2 µs").isEqualTo(2_600);
    assertThat(e.throughput()).as("16 examples in 10.4 µs").isCloseTo(16 / 10.4e-6, within(1));
    assertThat(e.bytes()).as("the least of 100, 101, … bytes").isEqualTo(100);
    assertThat(e.unsteady()).as("measurements that were not steady").isEqualTo(1);
  }

  @Test
  void a_forks_luck_cancels_in_its_ratio() {
    var hypotheses = report(7).entries().getFirst().hypotheses();
    assertThat(hypotheses)
        .extracting(Hypothesis::outcome)
        .as("seven nodes; backward three times its forward in every fork")
        .containsExactly(Hypothesis.Outcome.HELD, Hypothesis.Outcome.HELD);
    assertThat(report(5).entries().getFirst().hypotheses().getLast())
        .extracting(Hypothesis::measured, Hypothesis::outcome)
        .as("five forks have no 95 %% interval")
        .containsExactly("too few forks", Hypothesis.Outcome.UNDECIDED);
  }

  @Test
  void the_tables_say_what_was_measured() {
    var report = report(7);
    assertThat(report.times().rows().getFirst())
        .containsExactly(
            "a pass",
            "2.600",
            "15.6",
            "7.800",
            "15.6",
            "10.40",
            "15.6",
            "1.54e+06",
            "not steady: 1 of 21");
    assertThat(report(5).times().rows().getFirst().get(2)).as("no interval").isEqualTo("–");
    assertThat(report.counts().rows().getFirst())
        .containsExactly(
            "a pass", "(3,5)", "float32", "cpu", "16", "component", "7", "–", "100", "3e-08");
    assertThat(report.hypotheses().rows().getFirst())
        .containsExactly("a pass: seven nodes", "7 nodes", "7 nodes", "held");
  }

  @Test
  void the_method_is_checked() {
    var method = report(7).method();
    assertThat(method.in(Checklist.State.WARNING))
        .extracting(Checklist.Line::what)
        .as("not steady in 1 of 21; seven forks")
        .containsExactly("warm-up", "forks");
    assertThat(method.in(Checklist.State.NOT_KNOWN))
        .extracting(Checklist.Line::what)
        .containsExactly("A/A");
    assertThat(method.lines().getLast().reason()).isEqualTo("63 times are kept");
  }

  @Test
  void what_is_written_is_read_again() throws IOException {
    var report = report(6);
    var file = folder.resolve("new/suite.json");
    report.write(file);
    var again = SuiteReport.read(file);
    assertThat(again.entries()).isEqualTo(report.entries());
    assertThat(again.machine()).isEqualTo(MACHINE);
    assertThat(again.times()).hasToString(report.times().toString());
  }

  @Test
  void a_fork_that_says_something_else_is_quoted() {
    var time = took(3, Phase.TOTAL, 5, true);
    assertThat(time.toLine()).doesNotContain("\n");
    assertThat(ForkTime.fromLine(time.toLine())).isEqualTo(time);
    assertThatThrownBy(() -> ForkTime.fromLine("OutOfMemoryError"))
        .hasMessage("a fork of the suite said: OutOfMemoryError");
  }

  private static org.assertj.core.data.Offset<Double> within(double off) {
    return org.assertj.core.api.Assertions.within(off);
  }
}
