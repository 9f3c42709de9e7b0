package tapeline.instructor.gradebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tapeline.grader.report.Html;

/// The pairs that are most alike as a page: their files side by side, with the lines that both have
/// marked.
final class SideBySide {
  private static final int MOST_PAIRS = 25;
  private static final int MOST_LINES = 2_000;
  private static final int MOST_BYTES = 100_000; // of a file

  private SideBySide() {}

  /// @param sources a folder a student
  static String page(List<Similarity.Pair> pairs, Path sources) throws IOException {
    var html =
        new Html()
            .raw(
                """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>Side by side</title>
                <style>
                table { width: 100%; table-layout: fixed; } td { vertical-align: top; }
                pre { overflow-x: auto; } mark { display: block; }
                </style></head><body>
                """);
    for (var pair : pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()))) {
      html.raw("<details><summary>");
      html.text("%s and %s: %.0f %%".formatted(pair.first(), pair.second(), 100 * pair.average()));
      html.raw("</summary><table><tr>");
      side(html, sources.resolve(pair.first()), pair.firstLines());
      side(html, sources.resolve(pair.second()), pair.secondLines());
      html.raw("</tr></table></details>\n");
    }
    return html.raw("</body></html>\n").toString();
  }

  /// Whatever its bytes are: what is no UTF-8 becomes U+FFFD.
  private static String text(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_BYTES), UTF_8);
    }
  }

  private static void side(Html html, Path folder, Map<String, Set<Integer>> alike)
      throws IOException {
    html.raw("<td>");
    List<Path> files;
    try (var all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (var file : files) {
      var name = file.getFileName().toString();
      var marked = alike.getOrDefault(name, Set.of());
      html.element("h2", name).raw("<pre>");
      int number = 0;
      for (var line : text(file).lines().limit(MOST_LINES).toList()) {
        number++;
        if (marked.contains(number)) {
          html.element("mark", line);
        } else {
          html.text(line).raw("\n");
        }
      }
      html.raw("</pre>");
      if (number == MOST_LINES || Files.size(file) > MOST_BYTES) {
        html.element("p", "more is not shown");
      }
    }
    html.raw("</td>");
  }
}
