package tapeline.laboratory.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;

/// A trial's arguments in the memory of a GPU, ready to be worked on.
final class KernelRun implements AutoCloseable {
  private final KernelTrial trial;
  private final CourseKernels kernels;
  private final List<DeviceBuffer> inputs = new ArrayList<>();
  private final DeviceBuffer output;

  /// @param kernels those of `gpu`
  KernelRun(KernelTrial trial, Gpu gpu, CourseKernels kernels) {
    this.trial = trial;
    this.kernels = kernels;
    var unwritten = new float[trial.outputs()];
    Arrays.fill(unwritten, Float.NaN); // so that it shows what a kernel leaves out
    try {
      for (var values : trial.inputs()) {
        inputs.add(gpu.floatsOf("input " + inputs.size(), values));
      }
      output = gpu.floatsOf("output", unwritten);
    } catch (GpuException e) { // no memory: what was taken is needed by the next trial
      inputs.forEach(DeviceBuffer::close);
      throw e;
    }
  }

  /// Starts the kernel.
  void launch() {
    trial.start().launch(kernels, inputs, output);
  }

  /// What the kernel wrote, after it is done.
  float[] output() {
    return output.toFloats();
  }

  @Override
  public void close() {
    inputs.forEach(DeviceBuffer::close);
    output.close();
  }
}
