package tapeline.toolkit;

/// Text within HTML.
public final class HtmlText {
  private HtmlText() {}

  /// The words as text or as the value of an attribute, whatever is in them.
  public static String escape(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
