package tapeline.gpu.emulator.memory;

import java.util.Arrays;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;

/// The stack frames of a warp's threads: parameters and arrays that each thread has for itself.
public final class LocalMemory {
  private final byte[][] lanes = new byte[32][0];

  /// By lane, what it has written, where a race detector asks; else empty.
  private final WrittenBytes[] written;

  public LocalMemory(boolean watched) {
    written = new WrittenBytes[watched ? 32 : 0];
    Arrays.setAll(written, _ -> new WrittenBytes());
  }

  public void ensure(int size) {
    for (int lane = 0; lane < 32; lane++) {
      if (lanes[lane].length < size) {
        lanes[lane] = Arrays.copyOf(lanes[lane], Math.max(size, 2 * lanes[lane].length));
      }
    }
  }

  /// Lays the kernel's parameters at the bottom of every thread's frame.
  public void write(byte[] parameters) {
    for (byte[] lane : lanes) {
      System.arraycopy(parameters, 0, lane, 0, parameters.length);
    }
  }

  /// Arrays begin with anything in them, but with the same in every block.
  public void clear(int from) {
    for (byte[] lane : lanes) {
      Arrays.fill(lane, Math.min(from, lane.length), lane.length, (byte) 0xCD);
    }
    for (var lane : written) {
      lane.removeAll(from, lanes[0].length);
      lane.addAll(0, from);
    }
  }

  public WrittenBytes written(int lane) {
    return written[lane];
  }

  /// A function begins, whose variables have not been written yet.
  public void forget(int from, int to) {
    for (var lane : written) {
      lane.removeAll(from, to);
    }
  }

  /// A parameter or a result was brought here.
  public void bring(int lane, int from, int to) {
    if (written.length > 0) {
      written[lane].addAll(from, to);
    }
  }

  public byte[] of(int lane) {
    return lanes[lane];
  }

  public int index(long address, int size, int where) {
    int end = lanes[where & 31].length;
    if (address < 0 || address > end - size) {
      throw new Trap(
          FaultKind.LOCAL_OUT_OF_BOUNDS,
          where,
          "byte %d of the %d of this thread's own arrays".formatted(address, end));
    }
    if ((address & size - 1) != 0) {
      throw new Trap(
          FaultKind.MISALIGNED,
          where,
          "the %d-byte access must be at a multiple of %d, got byte %d of this thread's own arrays"
              .formatted(size, size, address));
    }
    return (int) address;
  }
}
