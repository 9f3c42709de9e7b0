package tapeline.instructor.gradebook;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The cost of being late: a share of the points for each day begun after the deadline.
///
/// @param deadline null where there is none
/// @param sharePerDay from 0 to 1
record LatePolicy(@Nullable Instant deadline, double sharePerDay) {
  private static final Pattern PENALTY = Pattern.compile("(\\d{1,3}(?:\\.\\d+)?)%/day");

  /// Reads `2026-12-01T12:00`, in this machine's zone, and `10%/day`; null for each that was not
  /// given.
  ///
  /// @throws IllegalArgumentException when one of them cannot be read
  static LatePolicy of(@Nullable String deadline, @Nullable String penalty) {
    return new LatePolicy(
        deadline == null ? null : Moment.parse("a deadline", deadline, ZoneId.systemDefault()),
        share(penalty));
  }

  private static double share(@Nullable String penalty) {
    if (penalty == null) {
      return 0;
    }
    var match = PENALTY.matcher(penalty);
    if (!match.matches() || Double.parseDouble(match.group(1)) > 100) {
      throw new IllegalArgumentException(
          "a penalty reads 10%/day, at most 100, got --late-penalty " + penalty);
    }
    return Double.parseDouble(match.group(1)) / 100;
  }

  /// The days begun after the deadline; 0 for what came in time.
  ///
  /// @param own the student's deadline; null where they have the class's
  long lateDays(Instant when, @Nullable Instant own) {
    var until = own == null ? deadline : own;
    if (until == null || !when.isAfter(until)) {
      return 0;
    }
    var late = Duration.between(until, when);
    return late.minusNanos(1).toDays() + 1;
  }

  /// The points that are left of `earned`, never less than 0, to a hundredth.
  double total(int earned, long lateDays) {
    return Math.round(100 * earned * Math.max(0, 1 - lateDays * sharePerDay)) / 100.0;
  }
}
