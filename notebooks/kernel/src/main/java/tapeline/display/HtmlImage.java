package tapeline.display;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import tapeline.grader.report.Html;
import tapeline.toolkit.Picture;

/// An image in a page that holds all of it. Its paper is white; on a dark page its light and dark
/// change places, and its hues stay.
public final class HtmlImage {
  /// How dark pages are told: JupyterLab, Visual Studio Code, Colab.
  private static final String CSS =
      """
      :is([data-jp-theme-light=false], .vscode-dark, html[theme=dark]) img.tapeline-picture {
        filter: invert(0.92) hue-rotate(180deg);
      }
      """;

  private HtmlImage() {}

  /// The picture, with its title for who does not see it.
  public static String of(Picture picture) {
    var data = Base64.getEncoder().encodeToString(picture.svg().getBytes(UTF_8));
    return of(picture.title(), "image/svg+xml", data, "");
  }

  /// An image, and the words for who does not see it.
  ///
  /// @param data of the image, in base 64
  /// @param size attributes of its width and height, or nothing
  public static String of(String words, String type, String data, String size) {
    return new Html()
        .raw("<style>\n" + CSS + "</style>")
        .raw("<img class=\"tapeline-picture\" alt=\"")
        .text(words)
        .raw("\" style=\"margin: 0; max-width: 100%; height: auto\" " + size)
        .raw("src=\"data:" + type + ";base64," + data + "\">")
        .toString();
  }
}
