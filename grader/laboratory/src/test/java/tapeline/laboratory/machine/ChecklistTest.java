package tapeline.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.instruments.machine.SystemInfo;
import tapeline.laboratory.machine.Checklist.State;

class ChecklistTest {
  private static final long GIB = 1L << 30;

  private static SystemInfo machine(int threads, String governor, double load) {
    return new SystemInfo(
        "chip",
        threads,
        threads,
        "",
        8 * GIB,
        "linux",
        "jvm",
        List.of(),
        governor,
        load,
        "",
        "not available",
        "");
  }

  private static List<String> lines(Checklist list, State state) {
    return list.in(state).stream().map(l -> l.what() + ": " + l.reason()).toList();
  }

  @Test
  void a_quiet_machine_is_in_order() {
    var list =
        Checklist.environment(
            machine(4, "performance", 0.2), new MachineState(OptionalInt.of(2), false, 4 * GIB));
    assertThat(lines(list, State.OK))
        .containsExactly(
            "other programs: 0.2 of 4 processors were wanted in the last minute",
            "clock: it is governed for \"performance\"",
            "processors: 4 at once",
            "pinned: 2 of 4 processors are allowed",
            "power: no battery is in use",
            "memory: 50 % is free");
  }

  @Test
  void what_disturbs_is_said_with_its_consequence() {
    var list =
        Checklist.environment(
            machine(1, "powersave", 3.5), new MachineState(OptionalInt.of(1), true, GIB / 2));
    assertThat(lines(list, State.WARNING))
        .containsExactly(
            "other programs: 3.5 of 1 processors were wanted in the last minute: a measurement would wait in line",
            "clock: it is governed for \"powersave\", and changes with the load",
            "processors: 1 at once: whatever else runs takes its time from what is measured",
            "pinned: 1 of 1 processors are allowed: the system may move the program between them; see taskset, and numactl where memory has several nodes",
            "power: the machine runs on its battery, and saves power",
            "memory: 6 % is free: it may swap");
    var busy =
        Checklist.environment(
            machine(4, "", 1.5), new MachineState(OptionalInt.of(2), false, 4 * GIB));
    assertThat(lines(busy, State.WARNING))
        .containsExactly(
            "other programs: 1.5 of 4 processors were wanted in the last minute: end what can be ended");
  }

  @Test
  void a_card_has_the_commands_that_lock_its_clocks_and_limit_its_power() {
    var machine =
        new SystemInfo(
            "chip", 4, 4, "", 8 * GIB, "linux", "jvm", List.of(), "", 0, "", "A card", "");
    var list = Checklist.environment(machine, new MachineState(OptionalInt.of(2), false, 4 * GIB));
    assertThat(list.lines().getLast().reason())
        .startsWith("A card: the driver does not tell")
        .contains("nvidia-smi -lgc MHZ,MHZ", "-pl WATTS");
  }

  @Test
  void what_is_not_known_is_neither_good_nor_bad() {
    var list =
        Checklist.environment(
            machine(4, "", -1), new MachineState(OptionalInt.empty(), false, 4 * GIB));
    assertThat(lines(list, State.NOT_KNOWN))
        .containsExactly(
            "other programs: the system does not tell its load",
            "clock: the system does not tell how it is governed",
            "pinned: the system does not tell which processors are allowed");
    assertThat(State.NOT_KNOWN).hasToString("not known");
  }

  @Test
  void the_allowed_processors_are_counted() {
    assertThat(MachineState.allowed("Name:\tjava\nCpus_allowed_list:\t0-2,5\nMems:\t0\n"))
        .as("0-2 and 5")
        .hasValue(4);
    assertThat(MachineState.allowed("Cpus_allowed_list:\t7")).as("7 alone").hasValue(1);
    assertThat(MachineState.allowed("Name:\tjava\n")).isEmpty();
  }

  @Test
  void the_machine_itself_can_be_looked_at() {
    assertThat(MachineState.now().freeMemory()).as("bytes that are free").isPositive();
  }

  @Test
  void a_wide_spread_and_an_endless_warm_up_are_warnings() {
    var conditions = Conditions.cpu("a sum", "int64", 1);
    double[] nanos = {100, 120, 80};
    var noisy = new BenchmarkResult("sum", conditions, nanos, 0, false, null, null);
    assertThat(lines(Checklist.of(noisy), State.WARNING))
        .containsExactly(
            "warm-up: not steady in 1 of 1: of those no number should be believed",
            "spread: the times' CV is 20.0 %, above 5 %: look for the reason, do not average it away");
    var calm = new BenchmarkResult("sum", conditions, new double[] {100, 101}, 0, true, null, null);
    assertThat(lines(Checklist.of(calm), State.OK))
        .containsExactly(
            "warm-up: steady in 1 of 1",
            "spread: the times' CV is 0.7 %",
            "raw samples: 2 times are kept");
  }

  /// Forks in which B takes so much longer than A.
  private static Comparison comparison(int forks, double slowdown) {
    var all = new ArrayList<Fork>();
    for (int i = 0; i < forks; i++) {
      double[] a = new double[40];
      Arrays.fill(a, 100 + i);
      double luck = i % 2 == 0 ? 1.001 : 1 / 1.001;
      double[] b = Arrays.stream(a).map(x -> x * slowdown * luck).toArray();
      all.add(new Fork(Sample.of(a), Sample.of(b), 1, 0, 0, false));
    }
    return new Comparison("before", "after", all, 0.05);
  }

  @Test
  void a_comparison_needs_ten_forks_and_a_look_at_itself() {
    assertThat(lines(Checklist.of(comparison(8, 1)), State.WARNING))
        .containsExactly(
            "forks: 8 JVMs, fewer than 10: a process shares its luck with all its runs");
    var good = Checklist.of(comparison(10, 1));
    assertThat(good.in(State.OK))
        .extracting(Checklist.Line::what)
        .containsExactly("warm-up", "forks", "A/A", "raw samples");
    assertThat(good.lines().getLast().reason()).isEqualTo("800 times are kept");
  }

  @Test
  void equal_code_that_looks_different_is_a_warning() {
    var list = Checklist.of(comparison(10, 1.02));
    assertThat(list.in(State.WARNING)).extracting(Checklist.Line::what).containsExactly("A/A");
    assertThat(list.in(State.WARNING).getFirst().reason())
        .contains("slower", "equal code is called different");
  }

  @Test
  void lists_are_joined_and_shown() {
    var ok = new Checklist(List.of(new Checklist.Line("forks", State.OK, "12 JVMs")));
    var bad = new Checklist(List.of(new Checklist.Line("power", State.WARNING, "low")));
    assertThat(ok.and(bad).table().rows())
        .containsExactly(List.of("forks", "ok", "12 JVMs"), List.of("power", "warning", "low"));
  }
}
