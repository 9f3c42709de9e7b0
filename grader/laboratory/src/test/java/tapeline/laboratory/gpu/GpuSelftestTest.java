package tapeline.laboratory.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.laboratory.gpu.AnswerCheck.CheckedAnswer;
import tapeline.laboratory.gpu.GpuSelftest.Sizes;
import tapeline.laboratory.gpu.KernelTrial.Start;
import tapeline.laboratory.gpu.KernelTrials.MatrixMultiply;
import tapeline.toolkit.Todo;

class GpuSelftestTest {
  private static final Sizes SMALL = new Sizes(6, 50, 40);
  private static final int KERNELS = 11;

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

  /// A device that nothing breaks.
  private static TestedGpu always(Gpu gpu) {
    return new TestedGpu(
        gpu,
        () -> {
          throw new AssertionError("nothing has broken the device");
        });
  }

  private static CheckedAnswer onEmulator(KernelTrial trial) {
    try (var gpu = Gpu.on(new EmulatedGpu());
        var check = new AnswerCheck(always(gpu))) {
      return check.check(trial);
    }
  }

  @Test
  void without_a_card_the_emulator_is_checked_and_there_are_no_times() {
    try (var gpu = Gpu.on(new EmulatedGpu())) {
      var checks = GpuSelftest.answers(always(gpu), List.of(), _ -> {});
      assertThat(checks)
          .as("nine kernels in three sizes, six ops of the backend")
          .hasSize(3 * KERNELS + 6)
          .allSatisfy(check -> assertThat(check.problem()).as(check.what()).isEmpty());
      assertThat(new SelftestReport(SelftestFacts.of(gpu), checks, List.of(), "").text())
          .contains("device: the emulator")
          .endsWith("All 39 answers are right. There are no times: an emulator has no clock.\n");
    }
  }

  @Test
  void a_card_is_compared_with_the_emulator() {
    try (var gpu = MadeUpCard.gpu(2);
        var check = new AnswerCheck(always(gpu))) {
      assertThat(check.check(trial("softmax")).beside())
          .as("the made-up card is the emulator")
          .isEqualTo("bit for bit");
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
    assertThat(AnswerCheck.apart(new float[] {1, 2}, 1, 2)).isEqualTo("bit for bit");
    assertThat(AnswerCheck.apart(new float[] {1, 2, 3}, 1, Math.nextUp(2f), 3))
        .isEqualTo("1 of 3 differ, by 1 ulp at most");
    assertThat(
            AnswerCheck.apart(
                new float[] {Float.MIN_VALUE, -1}, -Float.MIN_VALUE, Math.nextDown(-1f)))
        .as("from the least float over 0 and −0 to its negative are three steps")
        .isEqualTo("2 of 2 differ, by 3 ulp at most");
  }

  @Test
  void on_a_card_speeds_are_shares_of_a_copy_and_of_the_best_product() {
    try (var gpu = MadeUpCard.gpu(2)) {
      var kernels = new CourseKernels(gpu);
      MatrixMultiply best = (a, b, c, m, n, k) -> kernels.matmulNaive(a, b, c, m, k, n);
      var said = new ArrayList<String>();
      var speeds =
          GpuSelftest.times(always(gpu), Optional.of(best), SMALL, 3, List.of(), said::add);
      assertThat(said).endsWith("round 3 of 3");
      assertThat(speeds)
          .as("two ceilings and nine kernels")
          .hasSize(2 + KERNELS)
          .allSatisfy(speed -> assertThat(speed.problem()).as(speed.trial().kernel()).isEmpty());
      var add = speed(speeds, "vector_add");
      assertThat(add.rate()).as("3 · 4 · 300 bytes in 2 ms, as GB/s").isEqualTo(0.0018);
      assertThat(add.shares()).as("12 bytes a number beside a copy's 8").containsOnly(1.5);
      assertThat(add.millisText()).isEqualTo("2.00 (2.00 to 2.00)");
      assertThat(add.shareText()).isEqualTo("150.0 % (150.0 to 150.0)");
      var naive = speed(speeds, "matmul_naive");
      assertThat(naive.rate()).as("2·40³ flops in 2 ms, as GFLOP/s").isEqualTo(0.064);
      assertThat(naive.shares()).containsOnly(1.0);
      assertThat(naive.reachesAim()).isTrue();
    }
  }

  private static SpeedTrial.Speed speed(List<SpeedTrial.Speed> speeds, String kernel) {
    return speeds.stream().filter(s -> s.trial().kernel().equals(kernel)).findFirst().orElseThrow();
  }

  @Test
  void other_work_and_another_precision_than_the_ceilings_have_a_share_and_no_aim() {
    try (var gpu = MadeUpCard.gpu(2)) {
      var kernels = new CourseKernels(gpu);
      MatrixMultiply best = (a, b, c, m, n, k) -> kernels.matmulNaive(a, b, c, m, k, n);
      var speeds = GpuSelftest.times(always(gpu), Optional.of(best), SMALL, 1, List.of(), _ -> {});
      var tensor = speed(speeds, "matmul_tensor");
      assertThat(tensor.shares()).as("of cuBLAS in float32").containsExactly(1.0);
      assertThat(tensor.reachesAim()).as("half precision beside float32").isFalse();
      assertThat(new SelftestReport(List.of(), List.of(), speeds, "").markdown())
          .containsPattern("\\| matmul_tensor \\|.* of cuBLAS \\| – \\| +\\|")
          .containsPattern("\\| attention \\|.* of cuBLAS \\| – \\| +\\|")
          .containsPattern("\\| matmul_naive \\|.* of cuBLAS \\| 60 % \\| reached \\|");
    }
  }

  @Test
  void a_program_that_answers_too_late_has_no_answer() {
    var late = List.of("sh", "-c", "echo 1980 MHz; exec sleep 60");
    assertThat(SelftestFacts.answer(late, Duration.ofMillis(100))).isEmpty();
    assertThat(SelftestFacts.answer(List.of("echo", "1980 MHz"), Duration.ofSeconds(30)))
        .contains("1980 MHz");
  }

  @Test
  void what_is_left_out_is_not_tried() {
    try (var gpu = MadeUpCard.gpu(2)) {
      var without = List.of("softmax", "matmul_naive");
      assertThat(GpuSelftest.times(always(gpu), Optional.empty(), SMALL, 1, without, _ -> {}))
          .as("a copy, and seven of nine kernels")
          .hasSize(1 + KERNELS - 2)
          .noneMatch(speed -> without.contains(speed.trial().kernel()));
    }
  }

  @Test
  void without_cublas_a_product_has_a_speed_and_no_share() {
    try (var gpu = MadeUpCard.gpu(2)) {
      var tiled =
          speed(
              GpuSelftest.times(always(gpu), Optional.empty(), SMALL, 1, List.of(), _ -> {}),
              "matmul_tiled");
      assertThat(tiled.rate()).isEqualTo(0.064);
      assertThat(tiled.shareText()).isEqualTo("–");
      assertThat(tiled.reachesAim()).isFalse();
    }
  }

  @Test
  void a_wrong_product_beside_ours_is_not_timed() {
    try (var gpu = MadeUpCard.gpu(2)) {
      MatrixMultiply wrong = (a, _, c, _, _, _) -> c.copyFrom(a, gpu.stream());
      var speeds = GpuSelftest.times(always(gpu), Optional.of(wrong), SMALL, 1, List.of(), _ -> {});
      var best = speed(speeds, "cuBLAS, float32");
      assertThat(best.problem()).matches("element \\d+ is \\S+, on the CPU \\S+");
      assertThat(best.millis()).isEmpty();
      assertThat(speed(speeds, "matmul_naive").shareText()).isEqualTo("–");
      var report = new SelftestReport(List.of(), List.of(), speeds, "");
      assertThat(report.passed()).isFalse();
      assertThat(report.text())
          .endsWith(" Of those that are timed 1 of 13 are wrong or missing.\n");
    }
  }

  @Test
  void the_markdown_has_a_cell_for_each_column() {
    try (var gpu = MadeUpCard.gpu(2);
        var check = new AnswerCheck(always(gpu))) {
      var checks = List.of(check.check(trial("transpose")), check.check(trial("softmax")));
      var speeds = GpuSelftest.times(always(gpu), Optional.empty(), SMALL, 1, List.of(), _ -> {});
      var report = new SelftestReport(SelftestFacts.of(gpu), checks, speeds, "");
      var tables = report.markdown().lines().filter(line -> line.startsWith("|")).toList();
      assertThat(tables).as("a head, a rule and a line each").hasSize(2 + 1 + KERNELS + 2 + 2);
      assertThat(tables.subList(0, 3 + KERNELS)).as("7 columns").allMatch(line -> bars(line) == 8);
      assertThat(tables.subList(3 + KERNELS, tables.size()))
          .as("6 columns")
          .allMatch(line -> bars(line) == 7);
      assertThat(report.markdown()).startsWith("- date: 2").contains("- device: a made-up card");
    }
  }

  private static long bars(String line) {
    return line.chars().filter(c -> c == '|').count();
  }

  @Test
  void options_are_read_in_any_order(@TempDir Path folder) {
    var out = folder.resolve("a.md");
    var options =
        SelftestOptions.parse(
            "--out", out.toString(), "--emulator", "--without", "softmax", "--rounds", "3");
    assertThat(options)
        .isEqualTo(
            new SelftestOptions(true, Optional.empty(), Optional.of(out), 3, List.of("softmax")));
    assertThat(SelftestOptions.parse().rounds()).isEqualTo(7);
  }

  @Test
  void what_is_no_option_is_refused_with_those_that_are() {
    for (var words : List.of(List.of("--gpu"), List.of("--out"), List.of("--rounds", "0"))) {
      assertThatThrownBy(() -> SelftestOptions.parse(words.toArray(String[]::new)))
          .as("%s", words)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(words.getFirst())
          .hasMessageContaining("GpuSelftest [--emulator]");
    }
  }
}
