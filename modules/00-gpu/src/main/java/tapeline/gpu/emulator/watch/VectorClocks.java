package tapeline.gpu.emulator.watch;

/// The order of warps in a block, or of lanes in a warp, of which some meet and others do not: a
/// vector clock for each. See F. Mattern, *Virtual time and global states of distributed systems*,
/// 1989.
final class VectorClocks {
  static final int MOST = 32;

  private final int[][] clocks = new int[MOST][MOST];

  /// The time before which all that `other` did is ordered before what `one` does now.
  int seen(int one, int other) {
    return clocks[one][other];
  }

  /// One leaves its clock at a place, for those that learn there what it has done and seen.
  void leave(int one, int[] place, int now) {
    join(place, clocks[one]);
    place[one] = now;
  }

  /// One takes the clocks that were left there.
  void learn(int one, int[] place) {
    join(clocks[one], place);
  }

  /// These meet, at a place where others may have left theirs.
  void meet(int members, int[] place, int now) {
    for (int rest = members; rest != 0; rest &= rest - 1) {
      leave(Integer.numberOfTrailingZeros(rest), place, now);
    }
    for (int rest = members; rest != 0; rest &= rest - 1) {
      learn(Integer.numberOfTrailingZeros(rest), place);
    }
  }

  private static void join(int[] into, int[] from) {
    for (int i = 0; i < MOST; i++) {
      into[i] = Math.max(into[i], from[i]);
    }
  }
}
