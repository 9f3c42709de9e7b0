package tapeline.gpu;

/// Work that the device does in the order it was given.
public final class GpuStream implements AutoCloseable {
  private final Gpu gpu;
  private final long handle;
  private final String name;
  private long doneUntil;
  private boolean closed;

  GpuStream(Gpu gpu, long handle, String name) {
    this.gpu = gpu;
    this.handle = handle;
    this.name = name;
  }

  public String name() {
    return name;
  }

  /// Waits until all work of this stream is done. A kernel's fault is reported here.
  public void synchronize() {
    gpu.device().synchronizeStream(handle(gpu));
    done(gpu.tick());
  }

  /// All work that was given up to this moment has been waited for.
  void done(long moment) {
    doneUntil = Math.max(doneUntil, moment);
  }

  long doneUntil() {
    return doneUntil;
  }

  long handle(Gpu wanted) {
    gpu.open();
    if (closed) {
      throw new IllegalStateException("the stream '%s' was closed".formatted(name));
    }
    if (wanted != gpu) {
      throw new IllegalArgumentException(
          "the stream '%s' belongs to %s, not to %s".formatted(name, gpu.name(), wanted.name()));
    }
    return handle;
  }

  /// Waits for its work and ends the stream. The default stream stays.
  @Override
  public void close() {
    if (handle != 0 && !closed && gpu.isOpen()) {
      synchronize();
      closed = true;
      gpu.released(this);
      gpu.device().destroyStream(handle);
    }
  }
}
