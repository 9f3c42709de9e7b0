package tapeline.gpu.emulator.watch;

import static java.lang.Integer.numberOfTrailingZeros;

import tapeline.gpu.emulator.execute.MemoryAccess;

/// The lanes of a request by their addresses.
final class DistinctPlaces {
  /// The addresses that differ, in the order of their first lanes.
  final long[] places = new long[32];

  /// The last lane that asks for each, and the one before it, −1 for none.
  final int[] last = new int[32];

  final int[] before = new int[32];
  int count;

  private final int[] runs = new int[32];
  private final int lanes;
  long lowest = Long.MAX_VALUE;
  long highest = Long.MIN_VALUE;

  DistinctPlaces(long[] addresses, int mask) {
    lanes = Integer.bitCount(mask);
    for (int left = mask; left != 0; left &= left - 1) {
      add(addresses[numberOfTrailingZeros(left)], numberOfTrailingZeros(left));
    }
    for (int i = count - 1; i >= 0; i--) {
      runs[i] = i + 1 < count && leadsOn(i) ? runs[i + 1] + 1 : 1;
    }
  }

  private boolean leadsOn(int i) {
    return places[i + 1] == places[i] + 4
        && last[i + 1] == last[i] + 1
        && before[i] < 0
        && before[i + 1] < 0;
  }

  /// Returns how many places from one on are words one after another, each asked for by the next
  /// lane; 1 for accesses of more or less than a word.
  int run(int i, MemoryAccess access) {
    return access.elementBytes == 4 && access.bytes == 4 ? runs[i] : 1;
  }

  /// Returns whether each lane has an address of its own.
  boolean areOneEach() {
    return count == lanes;
  }

  private void add(long address, int lane) {
    int i = 0;
    while (i < count && places[i] != address) {
      i++;
    }
    places[i] = address;
    before[i] = i < count ? last[i] : -1;
    last[i] = lane;
    count = Math.max(count, i + 1);
    lowest = Math.min(lowest, address);
    highest = Math.max(highest, address);
  }
}
