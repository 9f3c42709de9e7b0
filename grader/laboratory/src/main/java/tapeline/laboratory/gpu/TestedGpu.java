package tapeline.laboratory.gpu;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.Gpu;
import tapeline.gpu.driver.Cublas;

/// The GPU that is tested. A kernel's fault is the end of a card's context, so whatever comes next
/// gets another one: a kernel that breaks the device hides no other.
final class TestedGpu implements AutoCloseable {
  private final Supplier<Gpu> another;
  private final boolean emulated; // and so must be what takes its place
  private Gpu gpu;
  private CourseKernels kernels;
  private @Nullable Cublas cublas; // on this gpu

  /// @param another opens the device anew
  TestedGpu(Gpu gpu, Supplier<Gpu> another) {
    this.gpu = gpu;
    this.another = another;
    this.emulated = gpu.emulated();
    this.kernels = new CourseKernels(gpu);
  }

  /// A device that still works.
  ///
  /// @throws IllegalStateException when the last one was lost, and there is no other
  Gpu gpu() {
    if (!gpu.usable()) {
      gpu.close();
      gpu = another.get();
      kernels = new CourseKernels(gpu);
      cublas = null; // its handle went with the context
    }
    if (!gpu.usable() || gpu.emulated() != emulated) {
      throw new IllegalStateException(
          "a kernel has broken the device, and it does not come back in this process: leave that"
              + " kernel out by --without");
    }
    return gpu;
  }

  /// The module's kernels on it.
  CourseKernels kernels() {
    gpu();
    return kernels;
  }

  /// cuBLAS on it; empty where there is none.
  Optional<Cublas> cublas(List<Path> folders) {
    var device = gpu();
    if (cublas == null && !device.emulated()) {
      cublas = Cublas.find(device, folders.toArray(Path[]::new)).orElse(null);
    }
    return Optional.ofNullable(cublas);
  }

  @Override
  public void close() {
    if (cublas != null && gpu.usable()) {
      cublas.close();
    }
    gpu.close();
  }
}
