package tapeline.gpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Floats in host memory that the operating system keeps in place, so that the device can copy them
/// while Java goes on. Such memory is scarce: take it once and use it again.
public final class PinnedBuffer implements AutoCloseable {
  private final Gpu gpu;
  private final int length;
  private final MemorySegment memory;
  private boolean freed;

  PinnedBuffer(Gpu gpu, int length) {
    if (length < 1) {
      throw new IllegalArgumentException("a buffer holds at least one element: got " + length);
    }
    this.gpu = gpu;
    this.length = length;
    this.memory = gpu.device().allocatePinned(4L * length);
  }

  public int length() {
    return length;
  }

  public float get(int i) {
    return memory().getAtIndex(ValueLayout.JAVA_FLOAT, i);
  }

  public void set(int i, float value) {
    memory().setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
  }

  /// Copies an array in.
  ///
  /// @throws IllegalArgumentException when it has another length
  public PinnedBuffer put(float[] values) {
    sameLength(values.length);
    memory().copyFrom(MemorySegment.ofArray(values));
    return this;
  }

  /// A new array with all floats.
  public float[] toFloats() {
    return memory().toArray(ValueLayout.JAVA_FLOAT);
  }

  @Override
  public void close() {
    if (!freed && gpu.isOpen()) {
      freed = true;
      gpu.released(this);
      gpu.device().freePinned(memory);
    }
  }

  MemorySegment memory() {
    gpu.open();
    if (freed) {
      throw new IllegalStateException("the pinned buffer was freed");
    }
    return memory;
  }

  private void sameLength(int given) {
    if (given != length) {
      throw new IllegalArgumentException(
          "a pinned buffer of %d floats: got %d".formatted(length, given));
    }
  }
}
