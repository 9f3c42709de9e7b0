package tapeline.instructor.receipt;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The times by which a student's hand-ins of a module count.
///
/// @param opens a hand-in before it is refused; null where there is no such time
/// @param until a hand-in after it is late; null where there is no deadline
public record HandInTerms(@Nullable Instant opens, @Nullable Instant until) {
  /// Returns whether a hand-in of this time is before the window.
  public boolean isEarly(Instant received) {
    return opens != null && received.isBefore(opens);
  }

  /// Returns whether a hand-in of this time is after the deadline.
  public boolean isLate(Instant received) {
    return until != null && received.isAfter(until);
  }

  /// Returns the hand-in that counts: the last one in time, else the last one that is late.
  ///
  /// @param handIns of one student, in any order; those before the window never count
  public Optional<Receipt> counting(List<Receipt> handIns) {
    return handIns.stream()
        .filter(r -> !isEarly(r.received()))
        .max(
            Comparator.comparing((Receipt r) -> !isLate(r.received()))
                .thenComparing(Receipt::received));
  }

  /// Returns the times in words: `from 2026-12-15T10:00:00Z until 2026-12-15T11:30:00Z`.
  @Override
  public String toString() {
    return (opens == null ? "" : "from %s ".formatted(opens))
        + (until == null ? "at any time" : "until " + until);
  }
}
