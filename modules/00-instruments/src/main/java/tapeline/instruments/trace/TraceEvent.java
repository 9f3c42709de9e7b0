package tapeline.instruments.trace;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// One event of a trace file as it stands there, read by a [TraceValidator].
///
/// @param number its place in the file, from 0
/// @param line where it begins in the file, from 1
/// @param fields numbers and texts by name; of other values, `args` among them, the kind of value
/// @param args the fields of the object `args`, in the same form
record TraceEvent(long number, int line, Map<String, Object> fields, Map<String, Object> args) {
  private static final Set<String> PHASES =
      Set.of("X", "B", "E", "i", "I", "C", "M", "s", "t", "f");

  private static final int MOST_DIGITS = 1000; // of a number, those of its exponent included

  private static final BigDecimal MOST_MICROS = BigDecimal.valueOf(Long.MAX_VALUE / 1000);

  /// The event whose `{` the parser stands on.
  static TraceEvent read(JsonParser json, long number) throws IOException {
    int line = json.currentTokenLocation().getLineNr();
    var args = new HashMap<String, Object>();
    var event = new TraceEvent(number, line, new HashMap<>(), args);
    event.require(json.currentToken() == JsonToken.START_OBJECT, "an event is an object {…}");
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      var name = json.currentName();
      if (json.nextToken() == JsonToken.START_OBJECT && name.equals("args")) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          var arg = json.currentName();
          json.nextToken();
          args.put(arg, value(json));
        }
        event.fields.put(name, JsonToken.START_OBJECT);
      } else {
        event.fields.put(name, value(json));
      }
    }
    return event;
  }

  private static Object value(JsonParser json) throws IOException {
    var token = json.currentToken();
    if (token.isNumeric() && Math.abs(json.getDecimalValue().scale()) < MOST_DIGITS) {
      return json.getDecimalValue();
    }
    if (token == JsonToken.VALUE_STRING) {
      return json.getText();
    }
    json.skipChildren();
    return token;
  }

  String phase() {
    var phase = text("ph");
    require(PHASES.contains(phase), "ph is one of X B E i C M s t f, got " + phase);
    return phase;
  }

  String text(String field) {
    if (fields.get(field) instanceof String text) {
      return text;
    }
    throw broken("an event has a text `%s`, got %s".formatted(field, fields.get(field)));
  }

  /// A time in microseconds, as nanoseconds.
  long nanos(String field) {
    if (fields.get(field) instanceof BigDecimal micros && micros.abs().compareTo(MOST_MICROS) < 0) {
      return micros.movePointRight(3).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
    throw broken("an event has a number `%s`, got %s".formatted(field, fields.get(field)));
  }

  /// The value of a field that tells, for example, one process from another: a number or a text.
  String key(String field) {
    return switch (fields.get(field)) {
      case String text -> text;
      case BigDecimal number -> number.stripTrailingZeros().toPlainString();
      case null, default -> throw broken("an event has a `" + field + "`, a number or a text");
    };
  }

  void require(boolean holds, String rule) {
    if (!holds) {
      throw broken(rule);
    }
  }

  IllegalArgumentException broken(String rule) {
    return new IllegalArgumentException("event %d, line %d: %s".formatted(number, line, rule));
  }
}
