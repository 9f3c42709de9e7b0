package tapeline.gpu.chart;

import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.watch.AccessPattern;
import tapeline.toolkit.Picture;

/// A picture of one request of a warp to memory: the 32 lanes, the sectors or wavefronts that they
/// need, and the bytes that travel with them unused.
///
/// ```java
/// var gpu = new EmulatedGpu().mode(Mode.COUNTERS);
/// …                                        // a launch
/// AccessChart.ofGlobal(gpu.lastReport());  // a picture of its costliest request
/// ```
public final class AccessChart {
  private static final int MOST_ROWS = 8;

  private AccessChart() {}

  /// The request as a picture.
  public static Picture of(AccessPattern pattern) {
    return AccessPicture.of(AccessLayout.of(pattern));
  }

  /// The request to global memory that wasted most, in all of a launch; of equals, a load.
  ///
  /// @throws IllegalArgumentException when the report has none
  public static Picture ofGlobal(LaunchReport report) {
    return of(worst(report, false));
  }

  /// The request to shared memory with the most conflicts, in all of a launch.
  ///
  /// @throws IllegalArgumentException when the report has none
  public static Picture ofShared(LaunchReport report) {
    return of(worst(report, true));
  }

  /// The request for a terminal: the sentence, and a line for each of the first 8 rows.
  public static String text(AccessPattern pattern) {
    var layout = AccessLayout.of(pattern);
    var text = new StringBuilder(layout.where() + "\n" + layout.sentence() + "\n");
    var rows = layout.rows();
    for (var row : rows.subList(0, Math.min(MOST_ROWS, rows.size()))) {
      text.append(
          pattern.shared()
              ? String.format(Locale.ROOT, "wavefront %-2d  ", row.at() + 1)
              : String.format(Locale.ROOT, "byte %-8d", row.at()));
      var words = row.served().stream().map(lanes -> word(pattern.shared(), lanes));
      text.append(words.collect(Collectors.joining()).stripTrailing()).append('\n');
    }
    if (rows.size() > MOST_ROWS) {
      text.append("… " + (rows.size() - MOST_ROWS) + " more\n");
    }
    return text.toString();
  }

  /// A bank's word is one character, a sector's the number of its lane.
  private static String word(boolean shared, int lanes) {
    if (shared) {
      return lanes == 0 ? "·" : "■";
    }
    return " %3s".formatted(label(lanes).isEmpty() ? "·" : label(lanes));
  }

  /// The number of the lane, or how many lanes there are: `7`, `32×`; empty for none.
  static String label(int lanes) {
    return switch (Integer.bitCount(lanes)) {
      case 0 -> "";
      case 1 -> String.valueOf(Integer.numberOfTrailingZeros(lanes));
      default -> Integer.bitCount(lanes) + "×";
    };
  }

  private static AccessPattern worst(LaunchReport report, boolean shared) {
    return report.instructions().stream()
        .map(count -> count.worst())
        .filter(Objects::nonNull)
        .filter(pattern -> pattern.shared() == shared)
        .max(
            Comparator.comparingDouble((AccessPattern p) -> AccessLayout.of(p).excess())
                .thenComparing(AccessPattern::load))
        .orElseThrow(() ->
            new IllegalArgumentException(
                ("a chart needs a request to %s memory: %s made none, or was launched in"
                        + " Mode.PLAIN, which does not count them")
                    .formatted(shared ? "shared" : "global", report.kernel())));
  }
}
