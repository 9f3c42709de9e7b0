package tapeline.book;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// All links of the book: those inside are followed, those that leave it are listed.
///
/// @param documents by path
/// @param out the book's folder, in which everything but the documents lies already
record BookLinks(Map<String, Document> documents, Path out) {

  /// A line for each link that leads nowhere: the source, the link, the reason.
  List<String> broken(BookPage page) {
    var broken = new ArrayList<String>();
    var document = documents.get(page.path());
    if (document == null) {
      return broken;
    }
    for (var attribute : List.of("href", "src")) {
      for (var element : document.select("[" + attribute + "]")) {
        var problem = problem(page, element.attr(attribute));
        if (problem != null) {
          broken.add(
              "%s: broken link %s: %s".formatted(shown(page), element.attr(attribute), problem));
        }
      }
    }
    for (var image : document.select("img:not([alt])")) {
      broken.add("%s: a picture without words: %s".formatted(shown(page), image.attr("src")));
    }
    return broken;
  }

  private static String shown(BookPage page) {
    return page.source().isEmpty() ? page.path() : page.source();
  }

  private @Nullable String problem(BookPage page, String link) {
    if (link.matches("(https?|mailto|data):.*")) {
      return null;
    }
    try {
      return problem(page, link.split("#", 2));
    } catch (IllegalArgumentException _) { // a % without two digits, or no path
      return "it is no address";
    }
  }

  private @Nullable String problem(BookPage page, String[] parts) {
    var folder = Path.of(page.path()).resolveSibling("");
    var path =
        parts[0].isEmpty()
            ? page.path()
            : folder.resolve(decoded(parts[0])).normalize().toString().replace('\\', '/');
    var target = documents.get(path);
    if (target == null) {
      return Files.isRegularFile(out.resolve(path)) ? null : "there is no such file in the book";
    }
    return parts.length < 2 || parts[1].isEmpty() || hasId(target, decoded(parts[1]))
        ? null
        : "that page has no part of this name";
  }

  /// The name that a link means.
  ///
  /// @throws IllegalArgumentException when a % in it is not followed by two digits
  static String decoded(String link) {
    return URLDecoder.decode(link.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static boolean hasId(Element in, String id) {
    return in.getElementById(id) != null;
  }

  /// The addresses outside the book, each with the sources that name it.
  SortedMap<String, SortedSet<String>> leaving(List<BookPage> pages) {
    var all = new TreeMap<String, SortedSet<String>>();
    for (var page : pages) {
      for (var link : page.body().select("a[href^=http]")) {
        all.computeIfAbsent(link.attr("href"), _ -> new TreeSet<>()).add(shown(page));
      }
    }
    return all;
  }
}
