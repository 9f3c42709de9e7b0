package tapeline.bench.compare;

/// The code that is timed. An implementation has a constructor without parameters, and runs in a
/// JVM of its own.
public interface Workload {

  /// Makes the next input from `seed`; not timed. Both sides of a comparison get the same seeds,
  /// each seed once.
  void prepare(long seed);

  /// Does the work `units` times on the input, and returns a number that depends on all of it, so
  /// that nothing can be left out. Both sides return the same number for a seed, to rounding.
  double run(int units);
}
