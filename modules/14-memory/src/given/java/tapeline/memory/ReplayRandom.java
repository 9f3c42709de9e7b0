package tapeline.memory;

import java.util.random.RandomGenerator;

/// A generator whose whole state is one number, which can be read and put back: what it has drawn,
/// it can draw again. SplitMix64 (Steele, Lea and Flood 2014, doi 10.1145/2660193.2660195).
public final class ReplayRandom implements RandomGenerator {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  public ReplayRandom(long seed) {
    state = seed;
  }

  @Override
  public long nextLong() {
    state += STEP;
    long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /// All that decides what is drawn next.
  public long state() {
    return state;
  }

  /// Makes it draw from here on what it drew when [#state] was this.
  public void rewind(long to) {
    state = to;
  }
}
