package tapeline.laboratory.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.laboratory.gpu.AnswerCheck.CheckedAnswer;
import tapeline.laboratory.gpu.KernelTrial.Ceiling;

/// A kernel that breaks the card hides no other.
class TestedGpuTest {
  private final AtomicBoolean works = new AtomicBoolean(true);
  private final Gpu first = MadeUpCard.gpu(2, works);
  private final KernelTrial sound = named("vector_add");

  private static KernelTrial named(String kernel) {
    return KernelTrials.small().stream()
        .filter(trial -> trial.kernel().equals(kernel))
        .findFirst()
        .orElseThrow();
  }

  /// A trial whose kernel is the end of the device.
  private KernelTrial breaking() {
    var trial = named("softmax");
    return new KernelTrial(
        "softmax",
        trial.size(),
        trial.inputs(),
        trial.outputs(),
        (_, _, _) -> works.set(false),
        trial.reference(),
        trial.tolerance(),
        trial.ceiling(),
        trial.work());
  }

  @Test
  void the_next_answer_is_another_devices() {
    try (var tested = new TestedGpu(first, () -> MadeUpCard.gpu(3));
        var check = new AnswerCheck(tested)) {
      assertThat(check.check(breaking()).problem()).contains("CUDA_ERROR_ILLEGAL_ADDRESS");
      assertThat(check.check(sound).problem())
          .as("of the kernel behind the one that broke the device")
          .isEmpty();
      assertThat(BackendCheck.of(tested)).allMatch(CheckedAnswer::passed);
    }
  }

  @Test
  void the_next_time_is_another_devices() {
    try (var tested = new TestedGpu(first, () -> MadeUpCard.gpu(3))) {
      var copy = new KernelTrials().copy(tested, 1000);
      var ceilings = new EnumMap<Ceiling, KernelTrial>(Ceiling.class);
      ceilings.put(Ceiling.COPY, copy);
      var speeds = new SpeedTrial(tested).measure(List.of(breaking(), sound), ceilings, 3, _ -> {});
      assertThat(speeds.get(1).problem()).contains("CUDA_ERROR_ILLEGAL_ADDRESS");
      assertThat(speeds.get(2).millis())
          .as("three rounds of vector_add, some before softmax broke the device, some behind")
          .hasSize(3)
          .contains(3.0);
      assertThat(speeds.get(0).problem()).as("of the copy").isEmpty();
    }
  }

  @Test
  void where_no_other_is_to_be_had_that_is_said() {
    try (var tested = new TestedGpu(first, () -> Gpu.on(new EmulatedGpu()));
        var check = new AnswerCheck(tested)) {
      check.check(breaking());
      assertThat(check.check(sound).problem())
          .isEqualTo(
              "a kernel has broken the device, and it does not come back in this process: leave"
                  + " that kernel out by --without");
      assertThat(check.check(sound).problem())
          .as("the emulator is no card, the second time either")
          .contains("--without");
    }
  }

  @Test
  void a_card_that_does_not_come_back_costs_its_times_and_no_answer() {
    try (var tested = new TestedGpu(first, () -> Gpu.on(new EmulatedGpu()))) {
      works.set(false);
      var right = new CheckedAnswer("vector_add", "(1)", 0, 0, "–", "");
      var report =
          GpuSelftest.timed(
              tested, SelftestOptions.parse(), List.of("a fact"), List.of(right), _ -> {});
      assertThat(report.passed()).isFalse();
      assertThat(report.text())
          .startsWith("a fact\n")
          .endsWith(
              "All 1 answers are right. There are no times: a kernel has broken the device, and it"
                  + " does not come back in this process: leave that kernel out by --without.\n");
    }
  }

  @Test
  void a_trial_that_finds_no_room_leaves_room_for_the_next() {
    try (var gpu = Gpu.on(new EmulatedGpu(160 << 10))) { // for two of vector_add's three arrays
      var kernels = new CourseKernels(gpu);
      assertThatThrownBy(() -> sound.on(gpu, kernels, Runnable::run))
          .isInstanceOf(GpuException.class);
      assertThat(gpu.floats("the next", 30_000).bytes()).isEqualTo(120_000);
    }
  }

  @Test
  void a_closed_buffer_of_a_broken_device_hides_nothing() {
    try (var tested = new TestedGpu(first, () -> MadeUpCard.gpu(3))) {
      DeviceBuffer held = tested.gpu().floats("held", 3);
      works.set(false);
      assertThat(tested.gpu().usable()).isTrue();
      held.close(); // its device is closed: nothing is left to free
    }
  }
}
