package tapeline.instructor.board;

import java.util.Locale;
import tapeline.competition.Metric;
import tapeline.instructor.judge.verdict.JudgeVerdict;

/// Numbers and verdicts in words.
public final class BoardWords {
  private BoardWords() {}

  /// A verdict in words, with a sign of its own: nothing is said by colour alone.
  public static String word(JudgeVerdict verdict) {
    return switch (verdict) {
      case BETTER -> "▲ better";
      case WORSE -> "▼ worse";
      case UNDECIDED -> "≈ undecided";
      case REVIEW -> "◎ under review";
      case REJECTED -> "✕ rejected";
      case REFUSED -> "⊘ refused";
    };
  }

  /// For example `1.83×`.
  public static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.2f×" : "%.3g×", ratio);
  }

  /// A number in the event's unit: `1.25 ms`, `1,520 bytes`.
  public static String value(Metric metric, double value) {
    return switch (metric) {
      case TIME, LATENCY, DEVICE_TIME -> nanos(value);
      case SIZE, TRAFFIC -> String.format(Locale.ROOT, "%,.0f %s", value, metric.unit());
    };
  }

  public static String nanos(double ns) {
    return ns < 1e3
        ? String.format(Locale.ROOT, "%.0f ns", ns)
        : ns < 1e6
            ? String.format(Locale.ROOT, "%.3g µs", ns / 1e3)
            : ns < 1e9
                ? String.format(Locale.ROOT, "%.3g ms", ns / 1e6)
                : String.format(Locale.ROOT, "%.3g s", ns / 1e9);
  }

  /// `812 B`, `14.2 KiB`.
  public static String bytes(long bytes) {
    return bytes < 1024
        ? bytes + " B"
        : String.format(Locale.ROOT, bytes < 10_240 ? "%.1f KiB" : "%.0f KiB", bytes / 1024.0);
  }

  /// `1 entry`, `4 entries`.
  public static String count(long n, String one, String many) {
    return n + " " + (n == 1 ? one : many);
  }

  /// The measure by which an event ranks, in words.
  public static String by(Metric metric) {
    return switch (metric) {
      case TIME -> "time, compared with the baseline’s in turns";
      case LATENCY -> "99th percentile of the latency, compared in turns";
      case DEVICE_TIME -> "time on a GPU’s own clock, compared with the baseline’s in turns";
      case SIZE -> "bytes, counted";
      case TRAFFIC -> "sectors of 32 bytes moved, counted";
    };
  }

  /// `2026-05-04 17:03 UTC` from ISO 8601.
  public static String moment(String iso) {
    return iso.length() < 16 ? iso : iso.substring(0, 16).replace('T', ' ') + " UTC";
  }
}
