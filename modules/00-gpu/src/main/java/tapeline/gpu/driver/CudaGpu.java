package tapeline.gpu.driver;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuException;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuLimits;
import tapeline.gpu.KernelResources;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.NoGpu;

/// A CUDA card.
/*
 * Streams are made blocking: each waits for the default stream and is waited for by it. Then a
 * plain copy, which goes by the default stream, never reads what a kernel is still writing.
 */
@SuppressWarnings("restricted")
public final class CudaGpu implements GpuDevice {
  private final LibCuda cuda;
  private final CudaContext context;
  private final int driver;
  private final String name;
  private final boolean exclusive;
  private final GpuLimits limits;
  private final StagingBuffer staging;
  private final CudaKernels kernels;

  private CudaGpu(LibCuda cuda) {
    this.cuda = cuda;
    this.driver = (int) cuda.answer(CudaCall.DRIVER_VERSION, "asking for the driver's version");
    int device = (int) cuda.answer(CudaCall.DEVICE, "looking for a device", 0);
    this.context = new CudaContext(cuda, device);
    try {
      this.limits = DeviceAttributes.limits(cuda, device, context::current);
    } catch (GpuException e) {
      context.close(); // here, as there is no device yet
      throw e;
    }
    this.name = DeviceAttributes.title(cuda, device, limits.capability(), driver);
    this.exclusive = DeviceAttributes.isExclusive(cuda, device);
    this.staging = new StagingBuffer(this);
    this.kernels = new CudaKernels(this);
  }

  /// The first card of this machine.
  ///
  /// @throws NoGpu when there is none that can be used: says why
  public static CudaGpu open() throws NoGpu {
    return open(LibCuda.find());
  }

  /// The first card by the driver in this file.
  ///
  /// @throws NoGpu when there is none that can be used: says why
  public static CudaGpu open(Path library) throws NoGpu {
    return open(LibCuda.at(library));
  }

  private static CudaGpu open(LibCuda cuda) throws NoGpu {
    DriverStart.start(cuda);
    try {
      return new CudaGpu(cuda);
    } catch (GpuException e) {
      throw DriverStart.cannotOpen(e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean emulated() {
    return false;
  }

  @Override
  public boolean usable() {
    return context.answers();
  }

  @Override
  public GpuLimits limits() {
    return limits;
  }

  /// Returns whether one process at a time may use the card (compute mode "exclusive process").
  public boolean exclusive() {
    return exclusive;
  }

  /// The CUDA version that the driver is for, as 12040.
  public int driverVersion() {
    return driver;
  }

  @Override
  public long allocate(String what, long bytes) {
    return context.hold(
        CudaCall.MEMORY_FREE, answer(CudaCall.MEMORY_ALLOCATE, "allocating '" + what + "'", bytes));
  }

  @Override
  public void free(long address) {
    context.release(CudaCall.MEMORY_FREE, "freeing a buffer", address);
  }

  @Override
  public long freeBytes() {
    try (var arena = Arena.ofConfined()) {
      var total = arena.allocate(JAVA_LONG);
      return answer(CudaCall.MEMORY_INFO, "asking for free memory", total);
    }
  }

  @Override
  public void copyIn(long to, MemorySegment from) {
    staging.copyIn(to, from);
  }

  @Override
  public void copyOut(MemorySegment to, long from) {
    staging.copyOut(to, from);
  }

  @Override
  public void copyInAsync(long to, MemorySegment from, long stream) {
    call(CudaCall.COPY_IN_ASYNC, "uploading", to, from, from.byteSize(), stream);
  }

  @Override
  public void copyOutAsync(MemorySegment to, long from, long stream) {
    call(CudaCall.COPY_OUT_ASYNC, "downloading", to, from, to.byteSize(), stream);
  }

  @Override
  public void copyOnDevice(long to, long from, long bytes, long stream) {
    call(CudaCall.COPY_ON_DEVICE_ASYNC, "copying on the device", to, from, bytes, stream);
  }

  @Override
  public MemorySegment allocatePinned(long bytes) {
    long address = answer(CudaCall.HOST_ALLOCATE, "taking pinned memory", bytes, 0);
    return MemorySegment.ofAddress(context.hold(CudaCall.HOST_FREE, address)).reinterpret(bytes);
  }

  @Override
  public void freePinned(MemorySegment memory) {
    synchronize(); // a copy may be under way
    context.release(CudaCall.HOST_FREE, "freeing pinned memory", memory.address());
  }

  @Override
  public long load(String ptx) {
    return context.hold(CudaCall.MODULE_UNLOAD, kernels.load(ptx));
  }

  @Override
  public void unload(long module) {
    synchronize(); // its kernels may be at work
    context.release(CudaCall.MODULE_UNLOAD, "unloading a module", module);
  }

  @Override
  public long kernel(long module, String kernel) {
    return kernels.find(module, kernel);
  }

  @Override
  public Global global(long module, String variable) {
    return kernels.variable(module, variable);
  }

  @Override
  public KernelResources resources(long kernel) {
    context.current();
    return DeviceAttributes.resources(cuda, kernel);
  }

  @Override
  public int blocksPerMultiprocessor(long kernel, int threads, int sharedBytes) {
    return kernels.blocksPerMultiprocessor(kernel, threads, sharedBytes);
  }

  @Override
  public void launch(
      long kernel, KernelSignature signature, GpuLaunch launch, byte[] parameters, long stream) {
    if (launch.cooperative()) {
      throw new IllegalArgumentException(
          "a cooperative launch runs on the emulator alone: -Dtapeline.gpu=emulator");
    }
    kernels.launch(kernel, signature, launch, parameters, stream);
  }

  @Override
  public long createStream() {
    return context.hold(
        CudaCall.STREAM_DESTROY, answer(CudaCall.STREAM_CREATE, "creating a stream", 0));
  }

  @Override
  public void destroyStream(long stream) {
    context.release(CudaCall.STREAM_DESTROY, "closing a stream", stream);
  }

  @Override
  public void synchronizeStream(long stream) {
    call(CudaCall.STREAM_SYNCHRONIZE, "waiting for a stream", stream);
  }

  @Override
  public long createEvent() {
    return context.hold(
        CudaCall.EVENT_DESTROY, answer(CudaCall.EVENT_CREATE, "creating an event", 0));
  }

  @Override
  public void destroyEvent(long event) {
    context.release(CudaCall.EVENT_DESTROY, "closing an event", event);
  }

  @Override
  public void recordEvent(long event, long stream) {
    call(CudaCall.EVENT_RECORD, "recording an event", event, stream);
  }

  @Override
  public void synchronizeEvent(long event) {
    call(CudaCall.EVENT_SYNCHRONIZE, "waiting for an event", event);
  }

  @Override
  public float elapsedMillis(long start, long end) {
    // a float in the low half of the long that the answer was written to
    long bits = answer(CudaCall.EVENT_ELAPSED, "reading the time between two events", start, end);
    return Float.intBitsToFloat((int) bits);
  }

  @Override
  public void synchronize() {
    call(CudaCall.CONTEXT_SYNCHRONIZE, "waiting for the device");
  }

  @Override
  public void close() {
    context.close();
  }

  void call(CudaCall function, String what, Object... arguments) {
    context.call(function, what, arguments);
  }

  long answer(CudaCall function, String what, Object... rest) {
    return context.answer(function, what, rest);
  }
}
