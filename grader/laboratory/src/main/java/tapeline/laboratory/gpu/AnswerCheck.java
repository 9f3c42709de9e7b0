package tapeline.laboratory.gpu;

import java.util.Random;
import java.util.stream.IntStream;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;

/// Compares kernels' answers on a GPU with the CPU's, in `double`, and with the emulator's.
final class AnswerCheck implements AutoCloseable {
  private static final int SPOTS = 500;

  private final TestedGpu tested;
  private final Gpu emulator;
  private final CourseKernels emulated;

  AnswerCheck(TestedGpu tested) {
    this.tested = tested;
    this.emulator = Gpu.on(new EmulatedGpu().mode(Mode.RACES));
    this.emulated = new CourseKernels(emulator);
  }

  /// Runs the kernel, and compares all elements.
  CheckResult check(KernelTrial trial) {
    try {
      var gpu = tested.gpu();
      float[] output = output(trial, gpu, tested.kernels());
      var beside = "–";
      var problem = problem(trial, output, every(output));
      if (!gpu.emulated()) {
        float[] other = output(trial, emulator, emulated);
        beside = apart(output, other);
        if (problem.isEmpty()) {
          var same = problem(trial, other, every(other));
          problem = same.isEmpty() ? "" : "on the emulator, " + same;
        }
      }
      return new CheckResult(
          trial.kernel(), trial.size(), error(trial, output), trial.tolerance(), beside, problem);
    } catch (RuntimeException e) { // a Todo, an error of the compiler or the driver, a fault
      return CheckResult.failed(trial.kernel(), trial.size(), trial.tolerance(), e);
    }
  }

  @Override
  public void close() {
    emulator.close();
  }

  /// What is wrong with some elements of a large answer; empty when nothing is.
  static String spotCheck(KernelTrial trial, float... output) {
    return problem(trial, output, new Random(1).ints(SPOTS, 0, output.length));
  }

  /// @throws IllegalStateException when the emulator has found a mistake in the kernel
  private static float[] output(KernelTrial trial, Gpu gpu, CourseKernels kernels) {
    try (var run = new KernelRun(trial, gpu, kernels)) {
      run.launch();
      if (gpu.device() instanceof EmulatedGpu device) {
        var findings = device.lastReport().findings();
        if (!findings.isEmpty()) {
          throw new IllegalStateException(findings.getFirst().toString());
        }
      }
      return run.output();
    }
  }

  private static IntStream every(float... output) {
    return IntStream.range(0, output.length);
  }

  private static double error(KernelTrial trial, float... output) {
    return every(output)
        .mapToDouble(i -> trial.reference().at(i).error(output[i]))
        .max()
        .orElseThrow();
  }

  private static String problem(KernelTrial trial, float[] output, IntStream indices) {
    return indices
        .filter(i -> trial.reference().at(i).error(output[i]) > trial.tolerance())
        .mapToObj(i ->
            "element %d is %s, on the CPU %s"
                .formatted(i, output[i], trial.reference().at(i).value()))
        .findFirst()
        .orElse("");
  }

  /// `12 of 17061 differ, by 2 ulp at most`; an ulp is the step from a float to the next.
  static String apart(float[] a, float... b) {
    var differ = every(a).filter(i -> place(a[i]) != place(b[i])).toArray();
    long most =
        IntStream.of(differ).mapToLong(i -> Math.abs(place(a[i]) - place(b[i]))).max().orElse(0);
    return differ.length == 0
        ? "bit for bit"
        : "%d of %d differ, by %d ulp at most".formatted(differ.length, a.length, most);
  }

  /// A number that grows by 1 from each float to the next.
  private static long place(float value) {
    int bits = Float.floatToIntBits(value);
    return bits >= 0 ? bits : Integer.MIN_VALUE - (long) bits - 1;
  }
}
