package tapeline.instructor.gradebook;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.Map;
import java.util.regex.Pattern;

/// Times as instructors and learning platforms write them: `2026-12-01T12:00`, `2026-12-01 12:00:00
/// UTC`, `2026-12-01T12:00:00+01:00`, `1.12.2026 12:00 CET`.
public final class Moment {
  private static final DateTimeFormatter FORM =
      new DateTimeFormatterBuilder()
          .appendOptional(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("[d.M.uuuu]['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[' '][XXX][XX][VV]")
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  private static final Pattern ZONE = Pattern.compile("(?<= )[A-Z]{3,4}$");

  /// Abbreviations of zones that mean one offset: those of RFC 5322 and Europe's.
  private static final Map<String, String> OFFSETS =
      Map.ofEntries(
          Map.entry("EST", "-05:00"),
          Map.entry("EDT", "-04:00"),
          Map.entry("CST", "-06:00"),
          Map.entry("CDT", "-05:00"),
          Map.entry("MST", "-07:00"),
          Map.entry("MDT", "-06:00"),
          Map.entry("PST", "-08:00"),
          Map.entry("PDT", "-07:00"),
          Map.entry("WET", "+00:00"),
          Map.entry("WEST", "+01:00"),
          Map.entry("CET", "+01:00"),
          Map.entry("CEST", "+02:00"),
          Map.entry("EET", "+02:00"),
          Map.entry("EEST", "+03:00"));

  private Moment() {}

  /// Reads a time.
  ///
  /// @param what the time is, for the message
  /// @param zone of a text that names none
  /// @throws IllegalArgumentException when the text is no time
  public static Instant parse(String what, String text, ZoneId zone) {
    var offset = ZONE.matcher(text).replaceFirst(m -> OFFSETS.getOrDefault(m.group(), m.group()));
    try {
      return switch (FORM.parseBest(offset, ZonedDateTime::from, LocalDateTime::from)) {
        case ZonedDateTime z -> z.toInstant();
        case LocalDateTime local -> local.atZone(zone).toInstant();
        case Object other -> throw new IllegalStateException("no time: " + other);
      };
    } catch (DateTimeParseException _) {
      throw new IllegalArgumentException(
          "%s reads 2026-12-01T12:00, perhaps with an offset such as +01:00, got %s"
              .formatted(what, text));
    }
  }
}
