package tapeline.precision;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;

/// How large the gradients of a backward are: how many there are for each power of two. Hears all
/// gradients that tapes hold, those of activations too.
public final class GradientExponents implements TapeListener {
  private final TreeMap<Integer, Long> counts = new TreeMap<>();
  private long numbers;

  @Override
  public void held(TensorTape tape, Holding as, int node, Tensor tensor, long bytes, long live) {
    if (as == Holding.GRADIENT && bytes > 0) {
      add(tensor.toArray());
    }
  }

  /// Counts these numbers; zeros have no exponent.
  public void add(float... gradients) {
    for (float g : gradients) {
      if (g != 0 && Float.isFinite(g)) {
        counts.merge(Math.getExponent((double) g), 1L, Long::sum);
        numbers++;
      }
    }
  }

  /// How many numbers `2^e ≤ |g| < 2^(e+1)` there are, by e.
  public Map<Integer, Long> counts() {
    return Map.copyOf(counts);
  }

  /// The share of the numbers that a format makes 0 when they are multiplied by a power of two
  /// before: those below half of its smallest number.
  public double lost(FloatFormat format, float scale) {
    return share(counts.headMap(least(format, scale)).values().stream().mapToLong(n -> n).sum());
  }

  private double share(long some) {
    return numbers == 0 ? 0 : (double) some / numbers;
  }

  /// The share of the gradients with each exponent, and where the format ends when they are
  /// multiplied by a power of two before. Exponents of less than one gradient in 10,000 are left
  /// out.
  public XYChart chart(String title, FloatFormat format, float scale) {
    var chart = Charts.linear(title, "exponent of the gradient", "% of the gradients");
    var shown = new TreeMap<>(counts);
    shown.values().removeIf(n -> share(n) < 1e-4);
    double[] percents = shown.values().stream().mapToDouble(n -> 100 * share(n)).toArray();
    double[] exponents = shown.keySet().stream().mapToDouble(e -> e).toArray();
    Charts.line(chart, "gradients", exponents, percents);
    double end = least(format, scale);
    double top = Arrays.stream(percents).max().orElse(0);
    var name = "0 in %s, scaled by %s, left of this".formatted(format, TextTable.number(scale, 5));
    Charts.dashed(chart, name, new double[] {end, end}, new double[] {0, top});
    return chart;
  }

  /// The least exponent of numbers that are not 0 in a format when they are scaled.
  private static int least(FloatFormat format, float scale) {
    return Math.getExponent((double) format.smallest()) - 1 - Math.getExponent(scale);
  }
}
