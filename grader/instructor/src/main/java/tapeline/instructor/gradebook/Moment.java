package tapeline.instructor.gradebook;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;

/// Times as instructors and learning platforms write them: `2026-12-01T12:00`, `2026-12-01 12:00:00
/// UTC`, `2026-12-01T12:00:00+01:00`.
final class Moment {
  private static final DateTimeFormatter FORM =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[' '][XXX][VV]")
          .toFormatter();

  private Moment() {}

  /// @param what the time is, for the message
  /// @param zone of a text that names none
  /// @throws IllegalArgumentException when the text is no time
  static Instant parse(String what, String text, ZoneId zone) {
    try {
      return switch (FORM.parseBest(text, ZonedDateTime::from, LocalDateTime::from)) {
        case ZonedDateTime z -> z.toInstant();
        case LocalDateTime local -> local.atZone(zone).toInstant();
        case Object other -> throw new IllegalStateException("no time: " + other);
      };
    } catch (DateTimeParseException _) {
      throw new IllegalArgumentException(what + " reads 2026-12-01T12:00, got " + text);
    }
  }
}
