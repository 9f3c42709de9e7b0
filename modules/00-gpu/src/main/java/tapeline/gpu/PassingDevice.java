package tapeline.gpu;

import java.lang.foreign.MemorySegment;

/// A device that passes calls on to another one; copies and launches are its own.
public abstract class PassingDevice implements GpuDevice {
  /// The other one.
  protected final GpuDevice device;

  protected PassingDevice(GpuDevice device) {
    this.device = device;
  }

  @Override
  public String name() {
    return device.name();
  }

  @Override
  public boolean emulated() {
    return device.emulated();
  }

  @Override
  public boolean usable() {
    return device.usable();
  }

  @Override
  public GpuLimits limits() {
    return device.limits();
  }

  @Override
  public long allocate(String name, long bytes) {
    return device.allocate(name, bytes);
  }

  @Override
  public void free(long address) {
    device.free(address);
  }

  @Override
  public long freeBytes() {
    return device.freeBytes();
  }

  @Override
  public MemorySegment allocatePinned(long bytes) {
    return device.allocatePinned(bytes);
  }

  @Override
  public void freePinned(MemorySegment memory) {
    device.freePinned(memory);
  }

  @Override
  public long load(String ptx) {
    return device.load(ptx);
  }

  @Override
  public void unload(long module) {
    device.unload(module);
  }

  @Override
  public long kernel(long module, String name) {
    return device.kernel(module, name);
  }

  @Override
  public Global global(long module, String name) {
    return device.global(module, name);
  }

  @Override
  public KernelResources resources(long kernel) {
    return device.resources(kernel);
  }

  @Override
  public int blocksPerMultiprocessor(long kernel, int threads, int sharedBytes) {
    return device.blocksPerMultiprocessor(kernel, threads, sharedBytes);
  }

  @Override
  public long createStream() {
    return device.createStream();
  }

  @Override
  public void destroyStream(long stream) {
    device.destroyStream(stream);
  }

  @Override
  public void synchronizeStream(long stream) {
    device.synchronizeStream(stream);
  }

  @Override
  public long createEvent() {
    return device.createEvent();
  }

  @Override
  public void destroyEvent(long event) {
    device.destroyEvent(event);
  }

  @Override
  public void recordEvent(long event, long stream) {
    device.recordEvent(event, stream);
  }

  @Override
  public void synchronizeEvent(long event) {
    device.synchronizeEvent(event);
  }

  @Override
  public float elapsedMillis(long start, long end) {
    return device.elapsedMillis(start, end);
  }

  @Override
  public void synchronize() {
    device.synchronize();
  }

  @Override
  public void close() {
    device.close();
  }
}
