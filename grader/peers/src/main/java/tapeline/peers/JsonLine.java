package tapeline.peers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A line for the grader to read: an object in JSON.
public final class JsonLine {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonLine() {}

  public static String of(Map<String, ? extends @Nullable Object> values) {
    try {
      return JSON.writeValueAsString(values);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + values, e);
    }
  }
}
