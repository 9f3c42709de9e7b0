package tapeline.display;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import tapeline.grader.report.Html;
import tapeline.toolkit.Picture;

/// A [Picture] as an HTML image that holds all of it.
final class HtmlImage {
  private HtmlImage() {}

  static String of(Picture picture) {
    var data = Base64.getEncoder().encodeToString(picture.svg().getBytes(UTF_8));
    return new Html()
        .raw("<img alt=\"")
        .text(picture.title())
        .raw("\" style=\"margin: 0; max-width: 100%\" src=\"data:image/svg+xml;base64,")
        .raw(data)
        .raw("\">")
        .toString();
  }
}
