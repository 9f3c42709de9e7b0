package tapeline.book;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;

/// The index of the search: the sections of all pages, as a script that a page from a file may
/// load, too.
final class SearchIndex {
  private static final int MOST_CHARACTERS = 700;

  private final List<List<String>> sections = new ArrayList<>();

  /// Adds the sections of a page: address, title of the page, heading, text.
  void add(BookPage page) {
    var address = page.path();
    var heading = "";
    var text = new StringBuilder();
    for (var element : page.body().children()) {
      if (element.is("h2, h3")) {
        section(address, page.title(), heading, text);
        address = element.id().isEmpty() ? page.path() : page.path() + "#" + element.id();
        heading = element.text();
      } else if (element.is("details")) {
        var summary = element.select("summary").text();
        var inside = element.select("[id]").attr("id");
        section(page.path() + "#" + inside, page.title(), summary, new StringBuilder());
      } else if (!element.is("h1, nav, .cell") && text.length() < MOST_CHARACTERS) {
        text.append(words(element)).append(' ');
      }
    }
    section(address, page.title(), heading, text);
  }

  private static String words(Element element) {
    var words = element.text();
    return words.substring(0, Math.min(words.length(), MOST_CHARACTERS));
  }

  private void section(String address, String title, String heading, StringBuilder text) {
    if (!heading.isEmpty() || !text.isEmpty()) {
      sections.add(List.of(address, title, heading, text.toString().strip()));
    }
    text.setLength(0);
  }

  /// The script.
  String script() {
    try {
      return "var searchIndex = " + new ObjectMapper().writeValueAsString(sections) + ";\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // texts are always JSON
    }
  }
}
