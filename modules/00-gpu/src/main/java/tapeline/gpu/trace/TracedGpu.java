package tapeline.gpu.trace;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.PassingDevice;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LineReport;

/// A device that notes what another one is given to do: each copy and each launch, with its stream.
///
/// The times are those of the device's own clock, by an event before and one behind each work, so a
/// work that waits for an engine lasts from when its stream came to it. The emulator has no clock:
/// there a time is how long the emulator took, which says nothing about a card, and the counts are
/// what to look at.
///
/// ```java
/// var traced = new TracedGpu(new EmulatedGpu().mode(Mode.COUNTERS));
/// try (var gpu = Gpu.on(traced); var cuda = new CudaBackend(gpu); var _ = Backend.use(cuda)) {
///   trainer.step(digits);
///   traced.works();
/// }
/// ```
public final class TracedGpu extends PassingDevice {
  private final List<Order> orders = new ArrayList<>();
  private final Map<Long, String> kernels = new HashMap<>();
  private final Map<Long, Integer> streams = new HashMap<>(Map.of(0L, 0)); // handles to numbers
  private final long begin;
  private final long hostBegin;

  /// A work, the events around it, and the host's clock when it was asked for and when that
  /// returned.
  private record Order(
      String name,
      int stream,
      long before,
      long behind,
      long asked,
      long returned,
      Map<String, Long> counts) {}

  /// Notes what `device` is given from here on; closing this closes it.
  public TracedGpu(GpuDevice device) {
    super(device);
    this.begin = mark(0);
    device.synchronizeEvent(begin);
    this.hostBegin = System.nanoTime();
  }

  /// The value of [System#nanoTime] when the tracing began.
  public long begin() {
    return hostBegin;
  }

  /// The work so far, in the order in which it was asked for. Waits for all of it.
  public List<GpuWork> works() {
    device.synchronize();
    return orders.stream().map(this::work).toList();
  }

  private GpuWork work(Order order) {
    boolean clock = !device.emulated();
    long start = clock ? nanos(order.before) : order.asked - hostBegin;
    long end = clock ? nanos(order.behind) : order.returned - hostBegin;
    return new GpuWork(order.name, order.stream, start, end - start, order.counts);
  }

  /// All from the same event, so that rounding to a float never lets works of a stream overlap.
  private long nanos(long event) {
    return Math.round(1e6 * device.elapsedMillis(begin, event));
  }

  private long mark(long stream) {
    long event = device.createEvent();
    device.recordEvent(event, stream);
    return event;
  }

  private void note(String name, long stream, String unit, long count, Runnable work) {
    long before = mark(stream);
    long asked = System.nanoTime();
    work.run();
    long returned = System.nanoTime();
    var counts = new TreeMap<>(Map.of(unit, count));
    if (device instanceof EmulatedGpu emulated && unit.equals("threads")) {
      var report = emulated.lastReport();
      count(report.total(), "", counts);
      report.lines().forEach(line -> count(line, ", line " + line.source().line(), counts));
      counts.values().removeIf(n -> n == 0);
    }
    int number = streams.getOrDefault(stream, -1);
    orders.add(new Order(name, number, before, mark(stream), asked, returned, counts));
  }

  private static void count(LineReport report, String where, Map<String, Long> counts) {
    counts.merge("flops" + where, report.flops(), Long::sum);
    counts.merge("bytes of sectors" + where, report.bytes(), Long::sum);
    counts.merge("instructions" + where, report.instructions(), Long::sum);
  }

  @Override
  public void copyIn(long to, MemorySegment from) {
    note("copy up", 0, "bytes", from.byteSize(), () -> device.copyIn(to, from));
  }

  @Override
  public void copyOut(MemorySegment to, long from) {
    note("copy down", 0, "bytes", to.byteSize(), () -> device.copyOut(to, from));
  }

  @Override
  public void copyInAsync(long to, MemorySegment from, long stream) {
    note("copy up", stream, "bytes", from.byteSize(), () -> device.copyInAsync(to, from, stream));
  }

  @Override
  public void copyOutAsync(MemorySegment to, long from, long stream) {
    note("copy down", stream, "bytes", to.byteSize(), () -> device.copyOutAsync(to, from, stream));
  }

  @Override
  public void copyOnDevice(long to, long from, long bytes, long stream) {
    note("copy", stream, "bytes", bytes, () -> device.copyOnDevice(to, from, bytes, stream));
  }

  @Override
  public void launch(
      long kernel, KernelSignature signature, GpuLaunch launch, byte[] parameters, long stream) {
    var name = Objects.requireNonNull(kernels.get(kernel));
    long threads = launch.grid().volume() * launch.block().volume();
    note(
        name,
        stream,
        "threads",
        threads,
        () -> device.launch(kernel, signature, launch, parameters, stream));
  }

  @Override
  public long kernel(long module, String name) {
    long kernel = device.kernel(module, name);
    kernels.put(kernel, name);
    return kernel;
  }

  @Override
  public long createStream() {
    long stream = super.createStream();
    streams.put(stream, streams.size());
    return stream;
  }
}
