package tapeline.laboratory.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.Workload;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instruments.machine.SystemInfo;
import tapeline.laboratory.MadeUp;
import tapeline.laboratory.SpinWork;
import tapeline.laboratory.workload.HornerPass;

/// The watch with measurements that are made up, and its counting with a real JVM.
@Needs(Need.FONTS)
class RegressionWatchTest {
  private static final Budget.Counts COUNTS = new Budget.Counts(0, 0, 1e-9, 41);
  private static final Tracked HORNER = tracked("horner", MadeUp.CONDITIONS);

  @TempDir Path folder;
  private BaselineStore store;
  private final Fake fake = new Fake();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private interface Interrupting {
    void run() throws IOException;
  }

  /// Says what it is told to.
  private static final class Fake extends Measurer {
    Comparison comparison = MadeUp.comparison("old", "new", 1, 4);
    Budget.Counts counts = COUNTS;
    String fails = "";
    boolean full;
    Interrupting meanwhile = () -> {};

    Fake() {
      super(Plan.of(2), 1);
    }

    @Override
    public Budget.Counts count(Contender contender) throws IOException {
      if (fails.equals(contender.workload())) {
        throw new IOException("no JVM today");
      }
      if (full) {
        throw new UncheckedIOException("the disk is full", new IOException());
      }
      assertThat(contender.classPath()).as("the program, then the harness").hasSize(2);
      return counts;
    }

    @Override
    public Comparison compare(Contender before, Contender now) throws IOException {
      meanwhile.run();
      assertThat(before.classPath().getFirst()).isNotEqualTo(now.classPath().getFirst()).exists();
      return comparison;
    }
  }

  private static Tracked tracked(String name, Conditions conditions) {
    return new Tracked(name, HornerPass.With50.class.getName(), MadeUp.classPath(), conditions);
  }

  @BeforeEach
  void open() {
    store = new BaselineStore(folder, MachineId.of(MadeUp.MACHINE));
  }

  private String run(int code, String commit, boolean accept, Tracked... tracked) {
    said.reset();
    var watch = new RegressionWatch(store, fake, Budget.STRICT, new PrintStream(said, true, UTF_8));
    int got = watch.run(List.of(tracked), commit, accept);
    var words = said.toString(UTF_8);
    assertThat(got).as("the exit code, having said:\n%s", words).isEqualTo(code);
    return words;
  }

  @Test
  void the_first_check_keeps_the_baseline() throws IOException {
    assertThat(run(0, "c1", false, HORNER))
        .contains("horner: c1 is the first baseline of this machine", "nothing was compared");
    var baseline = store.newest("horner").orElseThrow();
    assertThat(baseline.commit()).isEqualTo("c1");
    assertThat(baseline.counts()).isEqualTo(COUNTS);
    assertThat(store.history("horner")).isEmpty();
  }

  @Test
  void after_an_update_of_the_jdk_it_says_with_which_baselines_nothing_was_compared()
      throws IOException {
    run(0, "c1", false, HORNER);
    var m = MachineId.of(MadeUp.MACHINE);
    store =
        new BaselineStore(
            folder, new MachineId(m.processor(), m.cores(), m.threads(), m.memory(), "JDK 99"));
    assertThat(run(0, "c2", false, HORNER))
        .contains("not compared with the baselines of another machine: ", m.jvm())
        .contains("nothing was compared")
        .doesNotContain("no regression found");
    assertThat(run(0, "c3", false, HORNER)).contains("no regression found");
    Files.writeString(store.folder("horner").resolve("tracked.json"), "{");
    store = new BaselineStore(folder, new MachineId("another", 1, 1, 1, "JDK 99"));
    assertThat(run(0, "c4", false, HORNER)).contains("tracked.json, which cannot be read");
  }

  @Test
  void equal_code_is_no_regression() throws IOException {
    run(0, "c1", false, HORNER);
    assertThat(run(0, "c2", false, HORNER)).contains("undecided", "trend of 1 checks: ");
    var check = store.history("horner").getFirst();
    assertThat(check.commit()).isEqualTo("c2");
    assertThat(check.ratio()).isBetween(check.low(), check.high());
    assertThat(store.folder("horner").resolve("trend.svg"))
        .content()
        .contains("<title>horner</title>", "</svg>");
  }

  @Test
  void a_slowdown_is_named() throws IOException {
    run(0, "c1", false, HORNER);
    fake.comparison = MadeUp.comparison("old", "new", 1.1, 1);
    assertThat(run(1, "c2", false, HORNER))
        .contains("over the budget: time: 0.9", "allowed are 5.00 % more", "regression: horner");
    var check = store.history("horner").getFirst();
    assertThat(check.ratio()).as("its time over the baseline's").isCloseTo(1.1, within(0.01));
    assertThat(check.low()).isLessThan(check.high());
    assertThat(check.over()).hasSize(1);
    fake.comparison = MadeUp.comparison("old", "new", 1.03, 1);
    assertThat(run(0, "c3", false, HORNER)).as("3 % are within the budget").contains("slower");
  }

  @Test
  void a_new_allocation_and_a_longer_tape_are_named() {
    run(0, "c1", false, HORNER);
    fake.counts = new Budget.Counts(24, 2, 1e-3, 42);
    assertThat(run(1, "c2", false, HORNER))
        .contains("allocation: 24 bytes a run instead of 0")
        .contains("allocation: 2 objects a run instead of 0, allowed are 0 more")
        .contains("gradients: an error of 0.0010")
        .contains("tape: 42 nodes instead of 41");
  }

  @Test
  void what_the_data_do_not_tell_is_said() {
    run(0, "c1", false, HORNER);
    fake.comparison = MadeUp.exactly(0.8, 1.3, 1, 0.9, 1.2, 1.1);
    assertThat(run(0, "c2", false, HORNER))
        .contains("not shown to be within 5 % either: the data do not tell");
  }

  @Test
  void what_cannot_be_measured_is_no_success() throws IOException {
    run(0, "c1", false, HORNER);
    fake.fails = HornerPass.With50.class.getName();
    assertThat(run(2, "c2", false, HORNER))
        .contains("horner: not measured: no JVM today", "not measured: horner");
    fake.fails = "";
    assertThat(run(2, "c3", false, tracked("horner", Conditions.cpu("another", "float64", 1))))
        .contains(
            "a comparison needs the same conditions", "task: matmul (64,64)·(64,64) and another");
    var lost = new Tracked("lost", "no.Such", MadeUp.classPath(), MadeUp.CONDITIONS);
    assertThat(run(2, "c4", false, lost)).contains("no.Such is not");
    assertThat(store.history("horner")).as("nothing was written").isEmpty();
    Files.writeString(store.folder("horner").resolve("tracked.json"), "?\n");
    assertThat(run(2, "c5", false, HORNER)).contains("tracked.json, line 1");
  }

  @Test
  void a_verdict_is_said_though_nothing_can_be_written_after_it() throws IOException {
    run(0, "c1", false, HORNER);
    Files.createDirectories(store.folder("horner").resolve("trend.svg").resolve("in the way"));
    fake.comparison = MadeUp.comparison("old", "new", 1.1, 1);
    assertThat(run(1, "c2", true, HORNER))
        .as("without a picture")
        .contains("no picture of the trend: ", "horner: c2 is baseline 2 now");
    try (var files = Files.list(store.folder("horner"))) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .as("no half a picture")
          .containsExactlyInAnyOrder(
              ".lock", "baseline-1.jar", "baseline-2.jar", "tracked.json", "trend.svg");
    }
    fake.full = true;
    assertThat(run(2, "c3", false, HORNER)).contains("horner: not measured: the disk is full");
  }

  @Test
  void a_check_that_is_not_kept_has_its_verdict() throws IOException {
    run(0, "c1", false, HORNER);
    var json = store.folder("horner").resolve("tracked.json");
    fake.meanwhile = () -> Files.writeString(json, "?");
    assertThat(run(2, "c2", false, HORNER))
        .contains("undecided", "  not kept: ", "not kept: horner");
    store = new BaselineStore(folder.resolve("another"), MachineId.of(MadeUp.MACHINE));
    fake.meanwhile = () -> {};
    run(0, "c1", false, HORNER);
    fake.comparison = MadeUp.comparison("old", "new", 1.1, 1);
    var other = store.folder("horner").resolve("tracked.json");
    fake.meanwhile = () -> Files.writeString(other, "?");
    assertThat(run(1, "c2", false, HORNER)).contains("  not kept: ", "regression: horner");
  }

  /// Work that says what a count looks like, and ends its JVM.
  public static final class Leaves implements Workload {
    @Override
    public void prepare(long seed) {}

    @Override
    public double run(int units) {
      IO.println("\n1 1 1 1");
      System.exit(3);
      return 0;
    }
  }

  /// Work without an end.
  public static final class Stays implements Workload {
    @Override
    public void prepare(long seed) {}

    @Override
    public double run(int units) {
      while (true) {
        LockSupport.park();
      }
    }
  }

  @Test
  void work_that_ends_its_jvm_is_not_counted() {
    assertThatThrownBy(() -> new Measurer(Plan.of(2), 1).count(contender(Leaves.class)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Leaves could not be counted: it ended with 3");
  }

  @Test
  void counting_ends_with_the_one_that_asked_for_it() throws IOException, InterruptedException {
    var path = MadeUp.classPath().stream().map(Path::toString).toList();
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                String.join(File.pathSeparator, path),
                Counting.class.getName(),
                Stays.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      process.getOutputStream().close();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended by itself").isTrue();
      assertThat(process.getInputStream().readAllBytes()).as("without a complaint").isEmpty();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void a_regression_counts_though_another_failed() {
    run(0, "c1", false, HORNER);
    fake.comparison = MadeUp.comparison("old", "new", 1.1, 1);
    var lost = new Tracked("lost", "no.Such", MadeUp.classPath(), MadeUp.CONDITIONS);
    assertThat(run(1, "c2", false, lost, HORNER))
        .contains("not measured: lost", "regression: horner");
  }

  @Test
  void an_accepted_version_is_the_next_baseline_and_the_trend_goes_on() throws IOException {
    run(0, "c1", false, HORNER);
    fake.comparison = MadeUp.comparison("old", "new", 1.1, 1);
    assertThat(run(1, "c2", true, HORNER)).contains("horner: c2 is baseline 2 now");
    assertThat(store.newest("horner").orElseThrow().toFirst()).isCloseTo(1.1, within(0.01));
    assertThat(run(1, "c3", false, HORNER)).contains("regression: horner");
    assertThat(store.history("horner").getLast().ratio())
        .as("1.1 of 1.1 of the first baseline")
        .isCloseTo(1.21, within(0.02));
  }

  /// Runs the command in a JVM of its own, as CI does.
  private String command(int code, String... args) throws IOException, InterruptedException {
    var path = new ArrayList<>(MadeUp.classPath().stream().map(Path::toString).toList());
    path.add(MadeUp.folderOf(SystemInfo.class).toString());
    path.add(System.getProperty("java.class.path"));
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Dstdout.encoding=UTF-8"));
    command.addAll(List.of("-cp", String.join(File.pathSeparator, path)));
    command.add(RegressionCheck.class.getName());
    command.addAll(List.of(args));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var words = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as("the exit code, having said:\n%s", words).isEqualTo(code);
    return words;
  }

  @Test
  void the_command_ends_with_its_code() throws IOException, InterruptedException {
    var spin = "spin=" + SpinWork.class.getName();
    assertThat(command(2, folder.toString(), "c1", "spin")).contains("arguments: STORE COMMIT");
    assertThat(command(0, folder.toString(), "c1", spin))
        .contains("spin: c1 is the first baseline of this machine");
    assertThat(command(2, folder.toString(), "c2", spin, spin))
        .contains("not measured: a workload has one class, got another: spin=");
    try (var files = Files.walk(folder)) {
      var baseline = files.filter(f -> f.endsWith("tracked.json")).findFirst().orElseThrow();
      Files.writeString(baseline, "{");
    }
    assertThat(command(2, folder.toString(), "c2", spin)).contains("tracked.json, line 1");
  }

  @Test
  void counting_is_exact() throws IOException {
    var real = new Measurer(Plan.of(2), 1);
    var plain = real.count(contender(HornerPass.With50.class));
    assertThat(plain.bytes()).as("bytes that fifty passes allocate").isZero();
    assertThat(plain.nodes()).as("1 + 2·20").isEqualTo(41);
    assertThat(plain.gradientError()).isBetween(0.0, 1e-13);
    assertThat(real.count(contender(HornerPass.Copies.class)).bytes())
        .as("fifty copies of 21 numbers, of 16 + 8·21 bytes")
        .isEqualTo(50 * 184);
    assertThat(plain.objects()).as("objects that fifty passes make").isZero();
    assertThat(real.count(contender(HornerPass.Copies.class)).objects())
        .as("fifty copies, an array each")
        .isEqualTo(50);
    assertThat(real.count(contender(SpinWork.class)))
        .as("of what does not count by itself: bytes alone")
        .isEqualTo(new Budget.Counts(0, 0, 0, 0));
    assertThatThrownBy(() -> real.count(contender(String.class)))
        .hasMessageStartingWith("String could not be counted: it ended with 1")
        .hasMessageContaining("ClassCastException");
  }

  private static Contender contender(Class<?> type) {
    return new Contender(
        type.getSimpleName(), type.getName(), MadeUp.classPath(), List.of(), MadeUp.CONDITIONS);
  }
}
