package tapeline.grader.progress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An object of the progress book, read with the types that the book gives its fields. Unknown
/// fields stay as they are.
record Page(ObjectNode fields) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /// A field of another type than the book's.
  static final class Spoilt extends RuntimeException {
    Spoilt(String message) {
      super(message);
    }
  }

  /// Reads a book's text.
  static Page parse(String text) {
    try {
      if (JSON.readTree(text) instanceof ObjectNode object) {
        return new Page(object);
      }
      throw new Spoilt("line 1: it is no JSON object");
    } catch (JsonProcessingException e) {
      throw new Spoilt("line %d: it is no JSON".formatted(e.getLocation().getLineNr()));
    }
  }

  /// The book's text, indented, ended by `\n`.
  String text() {
    return fields.toPrettyString().replace("\r\n", "\n") + "\n";
  }

  /// The object in this field, made if need be.
  Page page(String name) {
    var value = get(name, "an object", JsonNode::isObject);
    return new Page(value instanceof ObjectNode object ? object : fields.putObject(name));
  }

  boolean isEmpty() {
    return fields.isEmpty();
  }

  /// The names of the fields of the object in this field; none where there is no object.
  List<String> names(String name) {
    return fields.path(name).properties().stream().map(Map.Entry::getKey).toList();
  }

  /// Has all fields of the other.
  void takeAll(Page other) {
    fields.setAll(other.fields);
  }

  boolean has(String name) {
    return fields.hasNonNull(name);
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(get(name, "a text", JsonNode::isTextual)).map(JsonNode::textValue);
  }

  int number(String name) {
    var value = get(name, "a small whole number", JsonNode::isInt);
    return value == null ? 0 : value.intValue();
  }

  Optional<Instant> time(String name) {
    try {
      return text(name).map(Instant::parse);
    } catch (DateTimeException _) {
      throw spoilt(name, "a time", String.valueOf(fields.get(name)));
    }
  }

  /// The texts in this list; none where there is no list.
  List<String> texts(String name) {
    var value = get(name, "a list", JsonNode::isArray);
    return value == null ? List.of() : value.valueStream().map(JsonNode::asText).toList();
  }

  void put(String name, String value) {
    fields.put(name, value);
  }

  void put(String name, int value) {
    fields.put(name, value);
  }

  void put(String name, List<String> values) {
    var list = fields.putArray(name);
    values.forEach(list::add);
  }

  void remove(String name) {
    fields.remove(name);
  }

  /// The field's value; null where there is none.
  private @Nullable JsonNode get(String name, String expected, Predicate<JsonNode> type) {
    var value = fields.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!type.test(value)) {
      throw spoilt(name, expected, value.toString());
    }
    return value;
  }

  private static Spoilt spoilt(String name, String expected, String got) {
    return new Spoilt("%s is %s, got %s".formatted(name, expected, got));
  }
}
