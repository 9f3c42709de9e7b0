package tapeline.peers;

import org.jspecify.annotations.Nullable;

/// Text in the lines of JSON that the grader reads.
public final class Json {
  private Json() {}

  /// A string, or null.
  public static String quoted(@Nullable String text) {
    if (text == null) {
      return "null";
    }
    var safe = text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
    return "\"" + safe + "\"";
  }
}
