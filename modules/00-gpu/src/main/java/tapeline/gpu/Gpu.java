package tapeline.gpu;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;

/// A GPU to compute on: memory of its own, kernels, and streams that give them an order.
///
/// ```java
/// try (var gpu = Gpu.best()) {
///   var a = gpu.floatsOf("a", 1, 2, 3);
///   var b = gpu.floatsOf("b", 10, 20, 30);
///   var sum = gpu.floats("sum", 3);
///   var add = gpu.load(ptx).kernel("vecadd");
///   add.launch(GpuLaunch.covering(3, 256), a, b, sum, 3);
///   sum.toFloats(); // 11, 22, 33
/// }
/// ```
///
/// A launch only starts a kernel. Downloading a buffer waits for all work before it;
/// [#synchronize()] waits for everything. Closing frees what is still held.
public final class Gpu implements AutoCloseable {
  private final GpuDevice device;
  private final GpuLimits limits;
  private final GpuStream stream;
  private final Set<DeviceBuffer> buffers = new LinkedHashSet<>();
  private final List<AutoCloseable> held = new ArrayList<>();
  private long moment;
  private long doneUntil;
  private boolean closed;

  private Gpu(GpuDevice device) {
    this.device = device;
    this.limits = device.limits();
    this.stream = new GpuStream(this, 0, "the default stream");
  }

  /// The card of this machine where there is one, otherwise the emulator. Prints which, and why.
  public static Gpu best() {
    return best(System.out::println);
  }

  /// Returns the GPU that [#best()] chooses, and gives the line to `say`. `-Dtapeline.gpu=emulator`
  /// chooses the emulator.
  public static Gpu best(Consumer<String> say) {
    try {
      if ("emulator".equals(System.getProperty("tapeline.gpu"))) {
        throw new NoGpu("-Dtapeline.gpu=emulator asks for none");
      }
      var gpu = on(open(false));
      say.accept("GPU: kernels run on %s.".formatted(gpu.name()));
      return gpu;
    } catch (NoGpu e) {
      say.accept(
          "No GPU: %s. Kernels run on the emulator, with the same results, counters, and no times."
              .formatted(e.why()));
      return emulator();
    }
  }

  private static Gpu emulator() {
    try {
      return on(open(true));
    } catch (NoGpu e) {
      throw new IllegalStateException(e.why(), e);
    }
  }

  private static GpuDevice open(boolean emulated) throws NoGpu {
    for (var provider : ServiceLoader.load(GpuProvider.class, Gpu.class.getClassLoader())) {
      if (provider.emulated() == emulated) {
        return provider.open();
      }
    }
    throw new NoGpu("no provider on the class path has " + (emulated ? "an emulator" : "cards"));
  }

  /// A GPU on a device of your choice.
  public static Gpu on(GpuDevice device) {
    return new Gpu(device);
  }

  /// The card's name, or the emulator's.
  public String name() {
    return device.name();
  }

  /// Returns whether this is the emulator: right answers and counters, but no times.
  public boolean emulated() {
    return device.emulated();
  }

  /// Returns whether it still does what it is asked to: a kernel's fault may be the end of it. Then
  /// close it, and open another.
  public boolean usable() {
    return !closed && device.usable();
  }

  public GpuLimits limits() {
    return limits;
  }

  /// The device itself, for what only one kind of device can do.
  public GpuDevice device() {
    return device;
  }

  /// Room for `length` elements, with nothing in it: read it before it is written, and you read
  /// what lay there before.
  ///
  /// @throws GpuException when the memory is not free: says what is held, and by whom
  public DeviceBuffer allocate(String name, ElementType type, int length) {
    open();
    if (length < 1) {
      throw new IllegalArgumentException(
          "a buffer holds at least one element: got %d for '%s'".formatted(length, name));
    }
    long bytes = (long) length * type.bytes();
    try {
      var buffer = new DeviceBuffer(this, name, type, length, device.allocate(name, bytes));
      synchronized (this) {
        buffers.add(buffer);
      }
      return buffer;
    } catch (GpuException e) {
      if (!device.usable()) {
        throw e; // no question of memory, and there is nothing to add
      }
      throw new GpuException(
          "allocating '%s' of %s".formatted(name, bytes(bytes)), e.error(), holdings());
    }
  }

  /// Room for so many floats.
  public DeviceBuffer floats(String name, int length) {
    return allocate(name, ElementType.FLOAT, length);
  }

  /// Room for so many ints.
  public DeviceBuffer ints(String name, int length) {
    return allocate(name, ElementType.INT, length);
  }

  /// A buffer with these numbers in it.
  public DeviceBuffer floatsOf(String name, float... values) {
    return floats(name, values.length).upload(values);
  }

  /// A buffer with these numbers in it.
  public DeviceBuffer intsOf(String name, int... values) {
    return ints(name, values.length).upload(values);
  }

  /// Host memory that the device copies from and to by itself, so that a copy need not wait.
  public PinnedBuffer pinned(int floats) {
    open();
    return hold(new PinnedBuffer(this, floats));
  }

  /// The kernels of a PTX text.
  ///
  /// @throws GpuException when the device cannot translate it
  public GpuModule load(String ptx) {
    open();
    return hold(new GpuModule(this, ptx));
  }

  /// The stream of work that names no other: it waits for all others, and all others wait for it.
  public GpuStream stream() {
    return stream;
  }

  /// A new stream. Work on one stream keeps its order; works on two may overlap.
  public GpuStream newStream(String name) {
    open();
    return hold(new GpuStream(this, device.createStream(), name));
  }

  /// A new mark on the device's clock.
  public GpuEvent event(String name) {
    open();
    return hold(new GpuEvent(this, name));
  }

  /// Waits until the device has done all it was given. A kernel's fault is reported here.
  public void synchronize() {
    open();
    device.synchronize();
    doneUntil = tick();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    buffers.clear(); // the device frees what is left of it, in one go
    held.clear();
    device.close();
  }

  /// The number of this moment: marks and waits are put in order by it.
  synchronized long tick() {
    return ++moment;
  }

  long doneUntil() {
    return doneUntil;
  }

  synchronized void released(DeviceBuffer buffer) {
    buffers.remove(buffer);
  }

  synchronized void released(AutoCloseable part) {
    held.remove(part);
  }

  boolean isOpen() {
    return !closed;
  }

  void open() {
    if (closed) {
      throw new IllegalStateException("this GPU was closed, and all its memory freed");
    }
  }

  private synchronized <T extends AutoCloseable> T hold(T part) {
    held.add(part);
    return part;
  }

  private synchronized String holdings() {
    var largest =
        buffers.stream()
            .sorted((a, b) -> Long.compare(b.bytes(), a.bytes()))
            .limit(5)
            .map(b -> "'" + b.name() + "' " + bytes(b.bytes()))
            .toList();
    return "%s of %s are free, you hold %s%s%s"
        .formatted(
            bytes(device.freeBytes()),
            bytes(limits.memoryBytes()),
            buffers.size() == 1 ? "1 buffer" : buffers.size() + " buffers",
            largest.isEmpty() ? "" : ", the largest ",
            String.join(", ", largest));
  }

  static String bytes(long bytes) {
    if (bytes < 1 << 10) return bytes + " bytes";
    if (bytes < 1 << 20) return String.format(Locale.ROOT, "%.1f KiB", bytes / 1024.0);
    if (bytes < 1 << 30) return String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
    return String.format(Locale.ROOT, "%.1f GiB", bytes / 1073741824.0);
  }
}
