package tapeline.gpu.emulator;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.PassingDevice;

/// A made-up card: it does nothing until the host waits for it, the latest order that streams
/// allow, and the emulator does its work. Code that forgets to wait reads old numbers here each
/// time, and not once in a thousand runs.
///
/// It has a clock of its own, which goes on by what work is given: asking for it costs
/// [#ASKING_NANOS], a copy a nanosecond for a byte, a kernel 4 nanoseconds for a thread. There is
/// one engine for copies up, one for kernels, one for copies down; they work side by side.
public final class LazyGpu extends PassingDevice {
  /// The nanoseconds that it takes the host to ask for a copy or a kernel.
  public static final long ASKING_NANOS = 1000;

  private static final int NANOS_PER_THREAD = 4;

  private final LazyQueue queue = new LazyQueue();
  private final LazyClock clock = new LazyClock();

  public LazyGpu() {
    super(new EmulatedGpu().mode(Mode.RACES));
  }

  /// The host's clock, in nanoseconds.
  public long now() {
    return clock.now();
  }

  /// The nanoseconds that all work took, one after the other.
  public long busyNanos() {
    return clock.busyNanos();
  }

  private void finishAll() {
    queue.finishAll();
    clock.await(0);
  }

  @Override
  public void synchronizeStream(long stream) {
    queue.finish(stream);
    clock.await(stream);
  }

  @Override
  public void recordEvent(long event, long stream) {
    clock.mark(event, stream);
    queue.mark(event, stream);
  }

  @Override
  public void synchronizeEvent(long event) {
    queue.finishMark(event);
    clock.awaitMark(event);
  }

  @Override
  public float elapsedMillis(long start, long end) {
    return clock.millisBetween(start, end);
  }

  @Override
  public void synchronize() {
    finishAll();
  }

  // work

  @Override
  public void copyInAsync(long to, MemorySegment from, long stream) {
    clock.take(LazyClock.Engine.UP, stream, from.byteSize());
    queue.give(stream, () -> device.copyIn(to, from));
  }

  @Override
  public void copyOutAsync(MemorySegment to, long from, long stream) {
    clock.take(LazyClock.Engine.DOWN, stream, to.byteSize());
    queue.give(stream, () -> device.copyOut(to, from));
  }

  @Override
  public void copyOnDevice(long to, long from, long bytes, long stream) {
    clock.take(LazyClock.Engine.KERNELS, stream, bytes);
    queue.give(stream, () -> device.copyOnDevice(to, from, bytes, stream));
  }

  @Override
  public void launch(
      long kernel, KernelSignature signature, GpuLaunch launch, byte[] parameters, long stream) {
    long threads = launch.grid().volume() * launch.block().volume();
    clock.take(LazyClock.Engine.KERNELS, stream, NANOS_PER_THREAD * threads);
    var kept = parameters.clone();
    queue.give(stream, () -> device.launch(kernel, signature, launch, kept, stream));
  }

  @Override
  public void copyIn(long to, MemorySegment from) {
    var kept = MemorySegment.ofArray(from.toArray(ValueLayout.JAVA_BYTE));
    clock.take(LazyClock.Engine.UP, 0, from.byteSize());
    queue.give(0, () -> device.copyIn(to, kept));
    finishAll();
  }

  @Override
  public void copyOut(MemorySegment to, long from) {
    clock.take(LazyClock.Engine.DOWN, 0, to.byteSize());
    queue.give(0, () -> device.copyOut(to, from));
    finishAll();
  }

  @Override
  public String name() {
    return "a lazy GPU";
  }

  @Override
  public boolean emulated() {
    return false;
  }

  @Override
  public void free(long address) {
    finishAll();
    super.free(address);
  }

  @Override
  public void freePinned(MemorySegment memory) {
    finishAll();
    super.freePinned(memory);
  }

  @Override
  public void unload(long module) {
    finishAll();
    super.unload(module);
  }

  @Override
  public void destroyStream(long stream) {
    finishAll();
    super.destroyStream(stream);
  }
}
