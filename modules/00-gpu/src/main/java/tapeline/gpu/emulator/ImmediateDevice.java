package tapeline.gpu.emulator;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import tapeline.gpu.GpuDevice;

/// A device whose work is done when the call returns: streams and events exist, but there is never
/// anything to wait for, and no time to measure.
abstract class ImmediateDevice implements GpuDevice {
  private long handles;

  @Override
  public void copyInAsync(long to, MemorySegment from, long stream) {
    copyIn(to, from);
  }

  @Override
  public void copyOutAsync(MemorySegment to, long from, long stream) {
    copyOut(to, from);
  }

  @Override
  public MemorySegment allocatePinned(long bytes) {
    return Arena.ofAuto().allocate(bytes, 64);
  }

  @Override
  public void freePinned(MemorySegment pinned) {
    // the garbage collector does
  }

  @Override
  public long createStream() {
    return ++handles;
  }

  @Override
  public long createEvent() {
    return ++handles;
  }

  @Override
  public float elapsedMillis(long start, long end) {
    return Float.NaN;
  }

  @Override
  public void destroyStream(long stream) {}

  @Override
  public void synchronizeStream(long stream) {}

  @Override
  public void destroyEvent(long event) {}

  @Override
  public void recordEvent(long event, long stream) {}

  @Override
  public void synchronizeEvent(long event) {}

  @Override
  public void synchronize() {}

  @Override
  public void close() {}
}
