package tapeline.gpu.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import tapeline.gpu.Dim3;
import tapeline.gpu.GpuLimits;
import tapeline.gpu.KernelResources;

/// The driver's facts about a card and about a kernel. The numbers are those of
/// `CUdevice_attribute` and `CUfunction_attribute` in `cuda.h`.
final class DeviceAttributes {
  private DeviceAttributes() {}

  /// The card's name, and what a reader wants to know with it.
  ///
  /// @param capability 10 × major + minor
  /// @param driver as `cuDriverGetVersion` says it
  static String title(LibCuda cuda, int device, int capability, int driver) {
    return "%s (compute capability %d.%d, driver for CUDA %d.%d)"
        .formatted(
            name(cuda, device),
            capability / 10,
            capability % 10,
            driver / 1000,
            driver % 1000 / 10);
  }

  /// Returns whether the card's compute mode is CU_COMPUTEMODE_EXCLUSIVE_PROCESS.
  static boolean isExclusive(LibCuda cuda, int device) {
    return of(cuda, device, 20) == 3;
  }

  private static String name(LibCuda cuda, int device) {
    try (var arena = Arena.ofConfined()) {
      var text = arena.allocate(256);
      cuda.call(CudaCall.DEVICE_NAME, "asking for the card's name", text, 256, device);
      return text.getString(0);
    }
  }

  /// @param makeCurrent makes the device's context the thread's: its memory is asked for
  static GpuLimits limits(LibCuda cuda, int device, Runnable makeCurrent) {
    makeCurrent.run();
    return new GpuLimits(
        10 * of(cuda, device, 75) + of(cuda, device, 76),
        of(cuda, device, 1),
        new Dim3(of(cuda, device, 2), of(cuda, device, 3), of(cuda, device, 4)),
        new Dim3(of(cuda, device, 5), of(cuda, device, 6), of(cuda, device, 7)),
        of(cuda, device, 8),
        of(cuda, device, 97),
        of(cuda, device, 10),
        of(cuda, device, 16),
        of(cuda, device, 39),
        totalBytes(cuda),
        of(cuda, device, 38),
        of(cuda, device, 13),
        of(cuda, device, 36),
        of(cuda, device, 37));
  }

  static KernelResources resources(LibCuda cuda, long kernel) {
    return new KernelResources(
        ofKernel(cuda, 4, kernel),
        ofKernel(cuda, 1, kernel),
        ofKernel(cuda, 3, kernel),
        ofKernel(cuda, 0, kernel));
  }

  private static int of(LibCuda cuda, int device, int attribute) {
    var what = "asking for attribute " + attribute + " of the card";
    return (int) cuda.answer(CudaCall.DEVICE_ATTRIBUTE, what, attribute, device);
  }

  private static int ofKernel(LibCuda cuda, int attribute, long kernel) {
    var what = "asking for attribute " + attribute + " of a kernel";
    return (int) cuda.answer(CudaCall.FUNCTION_ATTRIBUTE, what, attribute, kernel);
  }

  private static long totalBytes(LibCuda cuda) {
    try (var arena = Arena.ofConfined()) {
      var total = arena.allocate(ValueLayout.JAVA_LONG);
      cuda.answer(CudaCall.MEMORY_INFO, "asking for the card's memory", total);
      return total.get(ValueLayout.JAVA_LONG, 0);
    }
  }
}
