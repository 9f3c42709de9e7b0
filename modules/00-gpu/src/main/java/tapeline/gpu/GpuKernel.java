package tapeline.gpu;

/// A function that the device runs with many threads at once.
public final class GpuKernel {
  private final Gpu gpu;
  private final GpuModule module;
  private final KernelSignature signature;
  private final long handle;
  private final KernelResources resources;

  GpuKernel(Gpu gpu, GpuModule module, KernelSignature signature, long handle) {
    this.gpu = gpu;
    this.module = module;
    this.signature = signature;
    this.handle = handle;
    this.resources = gpu.device().resources(handle);
  }

  public String name() {
    return KernelSignature.sourceName(signature.name());
  }

  public KernelSignature signature() {
    return signature;
  }

  /// The resources that a thread and a block of it take.
  public KernelResources resources() {
    return resources;
  }

  /// Starts the kernel on the default stream, and returns before it is done.
  ///
  /// @param arguments in the order of the kernel's parameters: a [DeviceBuffer] for a pointer,
  ///   `int`, `long`, `float` or `double` for a number of just that type
  /// @throws IllegalArgumentException when the arguments or the launch do not fit
  public void launch(GpuLaunch launch, Object... arguments) {
    launch(gpu.stream(), launch, arguments);
  }

  /// Starts the kernel on a stream, and returns before it is done.
  public void launch(GpuStream stream, GpuLaunch launch, Object... arguments) {
    module.live();
    launch.check(name(), gpu.limits(), resources);
    var parameters = KernelArguments.pack(gpu, signature, arguments);
    gpu.device().launch(handle, signature, launch, parameters, stream.handle(gpu));
  }

  /// The share of a multiprocessor's threads that can be resident at once with such blocks: more of
  /// them hide more of the time that memory takes.
  public double occupancy(GpuLaunch launch) {
    module.live();
    launch.check(name(), gpu.limits(), resources);
    int threads = (int) launch.block().volume();
    int blocks = gpu.device().blocksPerMultiprocessor(handle, threads, launch.sharedBytes());
    int warp = gpu.limits().warp();
    return (double) blocks
        * Math.ceilDiv(threads, warp)
        * warp
        / gpu.limits().threadsPerMultiprocessor();
  }

  /// How many blocks of so many threads fit on one multiprocessor at once.
  ///
  /// @param sharedBytes asked for by the launch, beside those that the kernel declares
  public int blocksPerMultiprocessor(int threads, int sharedBytes) {
    module.live();
    return gpu.device().blocksPerMultiprocessor(handle, threads, sharedBytes);
  }

  @Override
  public String toString() {
    return signature.toString();
  }
}
