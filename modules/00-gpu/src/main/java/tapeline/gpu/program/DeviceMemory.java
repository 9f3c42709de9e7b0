package tapeline.gpu.program;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuException;

/// The memory of a program's device: a stretch of addresses, in which the program gets its pieces.
interface DeviceMemory {
  /// The first of its addresses.
  long base();

  /// How many it has.
  long bytes();

  long freeBytes();

  /// The address of a new piece.
  ///
  /// @param pages whether it is in pages of its own, for memory that the host has at the same
  ///   address
  /// @throws GpuException when there is too little
  long allocate(String name, long bytes, boolean pages);

  /// Takes a piece back.
  ///
  /// @throws IllegalArgumentException when no piece in use begins there
  void free(long address);

  /// Returns the device that has the memory.
  GpuDevice device();

  /// A copy of so many bytes.
  default byte[] read(long from, long n) {
    var bytes = new byte[Math.toIntExact(n)];
    device().copyOut(MemorySegment.ofArray(bytes), from);
    return bytes;
  }

  /// Makes each of so many bytes this one.
  default void fill(long at, long n, byte value) {
    var bytes = new byte[(int) Math.min(n, 1 << 20)];
    Arrays.fill(bytes, value);
    for (long done = 0; done < n; done += bytes.length) {
      long more = Math.min(bytes.length, n - done);
      device().copyIn(at + done, MemorySegment.ofArray(bytes).asSlice(0, more));
    }
  }
}
