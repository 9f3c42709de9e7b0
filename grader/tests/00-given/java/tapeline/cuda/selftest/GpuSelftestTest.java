package tapeline.cuda.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tapeline.cuda.CourseKernels;
import tapeline.cuda.selftest.GpuSelftest.Sizes;
import tapeline.cuda.selftest.KernelTrial.Start;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.toolkit.Todo;

class GpuSelftestTest {
  private static final Sizes SMALL = new Sizes(6, 50, 40);
  private static final int KERNELS = 9;

  private static KernelTrial trial(String kernel) {
    return KernelTrials.small().stream()
        .filter(t -> t.kernel().equals(kernel))
        .findFirst()
        .orElseThrow();
  }

  private static KernelTrial with(KernelTrial trial, Start start) {
    return new KernelTrial(
        trial.kernel(),
        trial.size(),
        trial.inputs(),
        trial.outputs(),
        start,
        trial.reference(),
        trial.tolerance(),
        trial.ceiling(),
        trial.work());
  }

  private static CheckResult onEmulator(KernelTrial trial) {
    try (var gpu = Gpu.on(new EmulatedGpu())) {
      return KernelCheck.of(trial, gpu);
    }
  }

  @Test
  void without_a_card_the_emulator_is_checked_and_there_are_no_times() {
    try (var gpu = Gpu.on(new EmulatedGpu())) {
      var report = GpuSelftest.run(gpu, Optional.empty(), SMALL, 1, _ -> {});
      assertThat(report.checks())
          .as("nine kernels in three sizes, six ops of the backend")
          .hasSize(3 * KERNELS + 6)
          .allSatisfy(check -> assertThat(check.problem()).as(check.what()).isEmpty());
      assertThat(report.speeds()).isEmpty();
      assertThat(report.text())
          .endsWith("All 33 answers are right. There are no times: an emulator has no clock.\n");
    }
  }

  @Test
  void a_kernel_that_writes_nothing_is_found_out() {
    Start elsewhere = (to, in, _) -> to.scale(0, in.getFirst(), in.getFirst());
    assertThat(onEmulator(with(trial("transpose"), elsewhere)).problem())
        .startsWith("element 0 is NaN, on the CPU ");
  }

  @Test
  void a_transpose_that_leaves_out_the_last_row_is_found_out() {
    var all = trial("transpose"); // (33,517)
    var short1 = with(all, (to, in, y) -> to.transpose(in.getFirst(), y, 32, 517));
    assertThat(onEmulator(short1).passed()).isFalse();
  }

  @Test
  void an_exercise_that_is_not_started_is_a_problem_with_its_number() {
    var todo =
        with(
            trial("softmax"),
            (_, _, _) -> {
              throw new Todo("10.4", "row softmax");
            });
    assertThat(onEmulator(todo).problem())
        .isEqualTo("exercise 10.4 is still to be written: row softmax");
  }

  @Test
  void errors_are_shares_of_what_was_added_up() {
    var sum = new KernelTrial.Expected(1, 1000); // of 500.5 and −499.5, say
    assertThat(sum.error(2)).isEqualTo(1e-3);
    assertThat(sum.error(1)).isZero();
    assertThat(sum.error(Float.NaN)).isInfinite();
    assertThat(KernelTrial.Expected.of(0).error(1e-9f)).as("0 has no room to err").isInfinite();
  }

  @Test
  void a_distance_is_counted_in_steps_from_float_to_float() {
    assertThat(KernelCheck.apart(new float[] {1, 2}, 1, 2)).isEqualTo("bit for bit");
    assertThat(KernelCheck.apart(new float[] {1, 2, 3}, 1, Math.nextUp(2f), 3))
        .isEqualTo("1 of 3 differ, by 1 ulp at most");
    assertThat(
            KernelCheck.apart(
                new float[] {Float.MIN_VALUE, -1}, -Float.MIN_VALUE, Math.nextDown(-1f)))
        .as("from the least float over 0 and −0 to its negative are three steps")
        .isEqualTo("2 of 2 differ, by 3 ulp at most");
  }

  @Test
  void on_a_card_speeds_are_shares_of_a_copy_and_of_the_best_product() {
    try (var gpu = MadeUpCard.gpu(2)) {
      var kernels = new CourseKernels(gpu);
      var said = new ArrayList<String>();
      var report =
          GpuSelftest.run(
              gpu,
              Optional.of((a, b, c, m, n, k) -> kernels.matmulNaive(a, b, c, m, k, n)),
              SMALL,
              3,
              said::add);
      assertThat(said).contains("round 3 of 3");
      assertThat(report.passed()).isTrue();
      assertThat(report.speeds()).as("two ceilings and nine kernels").hasSize(2 + KERNELS);
      var add = speed(report, "vector_add");
      assertThat(add.rate()).as("3 · 4 · 300 bytes in 2 ms, as GB/s").isEqualTo(0.0018);
      assertThat(add.shares()).as("12 bytes a number beside a copy's 8").containsOnly(1.5);
      assertThat(add.millisText()).isEqualTo("2.00 (2.00 to 2.00)");
      assertThat(add.shareText()).isEqualTo("150.0 % (150.0 to 150.0)");
      var naive = speed(report, "matmul_naive");
      assertThat(naive.rate()).as("2·40³ flops in 2 ms, as GFLOP/s").isEqualTo(0.064);
      assertThat(naive.shares()).containsOnly(1.0);
      assertThat(naive.reachesAim()).isTrue();
      assertThat(report.checks().subList(0, 3 * KERNELS))
          .as("the made-up card is the emulator, and agrees with it")
          .allSatisfy(check -> assertThat(check.beside()).isEqualTo("bit for bit"));
    }
  }

  private static SpeedTrial.Speed speed(SelftestReport report, String kernel) {
    return report.speeds().stream()
        .filter(s -> s.trial().kernel().equals(kernel))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void without_cublas_a_product_has_a_speed_and_no_share() {
    try (var gpu = MadeUpCard.gpu(2)) {
      var report = GpuSelftest.run(gpu, Optional.empty(), SMALL, 1, _ -> {});
      var tiled = speed(report, "matmul_tiled");
      assertThat(tiled.rate()).isEqualTo(0.064);
      assertThat(tiled.shareText()).isEqualTo("–");
      assertThat(tiled.reachesAim()).isFalse();
    }
  }

  @Test
  void a_wrong_product_beside_ours_is_not_timed() {
    try (var gpu = MadeUpCard.gpu(2)) {
      var report =
          GpuSelftest.run(
              gpu,
              Optional.of((a, b, c, _, _, _) -> c.copyFrom(a, gpu.stream())),
              SMALL,
              1,
              _ -> {});
      var best = speed(report, "cuBLAS, float32");
      assertThat(best.problem()).matches("element \\d+ is \\S+, on the CPU \\S+");
      assertThat(best.millis()).isEmpty();
      assertThat(speed(report, "matmul_naive").shareText()).isEqualTo("–");
      assertThat(report.passed()).isFalse();
    }
  }

  @Test
  void the_markdown_has_a_cell_for_each_column() {
    try (var gpu = MadeUpCard.gpu(2)) {
      var report = GpuSelftest.run(gpu, Optional.empty(), SMALL, 1, _ -> {});
      var tables = report.markdown().lines().filter(line -> line.startsWith("|")).toList();
      assertThat(tables).hasSize(2 + 10 + 2 + 33);
      assertThat(tables.subList(0, 12)).allMatch(line -> bars(line) == 8, "7 columns");
      assertThat(tables.subList(12, tables.size())).allMatch(line -> bars(line) == 7, "6 columns");
      assertThat(report.markdown()).startsWith("- date: 2").contains("- device: a made-up card");
    }
  }

  private static long bars(String line) {
    return line.chars().filter(c -> c == '|').count();
  }

  @Test
  void options_are_read_in_any_order() {
    var options = SelftestOptions.parse("--out", "a.md", "--emulator", "--rounds", "3");
    assertThat(options)
        .isEqualTo(new SelftestOptions(true, Optional.empty(), Optional.of(Path.of("a.md")), 3));
    assertThat(SelftestOptions.parse().rounds()).isEqualTo(7);
  }

  @Test
  void what_is_no_option_is_refused_with_those_that_are() {
    for (var words : List.of(List.of("--gpu"), List.of("--out"), List.of("--rounds", "0"))) {
      assertThatThrownBy(() -> SelftestOptions.parse(words.toArray(String[]::new)))
          .as("%s", words)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(words.getFirst())
          .hasMessageContaining("gpu-selftest [--emulator]");
    }
  }
}
