package tapeline.gpu.emulator.watch;

import static java.lang.Integer.numberOfTrailingZeros;

import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.MemoryAccess;

/// The last request of an instruction and its cost, which is often that of the next one too.
///
/// Addresses that are all moved by a multiple of 32 bytes lie in as many sectors. Moved by a
/// multiple of 4 bytes they share banks of shared memory as before.
final class LastRequest {
  private final long grain;
  private final long[] addresses = new long[32];
  private final long[] taking = new long[32]; // −1 for a lane that takes part, 0 for another
  private @Nullable MemoryAccess access;
  private int mask;
  int cost;
  int ideal;

  /// @param grain addresses moved by multiples of it cost the same
  LastRequest(int grain) {
    this.grain = grain;
  }

  boolean costsAsMuchAs(MemoryAccess request, int lanes, long[] at) {
    int first = numberOfTrailingZeros(lanes);
    long moved = at[first] - addresses[first];
    long differs = moved & grain - 1;
    if (request != access || lanes != mask || differs != 0) {
      return false;
    }
    for (int lane = 0; lane < 32; lane++) {
      differs |= (at[lane] - moved ^ addresses[lane]) & taking[lane];
    }
    return differs == 0;
  }

  void set(MemoryAccess request, int lanes, long[] at, int newCost, int newIdeal) {
    System.arraycopy(at, 0, addresses, 0, 32);
    for (int lane = 0; lane < 32 && lanes != mask; lane++) {
      taking[lane] = -(lanes >>> lane & 1);
    }
    access = request;
    mask = lanes;
    cost = newCost;
    ideal = newIdeal;
  }
}
