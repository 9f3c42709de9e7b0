package tapeline.book;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/// The index of the search: the sections of all pages, as a script that a page from a file may
/// load, too.
final class SearchIndex {
  private final List<List<String>> sections = new ArrayList<>();

  /// Adds the sections of a page: address, title of the page, heading, text.
  void add(BookPage page) {
    var path = BookPage.address(page.path());
    var address = path;
    var heading = "";
    var text = new StringBuilder();
    for (var element : page.body().children()) {
      if (element.is("h2, h3")) {
        section(address, page.title(), heading, text);
        address = element.id().isEmpty() ? path : path + "#" + element.id();
        heading = element.text();
      } else if (element.is("details.file")) {
        var summary = element.select("summary").text();
        var inside = element.select("[id]").attr("id");
        var exercises =
            new StringBuilder(String.join(" ", element.select(".region > p").eachText()));
        section(path + "#" + inside, page.title(), summary, exercises);
      } else if (!element.is("h1, nav, .cell")) {
        text.append(element.text()).append(' ');
      }
    }
    section(address, page.title(), heading, text);
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
