package tapeline.gpu.driver;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Copies between Java arrays and the device.
/*
 * The garbage collector moves arrays, so the driver must never see their addresses: the numbers go
 * through a piece of pinned memory, a few megabytes at a time. Memory outside of the heap is
 * copied as it is.
 */
final class StagingBuffer {
  private static final long BYTES = 4 << 20;

  private final CudaGpu gpu;
  private @Nullable MemorySegment pinned;

  StagingBuffer(CudaGpu gpu) {
    this.gpu = gpu;
  }

  synchronized void copyIn(long to, MemorySegment from) {
    if (from.isNative()) {
      gpu.call(CudaCall.COPY_IN, "uploading", to, from, from.byteSize());
      return;
    }
    for (long done = 0; done < from.byteSize(); done += BYTES) {
      long size = Math.min(BYTES, from.byteSize() - done);
      var piece = pinned().asSlice(0, size).copyFrom(from.asSlice(done, size));
      gpu.call(CudaCall.COPY_IN, "uploading", to + done, piece, size);
    }
  }

  synchronized void copyOut(MemorySegment to, long from) {
    if (to.isNative()) {
      gpu.call(CudaCall.COPY_OUT, "downloading", to, from, to.byteSize());
      return;
    }
    for (long done = 0; done < to.byteSize(); done += BYTES) {
      long size = Math.min(BYTES, to.byteSize() - done);
      var piece = pinned().asSlice(0, size);
      gpu.call(CudaCall.COPY_OUT, "downloading", piece, from + done, size);
      to.asSlice(done, size).copyFrom(piece);
    }
  }

  private MemorySegment pinned() {
    var memory = pinned;
    if (memory == null) {
      memory = gpu.allocatePinned(BYTES);
      pinned = memory;
    }
    return memory;
  }
}
