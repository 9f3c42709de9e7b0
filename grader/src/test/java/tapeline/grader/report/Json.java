package tapeline.grader.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads JSON into maps and lists, and checks it against the part of JSON Schema that ours uses.
final class Json {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

  private Json() {}

  static Map<String, Object> read(String text) {
    try {
      return JSON.readValue(text, new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(@Nullable Object value) {
    return (Map<String, Object>) Objects.requireNonNull(value);
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(@Nullable Object value) {
    return (List<Object>) Objects.requireNonNull(value);
  }

  /// The errors in `value`, a line each, with their places.
  static List<String> errors(Map<String, Object> schema, @Nullable Object value) {
    var errors = new ArrayList<String>();
    check(schema, schema, value, "$", errors);
    return errors;
  }

  private static void check(
      Map<String, Object> root,
      Map<String, Object> schema,
      @Nullable Object value,
      String at,
      List<String> errors) {
    for (var rule : schema.entrySet()) {
      var name = rule.getKey();
      var want = rule.getValue();
      boolean good = true;
      switch (name) {
        case "$ref" -> {
          var def = want.toString().substring("#/$defs/".length());
          check(root, object(object(root.get("$defs")).get(def)), value, at, errors);
        }
        case "anyOf" ->
            good =
                list(want).stream()
                    .anyMatch(s -> {
                      var inner = new ArrayList<String>();
                      check(root, object(s), value, at, inner);
                      return inner.isEmpty();
                    });
        case "type" ->
            good = want instanceof List<?> types ? types.contains(type(value)) : is(want, value);
        case "const" -> good = want.equals(value);
        case "enum" -> good = list(want).contains(value);
        case "minimum" ->
            good = value instanceof Number n && n.doubleValue() >= ((Number) want).doubleValue();
        case "pattern" ->
            good = value instanceof String s && Pattern.compile((String) want).matcher(s).find();
        case "required" -> {
          for (var key : list(want)) {
            if (value instanceof Map<?, ?> m && !m.containsKey(key)) {
              errors.add(at + " lacks " + key);
            }
          }
        }
        case "properties" -> {
          if (value instanceof Map<?, ?> m) {
            for (var e : m.entrySet()) {
              var property = object(want).get((String) e.getKey());
              if (property == null) {
                errors.add(at + " has " + e.getKey() + ", which the schema does not know");
              } else {
                check(root, object(property), e.getValue(), at + "." + e.getKey(), errors);
              }
            }
          }
        }
        case "items" -> {
          if (value instanceof List<?> l) {
            for (int i = 0; i < l.size(); i++) {
              check(root, object(want), l.get(i), at + "[" + i + "]", errors);
            }
          }
        }
        case "$schema", "$defs", "title", "description", "additionalProperties" -> {}
        default -> throw new IllegalArgumentException("the checker knows no rule " + name);
      }
      if (!good) {
        errors.add(at + " is " + value + ", against " + name + " " + want);
      }
    }
  }

  private static boolean is(Object want, @Nullable Object value) {
    return want.equals(type(value)) || (want.equals("number") && value instanceof Long);
  }

  private static String type(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Map<?, ?> _ -> "object";
      case List<?> _ -> "array";
      case String _ -> "string";
      case Boolean _ -> "boolean";
      case Long _ -> "integer";
      default -> "number";
    };
  }
}
