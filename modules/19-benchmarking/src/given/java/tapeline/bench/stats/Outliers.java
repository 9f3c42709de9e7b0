package tapeline.bench.stats;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The values of a sample that lie far from the others, by the fences of Tukey (*Exploratory Data
/// Analysis*, 1977): mild beyond 1.5 interquartile ranges outside the quartiles, severe beyond 3.
///
/// They are named and counted, and stay in the sample: a time that was measured was spent. Where
/// the quartiles are nearly equal, as by a coarse clock, 1 % of the median stands for their range.
///
/// @param size of the sample
/// @param found in the order of measurement
public record Outliers(int size, List<Outlier> found) {
  private static final double MILD = 1.5;
  private static final double SEVERE = 3;
  private static final double LEAST_RANGE = 0.01;
  private static final int NAMED = 5;

  /// On which side of the others a value lies, and how far.
  public enum Kind {
    LOW_SEVERE,
    LOW_MILD,
    HIGH_MILD,
    HIGH_SEVERE;

    String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    boolean isSevere() {
      return this == LOW_SEVERE || this == HIGH_SEVERE;
    }
  }

  /// A value outside the fences.
  ///
  /// @param at its place in the sample, from 0
  public record Outlier(int at, double value, Kind kind) {}

  public Outliers {
    found = List.copyOf(found);
  }

  /// Finds the outliers of a sample. O(n).
  public static Outliers of(Sample sample) {
    double low = sample.quantile(0.25);
    double high = sample.quantile(0.75);
    double range = Math.max(high - low, LEAST_RANGE * Math.abs(sample.median()));
    var found = new ArrayList<Outlier>();
    double[] values = sample.values();
    for (int i = 0; i < values.length; i++) {
      double above = (values[i] - high) / range;
      double below = (low - values[i]) / range;
      if (Math.max(above, below) > MILD) {
        boolean severe = Math.max(above, below) > SEVERE;
        var kind =
            above > 0
                ? severe ? Kind.HIGH_SEVERE : Kind.HIGH_MILD
                : severe ? Kind.LOW_SEVERE : Kind.LOW_MILD;
        found.add(new Outlier(i, values[i], kind));
      }
    }
    return new Outliers(values.length, found);
  }

  /// Returns how many are severe.
  public int severe() {
    return (int) found.stream().filter(o -> o.kind.isSevere()).count();
  }

  /// Returns the counts alone, for example `3 of 200, 1 severe`.
  public String counts() {
    return found.isEmpty()
        ? "none"
        : String.format(Locale.ROOT, "%d of %d, %d severe", found.size(), size, severe());
  }

  /// For example `3 of 200: 2 high mild, 1 high severe (at 0, 17, 130)`, with the first five
  /// places.
  @Override
  public String toString() {
    if (found.isEmpty()) {
      return "none of " + size;
    }
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    found.forEach(o -> counts.merge(o.kind, 1, Integer::sum));
    return String.format(
        Locale.ROOT,
        "%d of %d: %s (at %s%s)",
        found.size(),
        size,
        counts.entrySet().stream()
            .map(k -> k.getValue() + " " + k.getKey().words())
            .collect(Collectors.joining(", ")),
        found.stream().limit(NAMED).map(o -> "" + o.at).collect(Collectors.joining(", ")),
        found.size() > NAMED ? ", …" : "");
  }
}
