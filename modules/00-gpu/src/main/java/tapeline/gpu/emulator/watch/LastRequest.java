package tapeline.gpu.emulator.watch;

import static java.lang.Integer.numberOfTrailingZeros;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.GpuLimits;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.memory.WrittenBytes;

/// The last request of an instruction, which the next one often is too, but for a shift.
///
/// Addresses that are all moved by a multiple of a sector lie in as many sectors. Moved by a
/// multiple of 4 bytes they share banks of shared memory as before. So repeated requests are only
/// counted, for each place that the first address may have between two such multiples; what they
/// cost is found out when another request comes.
final class LastRequest {
  final boolean isShared;
  private final long[] addresses = new long[32];
  private final long[] taking = new long[32]; // −1 for a lane that takes part, 0 for another
  private final @Nullable Shift[] shifts; // by the place of the first address
  private final List<Shift> inOrder = new ArrayList<>();
  private MemoryAccess[] accesses = {};
  private int mask;
  private long start; // the first address of the request at hand
  private long moved; // how far it lies behind the one in `addresses`
  private boolean repeats;

  private @Nullable DistinctPlaces places;

  /// Requests that cost the same.
  static final class Shift {
    private final long moved; // of the first of them
    private long times;

    Shift(long moved) {
      this.moved = moved;
    }

    long times() {
      return times;
    }
  }

  LastRequest(boolean isShared) {
    this.isShared = isShared;
    shifts = new Shift[isShared ? 4 : GpuLimits.SECTOR_BYTES];
  }

  /// Returns whether the accesses ask for the same as the last time, moved.
  @SuppressWarnings("ReferenceEquality") // one array, not equal ones
  boolean repeats(MemoryAccess[] asking, int lanes, long[] at) {
    start = at[numberOfTrailingZeros(lanes)];
    moved = start - addresses[numberOfTrailingZeros(lanes)];
    long differs = lanes ^ mask;
    for (int lane = 0; lane < 32; lane++) {
      differs |= (at[lane] - moved ^ addresses[lane]) & taking[lane];
    }
    repeats = differs == 0 && asking == accesses;
    return repeats;
  }

  /// Takes another request than the last one.
  void set(MemoryAccess[] asking, int lanes, long[] at) {
    System.arraycopy(at, 0, addresses, 0, 32);
    for (int lane = 0; lane < 32 && lanes != mask; lane++) {
      taking[lane] = -(lanes >>> lane & 1);
    }
    accesses = asking;
    mask = lanes;
    moved = 0;
    places = null;
  }

  void count() {
    int place = (int) start & shifts.length - 1;
    var shift = shifts[place];
    if (shift == null) {
      shift = new Shift(moved);
      shifts[place] = shift;
      inOrder.add(shift);
    }
    shift.times++;
  }

  /// The requests counted, in the order of their first ones.
  List<Shift> counted() {
    return inOrder;
  }

  void forgetCounted() {
    Arrays.fill(shifts, null);
    inOrder.clear();
  }

  MemoryAccess[] accesses() {
    return accesses;
  }

  int mask() {
    return mask;
  }

  /// The addresses of an access in the request at hand.
  long[] addresses(MemoryAccess access) {
    return addresses(moved(access));
  }

  /// Returns the addresses of an access in the first request of a shift.
  long[] addresses(MemoryAccess access, Shift shift) {
    return addresses(shift.moved + access.moved);
  }

  private long[] addresses(long behind) {
    var all = addresses.clone();
    for (int lane = 0; lane < 32; lane++) {
      all[lane] += behind;
    }
    return all;
  }

  /// Returns whether it is the one before it, moved.
  boolean repeats() {
    return repeats;
  }

  /// Returns whether it is the one before it, moved, and all bytes between the first and the last
  /// that these accesses ask for have been written.
  boolean repeatsIn(WrittenBytes written, MemoryAccess[] asking) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (var access : asking) {
      first = Math.min(first, access.moved);
      last = Math.max(last, access.moved + access.bytes);
    }
    return repeats
        && written.allOf(
            Shadows.place(places().lowest + moved + first),
            Shadows.place(places().highest + moved + last));
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

  /// How far the request at hand lies behind those.
  long moved() {
    return moved;
  }

  /// How far the addresses of an access lie behind those.
  long moved(MemoryAccess access) {
    return moved + access.moved;
  }
}
