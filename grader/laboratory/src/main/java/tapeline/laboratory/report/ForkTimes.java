package tapeline.laboratory.report;

import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;

/// A fork as it is kept: nanoseconds a unit of both sides, in their order; processor time of B over
/// A; bytes a unit; whether B was started first.
public record ForkTimes(
    double[] a, double[] b, double cpuRatio, double bytesA, double bytesB, boolean swapped) {

  public static ForkTimes of(Fork f) {
    return new ForkTimes(
        f.a().values(), f.b().values(), f.cpuRatio(), f.bytesA(), f.bytesB(), f.swapped());
  }

  public Fork fork() {
    return new Fork(Sample.of(a), Sample.of(b), cpuRatio, bytesA, bytesB, swapped);
  }
}
