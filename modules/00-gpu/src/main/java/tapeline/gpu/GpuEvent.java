package tapeline.gpu;

import org.jspecify.annotations.Nullable;

/// A mark in a stream of work. The device notes the time when it comes by.
///
/// ```java
/// start.record(gpu.stream());
/// kernel.launch(launch, x, y, n);
/// end.record(gpu.stream());
/// end.synchronize();             // without this line the kernel may still run
/// start.millisUntil(end);
/// ```
public final class GpuEvent implements AutoCloseable {
  private final Gpu gpu;
  private final String name;
  private final long handle;
  private @Nullable GpuStream stream;
  private long recordedAt;
  private boolean closed;

  GpuEvent(Gpu gpu, String name) {
    this.gpu = gpu;
    this.name = name;
    this.handle = gpu.device().createEvent();
  }

  /// Puts the mark behind the work that the stream has been given so far.
  public void record(GpuStream stream) {
    live();
    gpu.device().recordEvent(handle, stream.handle(gpu));
    this.stream = stream;
    recordedAt = gpu.tick();
  }

  /// Waits until the device comes by.
  ///
  /// @throws IllegalStateException when the event was never recorded
  public void synchronize() {
    var waited = recorded();
    gpu.device().synchronizeEvent(handle);
    waited.done(recordedAt); // and all before it on this stream
  }

  /// The milliseconds on the device's clock from here to a later mark, both of which the device has
  /// passed; NaN on the emulator, which has no clock.
  ///
  /// @throws IllegalStateException when one of them was never recorded or not waited for
  public float millisUntil(GpuEvent end) {
    passed();
    end.passed();
    return gpu.device().elapsedMillis(handle, end.handle);
  }

  private GpuStream recorded() {
    live();
    var recordedOn = stream;
    if (recordedOn == null) {
      throw new IllegalStateException("the event '%s' was never recorded".formatted(name));
    }
    return recordedOn;
  }

  private void passed() {
    if (Math.max(recorded().doneUntil(), gpu.doneUntil()) < recordedAt) {
      throw new IllegalStateException(
          ("a time is read after the work is done: the event '%s' was not waited for since it was"
                  + " recorded, call its synchronize() first")
              .formatted(name));
    }
  }

  private void live() {
    gpu.open();
    if (closed) {
      throw new IllegalStateException("the event '%s' was closed".formatted(name));
    }
  }

  @Override
  public void close() {
    if (!closed && gpu.isOpen()) {
      closed = true;
      gpu.released(this);
      gpu.device().destroyEvent(handle);
    }
  }
}
