package tapeline.competition;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/// JSON that is read strictly: nothing missing, nothing twice, nothing unknown, no text for a
/// number.
final class CompetitionJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .defaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
          .build();
  private static final DefaultPrettyPrinter PRINTER =
      new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));

  private CompetitionJson() {}

  /// Reads a text.
  ///
  /// @param what it is to be, for the message
  /// @throws IllegalArgumentException when it is none
  static <T> T read(String what, String text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      throw new IllegalArgumentException(
          "this is no %s: %s%s"
              .formatted(
                  what,
                  e.getOriginalMessage()
                      .replaceFirst("(?s)((;|: not allowed as per) `| \\(start ).*", ""),
                  at == null ? "" : " (line %d)".formatted(at.getLineNr())),
          e);
    }
  }

  /// Returns a value as JSON, the same on every system.
  static String write(Object value) {
    try {
      return MAPPER.writer(PRINTER).writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // numbers and words can be written
    }
  }
}
