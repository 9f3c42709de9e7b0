package tapeline.toolkit;

import java.util.regex.Pattern;

/// A drawing, which a notebook shows.
///
/// @param svg an SVG that is a file of its own and can stand within a page as well; its `<title>`
///   is what a screen reader says
public record Picture(String svg) {
  private static final Pattern TITLE = Pattern.compile("<title>([^<]*)</title>");

  /// The text of its `<title>`; empty when it has none.
  public String title() {
    var title = TITLE.matcher(svg);
    return title.find()
        ? title
            .group(1)
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&")
        : "";
  }

  /// The title, where there is only text to be seen: `picture: A tape, slots: 4`.
  @Override
  public String toString() {
    return "picture: " + title();
  }
}
