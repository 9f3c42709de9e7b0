package tapeline.laboratory.machine;

import tapeline.bench.compare.Workload;

/// Work that is always the same: steps of a generator of pseudo-random numbers (Knuth's MMIX), each
/// of which needs the one before. Who finds it faster than itself measures something else.
final class CountedWork implements Workload {
  private static final int STEPS = 1_000;
  private long seed;

  @Override
  public void prepare(long seed) {
    this.seed = seed;
  }

  @Override
  public double run(int units) {
    long x = seed;
    for (long i = 0; i < (long) STEPS * units; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    return x >>> 11;
  }
}
