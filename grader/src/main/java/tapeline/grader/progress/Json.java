package tapeline.grader.progress;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON as maps, lists, strings, numbers, booleans and null, whatever it holds. Jackson's own trees
/// would cost each grading their start.
final class Json {
  private static final JsonFactory JSON = new JsonFactory();

  private Json() {}

  /// Reads an object.
  ///
  /// @throws IllegalArgumentException when the text is none, naming the line
  static Map<String, @Nullable Object> read(String text) {
    try (var p = JSON.createParser(text)) {
      if (p.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("line 1: it is no JSON object");
      }
      var object = object(p);
      if (p.nextToken() != null) {
        throw new IllegalArgumentException("there is text behind the JSON object");
      }
      return object;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "line %d: it is no JSON".formatted(e.getLocation().getLineNr()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, @Nullable Object> object(JsonParser p) throws IOException {
    var object = new LinkedHashMap<String, @Nullable Object>();
    while (p.nextToken() == JsonToken.FIELD_NAME) {
      var name = p.currentName();
      p.nextToken();
      object.put(name, value(p));
    }
    return object;
  }

  private static @Nullable Object value(JsonParser p) throws IOException {
    return switch (p.currentToken()) {
      case START_OBJECT -> object(p);
      case START_ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        while (p.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(p));
        }
        yield list;
      }
      case VALUE_STRING -> p.getText();
      case VALUE_NUMBER_INT -> p.getNumberValue();
      case VALUE_NUMBER_FLOAT -> p.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  /// The object's text, indented, ended by `\n`.
  static String write(Map<String, @Nullable Object> object) {
    var out = new StringWriter();
    try (var json = JSON.createGenerator(out)) {
      json.useDefaultPrettyPrinter();
      write(json, object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.append('\n').toString().replace("\r\n", "\n");
  }

  private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    switch (value) {
      case Map<?, ?> object -> {
        json.writeStartObject();
        for (var e : object.entrySet()) {
          json.writeFieldName(String.valueOf(e.getKey()));
          write(json, e.getValue());
        }
        json.writeEndObject();
      }
      case List<?> list -> {
        json.writeStartArray();
        for (var e : list) {
          write(json, e);
        }
        json.writeEndArray();
      }
      case Number number -> json.writeNumber(number.toString());
      case Boolean is -> json.writeBoolean(is);
      case null -> json.writeNull();
      default -> json.writeString(value.toString());
    }
  }
}
