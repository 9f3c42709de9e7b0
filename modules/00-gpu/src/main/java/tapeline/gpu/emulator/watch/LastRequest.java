package tapeline.gpu.emulator.watch;

import static java.lang.Integer.numberOfTrailingZeros;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.MemoryAccess;

/// The last request of an instruction, which the next one often is too, but for a shift.
///
/// Addresses that are all moved by a multiple of 32 bytes lie in as many sectors. Moved by a
/// multiple of 4 bytes they share banks of shared memory as before. So there is one cost for each
/// place that the first address may have between two such multiples.
final class LastRequest {
  private final long[] addresses = new long[32];
  private final long[] taking = new long[32]; // −1 for a lane that takes part, 0 for another
  private final int[] costs; // 0 where none is known
  private final int[] fewest;
  private int mask;
  private long start; // the first address of the request at hand
  private long moved; // how far it lies behind the one in `addresses`
  private boolean repeats;

  private @Nullable DistinctPlaces places;

  /// @param grain addresses moved by multiples of it cost the same
  LastRequest(int grain) {
    costs = new int[grain];
    fewest = new int[grain];
  }

  /// Takes the request at hand: the last one, moved, or another.
  void ask(int lanes, long[] at) {
    start = at[numberOfTrailingZeros(lanes)];
    moved = start - addresses[numberOfTrailingZeros(lanes)];
    long differs = lanes ^ mask;
    for (int lane = 0; lane < 32; lane++) {
      differs |= (at[lane] - moved ^ addresses[lane]) & taking[lane];
    }
    repeats = differs == 0;
    if (!repeats) {
      set(lanes, at);
    }
  }

  private void set(int lanes, long[] at) {
    System.arraycopy(at, 0, addresses, 0, 32);
    for (int lane = 0; lane < 32 && lanes != mask; lane++) {
      taking[lane] = -(lanes >>> lane & 1);
    }
    mask = lanes;
    moved = 0;
    places = null;
    Arrays.fill(costs, 0);
  }

  private int phase(MemoryAccess access) {
    return (int) (start + access.moved) & costs.length - 1;
  }

  /// The cost of an access whose addresses are the request's, moved; 0 if it is not known.
  int cost(MemoryAccess access) {
    return costs[phase(access)];
  }

  int ideal(MemoryAccess access) {
    return fewest[phase(access)];
  }

  void costs(MemoryAccess access, int cost, int ideal) {
    costs[phase(access)] = cost;
    fewest[phase(access)] = ideal;
  }

  /// The addresses of an access, whose own instruction's are those of the request, moved.
  long[] addresses(MemoryAccess access) {
    var all = addresses.clone();
    for (int lane = 0; lane < 32; lane++) {
      all[lane] += moved(access);
    }
    return all;
  }

  /// Whether it is the one before it, moved.
  boolean repeats() {
    return repeats;
  }

  /// Its lanes by their addresses.
  DistinctPlaces places() {
    var known = places;
    if (known == null) {
      known = new DistinctPlaces(addresses, mask);
      places = known;
    }
    return known;
  }

  /// How far the addresses of an access lie behind those.
  long moved(MemoryAccess access) {
    return moved + access.moved;
  }
}
