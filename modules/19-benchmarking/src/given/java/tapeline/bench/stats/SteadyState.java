package tapeline.bench.stats;

import java.util.Arrays;

/// Decides whether times have become steady. Not all do: of the pairs of a virtual machine and a
/// benchmark that Barrett et al. measured (*Virtual machine warmup blows hot and cold*, OOPSLA
/// 2017), at most 43.5 % reached a steady best speed in all processes.
public final class SteadyState {
  private static final int PARTS = 4;

  /// Medians that differ by less are one speed.
  private static final double SAME = 0.01;

  /// So many standard errors are still chance.
  private static final double CHANCE = 4;

  private SteadyState() {}

  /// Returns whether the later half of the times has one speed: the median of each of its quarters
  /// is that of the last one, within 1 % or within what chance explains. It compares medians, as an
  /// interruption is no change of speed.
  public static boolean isSteady(double... times) {
    int from = times.length / 2;
    int size = (times.length - from) / PARTS;
    if (size == 0) {
      return true;
    }
    var last = Sample.of(Arrays.copyOfRange(times, times.length - size, times.length));
    for (int k = 0; k < PARTS - 1; k++) {
      var part = Sample.of(Arrays.copyOfRange(times, from + k * size, from + (k + 1) * size));
      double reach = Math.max(SAME * last.median(), CHANCE * Math.hypot(error(part), error(last)));
      if (Math.abs(part.median() - last.median()) > reach) {
        return false;
      }
    }
    return true;
  }

  /// The standard error of a median of bell-shaped values, `1.2533·σ/√n` with `σ = IQR/1.349`.
  private static double error(Sample sample) {
    return 0.929 * sample.iqr() / Math.sqrt(sample.size());
  }
}
