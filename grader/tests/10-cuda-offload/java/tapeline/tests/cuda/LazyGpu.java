package tapeline.tests.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuLimits;
import tapeline.gpu.KernelResources;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;

/// A GPU that does nothing until somebody waits for it: the latest order that streams allow.
/// Whoever forgets to wait reads old numbers here each time, and not once in a thousand runs.
///
/// It has a clock of its own, which goes on by what work is given: asking for it costs
/// [#ASKING_NANOS], a copy a nanosecond for a byte, a kernel 4 nanoseconds for a thread. There is
/// one engine for copies up, one for kernels, one for copies down; they work side by side.
final class LazyGpu implements GpuDevice {
  static final long ASKING_NANOS = 1000;
  private static final int NANOS_PER_THREAD = 4;

  private final EmulatedGpu device = new EmulatedGpu().mode(Mode.RACES);
  private final List<Work> waiting = new ArrayList<>(); // in the order it was given
  private final Map<Long, Long> marks = new HashMap<>(); // by event: when it is passed
  private final Map<Long, Integer> lastMark = new HashMap<>(); // by event: the work's number
  private final Map<Long, Long> readyAt = new HashMap<>(); // by stream
  private final Map<Engine, Long> freeAt = new EnumMap<>(Engine.class);
  private long defaultReadyAt;
  private int given;
  private long now;
  private long busy;

  private enum Engine {
    UP,
    KERNELS,
    DOWN
  }

  private record Work(int number, long stream, Runnable action) {}

  /// The host's clock, in nanoseconds.
  long now() {
    return now;
  }

  /// The nanoseconds that all work took, one after the other.
  long busyNanos() {
    return busy;
  }

  // the clock

  private void take(Engine engine, long stream, long nanos) {
    now += ASKING_NANOS;
    long start = Math.max(now, Math.max(ready(stream), freeAt.getOrDefault(engine, 0L)));
    long end = start + nanos;
    busy += nanos;
    freeAt.put(engine, end);
    if (stream == 0) {
      defaultReadyAt = end;
    } else {
      readyAt.put(stream, end);
    }
  }

  /// When all that a stream's next work waits for is done.
  private long ready(long stream) {
    if (stream != 0) {
      return Math.max(defaultReadyAt, readyAt.getOrDefault(stream, 0L));
    }
    return readyAt.values().stream().mapToLong(t -> t).reduce(defaultReadyAt, Math::max);
  }

  // the order

  private void give(long stream, Runnable action) {
    waiting.add(new Work(++given, stream, action));
  }

  /// Does what must be done before the work number `last` of `stream` is: what the stream was given
  /// before it, and all that was given before work of the default stream among that.
  private void finish(long stream, int last) {
    int all = -1; // everything up to here
    for (int i = 0; i <= last; i++) {
      all = waiting.get(i).stream == 0 || (stream == 0 && i == last) ? i : all;
    }
    var done = new ArrayList<Work>();
    for (int i = 0; i <= last; i++) {
      if (i <= all || waiting.get(i).stream == stream) {
        done.add(waiting.get(i));
      }
    }
    waiting.removeAll(done);
    done.forEach(work -> work.action.run());
  }

  private void finishAll() {
    var done = List.copyOf(waiting);
    waiting.clear();
    done.forEach(work -> work.action.run());
    now = Math.max(now, ready(0));
  }

  @Override
  public void synchronizeStream(long stream) {
    int last = -1;
    for (int i = 0; i < waiting.size(); i++) {
      last = waiting.get(i).stream == stream ? i : last;
    }
    if (last >= 0) {
      finish(stream, last);
    }
    now = Math.max(now, ready(stream));
  }

  @Override
  public void recordEvent(long event, long stream) {
    marks.put(event, Math.max(now, ready(stream)));
    give(stream, () -> {});
    lastMark.put(event, given);
  }

  @Override
  public void synchronizeEvent(long event) {
    int mark = lastMark.getOrDefault(event, 0);
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).number == mark) {
        finish(waiting.get(i).stream, i);
        break;
      }
    }
    now = Math.max(now, marks.getOrDefault(event, 0L));
  }

  @Override
  public float elapsedMillis(long start, long end) {
    return (marks.getOrDefault(end, 0L) - marks.getOrDefault(start, 0L)) / 1e6f;
  }

  @Override
  public void synchronize() {
    finishAll();
  }

  // work

  @Override
  public void copyInAsync(long to, MemorySegment from, long stream) {
    take(Engine.UP, stream, from.byteSize());
    give(stream, () -> device.copyIn(to, from));
  }

  @Override
  public void copyOutAsync(MemorySegment to, long from, long stream) {
    take(Engine.DOWN, stream, to.byteSize());
    give(stream, () -> device.copyOut(to, from));
  }

  @Override
  public void copyOnDevice(long to, long from, long bytes, long stream) {
    take(Engine.KERNELS, stream, bytes);
    give(stream, () -> device.copyOnDevice(to, from, bytes, stream));
  }

  @Override
  public void launch(
      long kernel, KernelSignature signature, GpuLaunch launch, byte[] parameters, long stream) {
    long threads = launch.grid().volume() * launch.block().volume();
    take(Engine.KERNELS, stream, NANOS_PER_THREAD * threads);
    var kept = parameters.clone();
    give(stream, () -> device.launch(kernel, signature, launch, kept, stream));
  }

  @Override
  public void copyIn(long to, MemorySegment from) {
    var kept = MemorySegment.ofArray(from.toArray(ValueLayout.JAVA_BYTE));
    take(Engine.UP, 0, from.byteSize());
    give(0, () -> device.copyIn(to, kept));
    finishAll();
  }

  @Override
  public void copyOut(MemorySegment to, long from) {
    take(Engine.DOWN, 0, to.byteSize());
    give(0, () -> device.copyOut(to, from));
    finishAll();
  }

  // the rest is the emulator's

  @Override
  public String name() {
    return "a lazy GPU";
  }

  @Override
  public boolean emulated() {
    return false;
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
    finishAll();
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
    finishAll();
    device.freePinned(memory);
  }

  @Override
  public long load(String ptx) {
    return device.load(ptx);
  }

  @Override
  public void unload(long module) {
    finishAll();
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
    finishAll();
    device.destroyStream(stream);
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
  public void close() {
    device.close();
  }
}
