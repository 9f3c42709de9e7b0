package tapeline.grader.progress;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An object of the progress book, read with the types that the book gives its fields. Fields that
/// nobody here knows stay as they are.
record Page(Map<String, @Nullable Object> fields) {

  /// A field of another type than the book's.
  static final class Spoilt extends RuntimeException {
    Spoilt(String message) {
      super(message);
    }
  }

  /// Reads a book's text.
  static Page parse(String text) {
    try {
      return new Page(Json.read(text));
    } catch (IllegalArgumentException e) {
      throw new Spoilt(String.valueOf(e.getMessage()));
    }
  }

  /// The object in this field, made if need be.
  @SuppressWarnings("unchecked") // JSON's keys are strings.
  Page page(String name) {
    var value = fields.get(name);
    if (value == null) {
      var made = new LinkedHashMap<String, @Nullable Object>();
      fields.put(name, made);
      return new Page(made);
    }
    if (value instanceof Map<?, ?>) {
      return new Page((Map<String, @Nullable Object>) value);
    }
    throw spoilt(name, "an object", value);
  }

  boolean has(String name) {
    return fields.get(name) != null;
  }

  Optional<String> text(String name) {
    return switch (fields.get(name)) {
      case null -> Optional.empty();
      case String text -> Optional.of(text);
      case Object other -> throw spoilt(name, "a text", other);
    };
  }

  int number(String name) {
    return switch (fields.get(name)) {
      case null -> 0;
      case Integer number -> number;
      case Object other -> throw spoilt(name, "a small whole number", other);
    };
  }

  Optional<Instant> time(String name) {
    try {
      return text(name).map(Instant::parse);
    } catch (DateTimeException _) {
      throw spoilt(name, "a time", fields.get(name));
    }
  }

  /// The texts in this list; none where there is no list.
  List<String> texts(String name) {
    return switch (fields.get(name)) {
      case null -> List.of();
      case List<?> list -> list.stream().map(String::valueOf).toList();
      case Object other -> throw spoilt(name, "a list", other);
    };
  }

  void put(String name, Object value) {
    fields.put(name, value);
  }

  void remove(String name) {
    fields.remove(name);
  }

  private static Spoilt spoilt(String name, String expected, @Nullable Object got) {
    return new Spoilt("%s is %s, got %s".formatted(name, expected, got));
  }
}
