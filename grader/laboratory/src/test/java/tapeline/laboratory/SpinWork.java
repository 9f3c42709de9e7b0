package tapeline.laboratory;

import tapeline.bench.compare.Workload;

/// Counted work for comparisons: additions of a generator's numbers.
public final class SpinWork implements Workload {
  private long seed;

  @Override
  public void prepare(long seed) {
    this.seed = seed;
  }

  @Override
  public double run(int units) {
    long x = seed;
    for (int i = 0; i < units * 400; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    return x >>> 11;
  }
}
