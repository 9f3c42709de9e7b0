package tapeline.instructor.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;

/// An answer, whole.
///
/// @param headers beside its type and length
public record Reply(int status, String type, byte[] body, Map<String, String> headers) {

  /// Returns a text: `text/html`, `text/plain` or `application/json`.
  public static Reply of(int status, String type, String text) {
    return new Reply(status, type + "; charset=utf-8", text.getBytes(UTF_8), Map.of());
  }

  public static Reply html(int status, String page) {
    return of(status, "text/html", page);
  }

  public static Reply json(int status, String json) {
    return of(status, "application/json", json);
  }

  /// Returns the answer to a form: the browser asks for another page.
  public static Reply seeOther(String path) {
    return of(303, "text/plain", "See " + path + "\n").with("Location", path);
  }

  public Reply with(String header, String value) {
    var all = new LinkedHashMap<>(headers);
    all.put(header, value);
    return new Reply(status, type, body, all);
  }
}
