package tapeline.gpu;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// An array in the device's memory. Java cannot index it: it is uploaded, worked on by kernels,
/// downloaded.
public final class DeviceBuffer implements AutoCloseable {
  private final Gpu gpu;
  private final String name;
  private final ElementType type;
  private final int length;
  private final long address;
  private final @Nullable DeviceBuffer owner; // of the memory, where this is a slice of it
  private boolean freed;

  DeviceBuffer(Gpu gpu, String name, ElementType type, int length, long address) {
    this(gpu, name, type, length, address, null);
  }

  private DeviceBuffer(
      Gpu gpu,
      String name,
      ElementType type,
      int length,
      long address,
      @Nullable DeviceBuffer owner) {
    this.gpu = gpu;
    this.name = name;
    this.type = type;
    this.length = length;
    this.address = address;
    this.owner = owner;
  }

  /// A variable of a module as a buffer; the module owns its memory.
  static DeviceBuffer variable(Gpu gpu, String name, ElementType type, GpuDevice.Global at) {
    int length = Math.toIntExact(at.bytes() / type.bytes());
    var memory = new DeviceBuffer(gpu, name, type, length, at.address(), null);
    return new DeviceBuffer(gpu, name, type, length, at.address(), memory);
  }

  public String name() {
    return name;
  }

  public ElementType type() {
    return type;
  }

  public int length() {
    return length;
  }

  public long bytes() {
    return (long) length * type.bytes();
  }

  /// Returns the buffer's address in device memory: a number for kernels, of no use to Java.
  ///
  /// @throws IllegalStateException when it was freed
  public long address() {
    live();
    return address;
  }

  /// The elements `from` to `from + length − 1`, in the same memory. It ends when the whole is
  /// freed.
  public DeviceBuffer slice(int from, int length) {
    live();
    if (from < 0 || length < 1 || from > this.length - length) {
      throw new IllegalArgumentException(
          "a slice lies inside its buffer: '%s' has %s, got %d from %d on"
              .formatted(name, type.count(this.length), length, from));
    }
    var part = "%s[%d..%d]".formatted(name, from, from + length - 1);
    long start = address + (long) from * type.bytes();
    return new DeviceBuffer(gpu, part, type, length, start, owner == null ? this : owner);
  }

  /// Copies all elements to the device.
  public DeviceBuffer upload(float[] values) {
    return upload(ElementType.FLOAT, values.length, MemorySegment.ofArray(values));
  }

  /// Copies all elements to the device.
  public DeviceBuffer upload(int[] values) {
    return upload(ElementType.INT, values.length, MemorySegment.ofArray(values));
  }

  /// Copies all elements to the device.
  public DeviceBuffer upload(byte[] values) {
    return upload(ElementType.BYTE, values.length, MemorySegment.ofArray(values));
  }

  private DeviceBuffer upload(ElementType given, int count, MemorySegment values) {
    fits("upload of", given, count);
    gpu.device().copyIn(address, values);
    return this;
  }

  /// Copies all elements to an array, after all work given before is done.
  public void download(float[] into) {
    download(ElementType.FLOAT, into.length, MemorySegment.ofArray(into));
  }

  /// Copies all elements to an array, after all work given before is done.
  public void download(int[] into) {
    download(ElementType.INT, into.length, MemorySegment.ofArray(into));
  }

  /// Copies all elements to an array, after all work given before is done.
  public void download(byte[] into) {
    download(ElementType.BYTE, into.length, MemorySegment.ofArray(into));
  }

  private void download(ElementType wanted, int count, MemorySegment into) {
    fits("download of", wanted, count);
    gpu.device().copyOut(into, address);
  }

  /// A new array with all elements.
  public float[] toFloats() {
    var values = new float[length];
    download(values);
    return values;
  }

  /// A new array with all elements.
  public int[] toInts() {
    var values = new int[length];
    download(values);
    return values;
  }

  /// Starts copying from pinned memory, and returns at once: leave `from` as it is until the stream
  /// was synchronised.
  public void uploadAsync(PinnedBuffer from, GpuStream stream) {
    fits("upload of", ElementType.FLOAT, from.length());
    gpu.device().copyInAsync(address, from.memory(), stream.handle(gpu));
  }

  /// Starts copying to pinned memory, and returns at once: read `into` after the stream was
  /// synchronised.
  public void downloadAsync(PinnedBuffer into, GpuStream stream) {
    fits("download of", ElementType.FLOAT, into.length());
    gpu.device().copyOutAsync(into.memory(), address, stream.handle(gpu));
  }

  /// Starts copying all elements of another buffer of this device here.
  public void copyFrom(DeviceBuffer from, GpuStream stream) {
    from.on(gpu, "copy");
    fits("copy of '" + from.name + "',", from.type, from.length);
    gpu.device().copyOnDevice(address, from.address(), bytes(), stream.handle(gpu));
  }

  /// Frees the memory. Closing a slice does nothing: its memory belongs to the whole.
  @Override
  public void close() {
    if (owner == null && !freed && gpu.isOpen()) {
      freed = true;
      gpu.released(this);
      gpu.device().free(address);
    }
  }

  /// @throws IllegalArgumentException when the memory is another device's
  void on(Gpu wanted, String use) {
    live();
    if (gpu != wanted) {
      throw new IllegalArgumentException(
          "%s needs memory of one GPU: '%s' lies on %s, not on %s"
              .formatted(use, name, gpu.name(), wanted.name()));
    }
  }

  private void live() {
    gpu.open();
    if (freed || (owner != null && owner.freed)) {
      throw new IllegalStateException("the buffer '%s' was freed".formatted(name));
    }
  }

  private void fits(String what, ElementType given, int count) {
    live();
    if (given != type || count != length) {
      throw new IllegalArgumentException(
          "'%s' holds %s: got %s %s".formatted(name, type.count(length), what, given.count(count)));
    }
  }

  @Override
  public String toString() {
    return "%s: %s on %s".formatted(name, type.count(length), gpu.name());
  }
}
