package tapeline.gpu.program;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuException;

/// The memory of a program's device: a stretch of addresses, in which the program gets its pieces.
interface DeviceMemory {
  /// Returns the first of its addresses.
  long base();

  /// Returns how many bytes the device has.
  long bytes();

  /// Returns how many addresses there are, of pinned memory too.
  long addresses();

  long freeBytes();

  /// Returns the address of a new piece.
  ///
  /// @throws GpuException when there is too little
  long allocate(String name, long bytes);

  /// Returns the address of a new piece, all 0, in pages of its own, which the host has too.
  ///
  /// @param pinned whether it lies in the host's memory
  /// @throws GpuException when there is too little
  long allocateShared(String name, long bytes, boolean pinned);

  /// Calls `host` with the address of a shared piece when its values are needed, which are to be
  /// given to [#receive].
  void shareWith(LongConsumer host);

  /// Takes values of the host's, while it was called for them.
  void receive(long address, byte[] values);

  /// Prepares the shared pieces for work of the device.
  default void beforeWork() {}

  /// Prepares the piece that an address lies in for a copy, if it is a shared one.
  default void beforeCopy(long address) {}

  /// Gives the host shared pieces back, up to the first that the device may have written, and
  /// returns the address and the values of that, or nothing once the host has them all.
  Optional<Map.Entry<Long, byte[]>> giveBackShared();

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
