package tapeline.laboratory.gpu;

import java.util.stream.IntStream;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;

/// Compares kernels' answers on a GPU with the CPU's, in `double`, and with the emulator's.
final class AnswerCheck implements AutoCloseable {
  private final TestedGpu tested;
  private final Gpu emulator;
  private final CourseKernels emulated;

  /// The verdict on an answer.
  ///
  /// @param error of the worst element, as a share of its scale; NaN where there is no answer
  /// @param allowed the largest error that rounding explains
  /// @param beside how far the GPU and the emulator are apart; a dash where they are one
  /// @param problem what is wrong; empty when nothing is
  record CheckedAnswer(
      String what, String size, double error, double allowed, String beside, String problem) {

    boolean passed() {
      return problem.isEmpty();
    }

    /// A trial that could not be made: no answer, and the reason why.
    static CheckedAnswer missing(String what, String size, double allowed, RuntimeException why) {
      return new CheckedAnswer(
          what, size, Double.NaN, allowed, "–", String.valueOf(why.getMessage()));
    }
  }

  AnswerCheck(TestedGpu tested) {
    this.tested = tested;
    this.emulator = Gpu.on(new EmulatedGpu().mode(Mode.RACES));
    this.emulated = new CourseKernels(emulator);
  }

  /// Runs the kernel, and compares all elements.
  CheckedAnswer check(KernelTrial trial) {
    try {
      var gpu = tested.gpu();
      float[] output = output(trial, gpu, tested.kernels());
      var beside = "–";
      var problem = trial.problem(output, every(output));
      if (!gpu.emulated()) {
        float[] other = output(trial, emulator, emulated);
        beside = apart(output, other);
        var same = trial.problem(other, every(other));
        problem = !problem.isEmpty() || same.isEmpty() ? problem : "on the emulator, " + same;
      }
      double error =
          every(output).mapToDouble(i -> trial.reference().at(i).error(output[i])).max().orElse(0);
      return new CheckedAnswer(
          trial.kernel(), trial.size(), error, trial.tolerance(), beside, problem);
    } catch (RuntimeException e) { // a Todo, an error of the compiler or the driver, a fault
      return CheckedAnswer.missing(trial.kernel(), trial.size(), trial.tolerance(), e);
    }
  }

  @Override
  public void close() {
    emulator.close();
  }

  /// @throws IllegalStateException when the emulator has found a mistake in the kernel
  private static float[] output(KernelTrial trial, Gpu gpu, CourseKernels kernels) {
    return trial.on(
        gpu,
        kernels,
        start -> {
          start.run();
          if (gpu.device() instanceof EmulatedGpu device) {
            device.lastReport().findings().stream()
                .findFirst()
                .ifPresent(finding -> {
                  throw new IllegalStateException(finding.toString());
                });
          }
        });
  }

  private static IntStream every(float... output) {
    return IntStream.range(0, output.length);
  }

  /// `12 of 17061 differ, by 2 ulp at most`; an ulp is the step from a float to the next.
  static String apart(float[] a, float... b) {
    var steps = every(a).mapToLong(i -> Math.abs(place(a[i]) - place(b[i]))).filter(s -> s > 0);
    var differ = steps.summaryStatistics();
    return differ.getCount() == 0
        ? "bit for bit"
        : "%d of %d differ, by %d ulp at most"
            .formatted(differ.getCount(), a.length, differ.getMax());
  }

  /// A number that grows by 1 from each float to the next.
  private static long place(float value) {
    int bits = Float.floatToIntBits(value);
    return bits >= 0 ? bits : Integer.MIN_VALUE - (long) bits - 1;
  }
}
