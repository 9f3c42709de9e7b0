package tapeline.gpu;

import java.util.Map;

/// A loaded PTX text: its kernels and its variables.
public final class GpuModule implements AutoCloseable {
  private final Gpu gpu;
  private final Map<String, KernelSignature> signatures;
  private final long handle;
  private boolean closed;

  GpuModule(Gpu gpu, String ptx) {
    this.gpu = gpu;
    this.signatures = KernelSignature.of(ptx);
    this.handle = gpu.device().load(ptx);
  }

  /// The kernel of this name in the source, with `extern "C"` before it or without.
  ///
  /// @throws IllegalArgumentException when there is none, or several: says which there are
  public GpuKernel kernel(String name) {
    live();
    var named =
        signatures.values().stream()
            .filter(s -> s.name().equals(name) || KernelSignature.sourceName(s.name()).equals(name))
            .toList();
    if (named.size() != 1) {
      throw new IllegalArgumentException(
          "%s kernel '%s' in this module: it has %s"
              .formatted(named.isEmpty() ? "no" : "more than one", name, signatures.keySet()));
    }
    var signature = named.getFirst();
    return new GpuKernel(gpu, this, signature, gpu.device().kernel(handle, signature.name()));
  }

  /// A `__device__` or `__constant__` variable as a buffer of floats.
  public DeviceBuffer floats(String name) {
    live();
    return DeviceBuffer.variable(gpu, name, ElementType.FLOAT, gpu.device().global(handle, name));
  }

  /// A `__device__` or `__constant__` variable as a buffer of ints.
  public DeviceBuffer ints(String name) {
    live();
    return DeviceBuffer.variable(gpu, name, ElementType.INT, gpu.device().global(handle, name));
  }

  /// Returns the address and the size of a `__device__` or `__constant__` variable, by its name in
  /// the PTX.
  public GpuDevice.Global global(String name) {
    live();
    return gpu.device().global(handle, name);
  }

  void live() {
    gpu.open();
    if (closed) {
      throw new IllegalStateException("the module was closed, its kernels are gone");
    }
  }

  @Override
  public void close() {
    if (!closed && gpu.isOpen()) {
      closed = true;
      gpu.released(this);
      gpu.device().unload(handle);
    }
  }
}
