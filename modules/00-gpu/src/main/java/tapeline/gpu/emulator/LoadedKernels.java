package tapeline.gpu.emulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.KernelResources;
import tapeline.gpu.emulator.compile.SegmentCompiler;
import tapeline.gpu.emulator.execute.LoadedModule;
import tapeline.gpu.emulator.execute.LoadedText;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.ptx.PtxFunction;
import tapeline.gpu.ptx.PtxModule;

/// The modules that a device has loaded, and the kernels of them that were asked for, by their
/// handles.
final class LoadedKernels {
  /// @param kernels the handles of those that were asked for, by name
  private record Loaded(PtxModule module, LoadedModule program, Map<String, Long> kernels) {}

  /// A kernel, and the module that it is from.
  record Kernel(LoadedModule program, PtxFunction function) {}

  private final GlobalMemory memory;
  private final int maxThreads;
  private final List<Loaded> modules = new ArrayList<>(); // the handle is the index
  private final List<Kernel> kernels = new ArrayList<>();

  /// @param memory where variables lie
  /// @param maxThreads of a block, for kernels that say nothing of it
  LoadedKernels(GlobalMemory memory, int maxThreads) {
    this.memory = memory;
    this.maxThreads = maxThreads;
  }

  /// Loads a module, and returns its handle.
  long load(String ptx) {
    var text = LoadedText.of(ptx);
    var program = new LoadedModule(text, memory, SegmentCompiler::compile);
    modules.add(new Loaded(text.module(), program, new HashMap<>()));
    return modules.size() - 1L;
  }

  /// Frees the memory of a module's variables.
  void unload(long module) {
    var loaded = modules.get((int) module);
    for (var variable : loaded.module.variables().values()) {
      if (!variable.space().equals("shared")) {
        memory.free(loaded.program.address(variable.name()));
      }
    }
  }

  /// Returns the handle of a module's kernel: each time the same.
  long kernel(long module, String name) {
    var loaded = modules.get((int) module);
    return loaded.kernels.computeIfAbsent(
        name,
        _ -> {
          kernels.add(new Kernel(loaded.program, loaded.program.kernel(name)));
          return kernels.size() - 1L;
        });
  }

  Kernel get(long kernel) {
    return kernels.get((int) kernel);
  }

  GpuDevice.Global global(long module, String name) {
    var loaded = modules.get((int) module);
    long address = loaded.program.address(name);
    return new GpuDevice.Global(
        address, Objects.requireNonNull(loaded.module.variables().get(name)).bytes());
  }

  KernelResources resources(long kernel) {
    var function = get(kernel).function;
    int shared = get(kernel).program.sharedLayout(function).dynamicAt();
    int threads = function.bounds().threads(maxThreads);
    return new KernelResources(
        Residency.registers(function), shared, function.localBytes(), threads);
  }
}
