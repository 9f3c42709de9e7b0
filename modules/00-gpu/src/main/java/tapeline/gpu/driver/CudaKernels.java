package tapeline.gpu.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuException;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.KernelSignature;

/// Modules and kernels of a card: the driver translates PTX to the card's own code, finds kernels
/// by name, and starts them.
final class CudaKernels {
  private static final int SET_DYNAMIC_SHARED_BYTES = 8;
  private static final int LOG_BYTES = 16 << 10;

  private final CudaGpu gpu;

  CudaKernels(CudaGpu gpu) {
    this.gpu = gpu;
  }

  /// @throws GpuException when the driver cannot translate it: says which lines of the source
  long load(String ptx) {
    var text = PtxVersion.clamp(ptx, PtxVersion.newest(gpu.driverVersion()));
    try (var arena = Arena.ofConfined()) {
      var log = arena.allocate(LOG_BYTES);
      // CU_JIT_ERROR_LOG_BUFFER = 5 is where to write, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6
      var options = arena.allocateFrom(JAVA_INT, 5, 6);
      var values = arena.allocateFrom(JAVA_LONG, log.address(), LOG_BYTES - 1); // and a 0 behind
      var image = arena.allocateFrom(text);
      try {
        return gpu.answer(CudaCall.MODULE_LOAD, "loading PTX", image, 2, options, values);
      } catch (GpuException e) {
        var complaints = JitLog.explain(log.getString(0), text);
        var meaning = CudaErrors.meaning(e.error());
        throw new GpuException(
            "loading PTX", e.error(), complaints.isEmpty() ? meaning : meaning + "\n" + complaints);
      }
    }
  }

  long find(long module, String kernel) {
    try (var arena = Arena.ofConfined()) {
      var text = arena.allocateFrom(kernel);
      return gpu.answer(CudaCall.MODULE_FUNCTION, "looking for kernel " + kernel, module, text);
    }
  }

  GpuDevice.Global variable(long module, String variable) {
    try (var arena = Arena.ofConfined()) {
      var bytes = arena.allocate(JAVA_LONG);
      var text = arena.allocateFrom(variable);
      var what = "looking for variable " + variable;
      long address = gpu.answer(CudaCall.MODULE_GLOBAL, what, bytes, module, text);
      return new GpuDevice.Global(address, bytes.get(JAVA_LONG, 0));
    }
  }

  /// Starts a kernel; more than the usual shared memory is asked for first.
  void launch(
      long kernel, KernelSignature signature, GpuLaunch launch, byte[] parameters, long stream) {
    var grid = launch.grid();
    var block = launch.block();
    allow(kernel, launch.sharedBytes());
    try (var arena = Arena.ofConfined()) {
      var values = arena.allocate(Math.max(16, parameters.length), 16);
      MemorySegment.copy(parameters, 0, values, JAVA_BYTE, 0, parameters.length);
      gpu.call(
          CudaCall.LAUNCH,
          "launching " + signature.name() + launch,
          kernel,
          grid.x(),
          grid.y(),
          grid.z(),
          block.x(),
          block.y(),
          block.z(),
          launch.sharedBytes(),
          stream,
          pointers(arena, values, signature.parameters()),
          MemorySegment.NULL);
    }
  }

  /// How many blocks are resident at once; more than the usual shared memory is asked for here,
  /// too, or the driver says that none is.
  int blocksPerMultiprocessor(long kernel, int threads, int sharedBytes) {
    allow(kernel, sharedBytes);
    return (int)
        gpu.answer(CudaCall.OCCUPANCY, "asking for occupancy", kernel, threads, (long) sharedBytes);
  }

  private void allow(long kernel, int bytes) {
    if (bytes > 0 && bytes + gpu.resources(kernel).sharedBytes() > gpu.limits().sharedBytes()) {
      gpu.call(
          CudaCall.FUNCTION_SET_ATTRIBUTE,
          "allowing %d bytes of shared memory".formatted(bytes),
          kernel,
          SET_DYNAMIC_SHARED_BYTES,
          bytes);
    }
  }

  /// A pointer to each parameter's value.
  private static MemorySegment pointers(
      Arena arena, MemorySegment values, List<KernelSignature.Parameter> parameters) {
    var pointers = arena.allocate(ADDRESS, Math.max(1, parameters.size()));
    for (int i = 0; i < parameters.size(); i++) {
      pointers.setAtIndex(ADDRESS, i, values.asSlice(parameters.get(i).offset()));
    }
    return pointers;
  }
}
