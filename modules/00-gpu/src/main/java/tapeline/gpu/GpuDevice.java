package tapeline.gpu;

import java.lang.foreign.MemorySegment;

/// The operations that a device must have. [Gpu] and its parts are written against this, and there
/// are two kinds of device, a CUDA card and the emulator.
///
/// Addresses and handles are plain `long`s that only the device itself can read. Every call comes
/// checked: sizes fit, nothing is freed twice, a launch is within [#limits()]. So a device says
/// only what went wrong inside it, by a [GpuException]. Stream 0 always exists: work on it waits
/// for all work given before, and all later work waits for it.
public interface GpuDevice extends AutoCloseable {
  /// The card's own name and what a reader wants to know with it, on one line.
  String name();

  /// Returns whether this is the emulator: right answers and counters, no times.
  boolean emulated();

  /// Returns whether it still does what it is asked to: a kernel's fault may be the end of a card's
  /// context.
  default boolean usable() {
    return true;
  }

  GpuLimits limits();

  // memory
  /// The address of so many new bytes, aligned to 256. The name is for messages.
  long allocate(String name, long bytes);

  void free(long address);

  long freeBytes();

  /// Copies to the device, and returns when `from` may be written again.
  void copyIn(long to, MemorySegment from);

  /// Waits for the work given before, then copies from the device.
  void copyOut(MemorySegment to, long from);

  /// Starts the copy of [#copyIn] without waiting; `from` is pinned.
  void copyInAsync(long to, MemorySegment from, long stream);

  /// Starts the copy of [#copyOut] without waiting; `to` is pinned.
  void copyOutAsync(MemorySegment to, long from, long stream);

  void copyOnDevice(long to, long from, long bytes, long stream);

  /// Host memory that the device reads and writes by itself.
  MemorySegment allocatePinned(long bytes);

  void freePinned(MemorySegment memory);

  // code
  long load(String ptx);

  void unload(long module);

  long kernel(long module, String name);

  /// A `__device__` or `__constant__` variable.
  Global global(long module, String name);

  KernelResources resources(long kernel);

  /// How many blocks of this kernel fit on one multiprocessor at once.
  int blocksPerMultiprocessor(long kernel, int threads, int sharedBytes);

  /// Starts a kernel and returns at once. `parameters` holds the arguments at the offsets that the
  /// signature says.
  void launch(
      long kernel, KernelSignature signature, GpuLaunch launch, byte[] parameters, long stream);

  // order and time
  long createStream();

  void destroyStream(long stream);

  void synchronizeStream(long stream);

  long createEvent();

  void destroyEvent(long event);

  void recordEvent(long event, long stream);

  void synchronizeEvent(long event);

  /// Milliseconds on the device's clock between two events that have happened; NaN on the emulator.
  float elapsedMillis(long start, long end);

  void synchronize();

  @Override
  void close();

  /// The address and the size of a module's variable.
  record Global(long address, long bytes) {}
}
