package tapeline.laboratory.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;

/// A kernel with arguments of one size, what it should answer, and the least that it has to move or
/// to compute for it.
///
/// @param tolerance how far off an element may be, as a share of its scale
/// @param work bytes between the memory and the chip, or floating-point operations
/// @param hasAim whether a good kernel reaches the ceiling's aim: not where the ceiling is of other
///   work, or of another precision
record KernelTrial(
    String kernel,
    String size,
    List<float[]> inputs,
    int outputs,
    Start start,
    Reference reference,
    double tolerance,
    Ceiling ceiling,
    double work,
    boolean hasAim) {

  /// With the ceiling's aim.
  KernelTrial(
      String kernel,
      String size,
      List<float[]> inputs,
      int outputs,
      Start start,
      Reference reference,
      double tolerance,
      Ceiling ceiling,
      double work) {
    this(kernel, size, inputs, outputs, start, reference, tolerance, ceiling, work, true);
  }

  /// GB/s or GFLOP/s of a run that took so long.
  double rate(double millis) {
    return work / millis / 1e6;
  }

  /// Puts the arguments into the memory of a GPU, lets `use` start the kernel, and returns what it
  /// wrote: NaN where that is nothing.
  ///
  /// @param kernels those of `gpu`
  float[] on(Gpu gpu, CourseKernels kernels, Consumer<Runnable> use) {
    var taken =
        new ArrayList<DeviceBuffer>(); // if there is no room for all, the next trial needs it
    try {
      for (var values : inputs) {
        taken.add(gpu.floatsOf("input " + taken.size(), values));
      }
      var unwritten = new float[outputs];
      Arrays.fill(unwritten, Float.NaN);
      var arguments = List.copyOf(taken);
      var output = gpu.floatsOf("output", unwritten);
      taken.add(output);
      use.accept(() -> start.launch(kernels, arguments, output));
      return output.toFloats();
    } finally {
      taken.forEach(DeviceBuffer::close);
    }
  }

  /// The first wrong one of these elements of an answer, in words; empty when there is none.
  String problem(float[] output, IntStream indices) {
    return indices
        .filter(i -> reference.at(i).error(output[i]) > tolerance)
        .mapToObj(
            i -> "element %d is %s, on the CPU %s".formatted(i, output[i], reference.at(i).value()))
        .findFirst()
        .orElse("");
  }

  /// Launches the kernel.
  @FunctionalInterface
  interface Start {
    void launch(CourseKernels kernels, List<DeviceBuffer> inputs, DeviceBuffer output);
  }

  /// Computes one element of the answer, in `double`.
  @FunctionalInterface
  interface Reference {
    Expected at(int index);
  }

  /// An element of the answer.
  ///
  /// @param scale what rounding is in proportion to: of a sum, the sum of the absolute values
  record Expected(double value, double scale) {
    static Expected of(double value) {
      return new Expected(value, Math.abs(value));
    }

    /// How far off `actual` is, as a share of the scale; infinite for NaN.
    double error(float actual) {
      double off = Math.abs(actual - value);
      return off == 0 ? 0 : Double.isNaN(off) ? Double.POSITIVE_INFINITY : off / scale;
    }
  }

  /// The fastest program for such work: the measure of a kernel.
  enum Ceiling {
    /// A copy on the device: no kernel that goes through memory is faster.
    COPY("GB/s", 0.9),
    /// NVIDIA's own matrix product in float32.
    CUBLAS("GFLOP/s", 0.6);

    final String unit;
    final double aim; // the share that a good kernel reaches

    Ceiling(String unit, double aim) {
      this.unit = unit;
      this.aim = aim;
    }

    @Override
    public String toString() {
      return this == COPY ? "copy" : "cuBLAS";
    }
  }
}
