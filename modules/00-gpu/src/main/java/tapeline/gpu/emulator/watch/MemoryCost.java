package tapeline.gpu.emulator.watch;

import static java.lang.Integer.bitCount;
import static java.lang.Integer.numberOfTrailingZeros;

import tapeline.gpu.GpuLimits;
import tapeline.gpu.emulator.execute.MemoryAccess;

/// The cost of a warp's request: sectors of global memory, wavefronts of shared memory.
final class MemoryCost {
  private static final int SECTOR = numberOfTrailingZeros(GpuLimits.SECTOR_BYTES);

  private final long[] seen = new long[32 * 5];
  private final int[] inBank = new int[32];

  /// Returns the number of sectors that the addresses lie in. An aligned access of at most 16 bytes
  /// lies in one.
  int sectors(long[] addresses, int mask) {
    long window = addresses[numberOfTrailingZeros(mask)] >>> (SECTOR + 5);
    int touched = 0; // 32 sectors, a bit each: nearly every request lies in one
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      long address = addresses[numberOfTrailingZeros(lanes)];
      if (address >>> (SECTOR + 5) != window) {
        return distinctSectors(addresses, mask);
      }
      touched |= 1 << (int) (address >>> SECTOR & 31);
    }
    return bitCount(touched);
  }

  /// Returns the number of sectors of local memory, in which the words that lanes have at the same
  /// address lie side by side.
  int localSectors(long[] addresses, int mask, int bytes) {
    int n = 0;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = numberOfTrailingZeros(lanes);
      for (long word = addresses[lane] >>> 2; word <= (addresses[lane] + bytes - 1) >>> 2; word++) {
        n = addIfNew((32 * word + lane) >>> (SECTOR - 2), n);
      }
    }
    return n;
  }

  private int distinctSectors(long[] addresses, int mask) {
    int n = 0;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      n = addIfNew(addresses[numberOfTrailingZeros(lanes)] >>> SECTOR, n);
    }
    return n;
  }

  private int addIfNew(long value, int n) {
    for (int i = n - 1; i >= 0; i--) {
      if (seen[i] == value) {
        return n;
      }
    }
    seen[n] = value;
    return n + 1;
  }

  /// Shared memory has 32 banks, each a 4-byte word wide. A wavefront serves one word from each
  /// bank, to any number of lanes. So lanes that go together take as many wavefronts as the busiest
  /// bank has different words; atomics also count equal words.
  int wavefronts(long[] addresses, int mask, MemoryAccess access) {
    int bytes = access.bytes;
    boolean atomic = access.atomic;
    if (bytes <= 4 && !atomic && isFreeOfConflicts(addresses, mask)) {
      return 1;
    }
    int total = 0;
    for (int first = 0, width; first < 32; first += width) {
      width = lanesTogether(addresses, mask, bytes, access.load, first);
      int group = mask & lanes(first, width);
      if (group != 0) {
        total += busiestBank(addresses, group, bytes, atomic);
      }
    }
    return total;
  }

  private static int lanes(int first, int width) {
    return width == 32 ? -1 : ((1 << width) - 1) << first;
  }

  /// The usual case, in one pass: no bank is asked for two words.
  private boolean isFreeOfConflicts(long[] addresses, int mask) {
    int used = 0;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int word = (int) (addresses[numberOfTrailingZeros(lanes)] >>> 2);
      int bank = word & 31;
      if ((used >>> bank & 1) == 0) {
        used |= 1 << bank;
        inBank[bank] = word;
      } else if (inBank[bank] != word) {
        return false;
      }
    }
    return true;
  }

  private int busiestBank(long[] addresses, int group, int bytes, boolean atomic) {
    java.util.Arrays.fill(inBank, 0);
    int busiest = 0;
    int n = 0;
    for (int lanes = group; lanes != 0; lanes &= lanes - 1) {
      long first = addresses[numberOfTrailingZeros(lanes)] >>> 2;
      for (int i = 0; i < Math.max(1, bytes / 4); i++) {
        long word = first + i;
        int bank = (int) word & 31;
        int before = n;
        if (inBank[bank] > 0 && !atomic) {
          n = addIfNew(word, n);
        } else {
          seen[n++] = word;
        }
        if (n > before) {
          busiest = Math.max(busiest, ++inBank[bank]);
        }
      }
    }
    return busiest;
  }

  /// How many lanes from `first` on are served together: those of 128 bytes, which are 32 lanes of
  /// 4 bytes, 16 of 8, 8 of 16. Loads of 8 and 16 bytes go by twice as many where the two lanes of
  /// each pair, neighbours or next but one, ask for the same: so it is on an H200 (2026-11-26).
  static int lanesTogether(long[] addresses, int mask, int bytes, boolean load, int first) {
    int width = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
    return width < 32
            && load
            && first % (2 * width) == 0
            && (agree(addresses, mask, first, 2 * width, 1)
                || agree(addresses, mask, first, 2 * width, 2))
        ? 2 * width
        : width;
  }

  private static boolean agree(long[] addresses, int mask, int first, int width, int apart) {
    for (int lane = first; lane < first + width; lane++) {
      int other = lane ^ apart;
      if ((mask >>> lane & mask >>> other & 1) != 0 && addresses[lane] != addresses[other]) {
        return false;
      }
    }
    return true;
  }

  /// The wavefronts that a request without bank conflicts takes.
  static int groups(long[] addresses, int mask, MemoryAccess access) {
    int groups = 0;
    for (int first = 0, width; first < 32; first += width) {
      width = lanesTogether(addresses, mask, access.bytes, access.load, first);
      groups += (mask & lanes(first, width)) != 0 ? 1 : 0;
    }
    return groups;
  }
}
