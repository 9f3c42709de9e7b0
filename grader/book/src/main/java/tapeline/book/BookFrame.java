package tapeline.book;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// The frame of every page: the top, what stands on the page, the end.
final class BookFrame {
  private final Map<String, String> navigation = new LinkedHashMap<>();

  /// @param navigation the words and paths of the top
  BookFrame(Map<String, String> navigation) {
    this.navigation.putAll(navigation);
  }

  /// The whole document.
  Document document(BookPage page) {
    var document =
        Jsoup.parse(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"></head></html>");
    document.outputSettings().prettyPrint(false);
    head(document.head(), page);
    var body = document.body();
    body.appendElement("a").addClass("skip").attr("href", "#main").text("Skip to the content");
    body.appendChild(top(page));
    var columns = body.appendElement("div").addClass("columns");
    var main = page.body().clone().attr("id", "main").attr("tabindex", "-1");
    columns.appendChild(main);
    var contents = contents(main);
    if (contents != null) {
      columns.appendChild(contents);
    }
    body.appendElement("footer")
        .appendElement("p")
        .appendText("Tapeline, an open course. Code under Apache-2.0, text under CC BY 4.0. ")
        .appendElement("a")
        .attr("href", page.to("links.html"))
        .text("Links that leave this book");
    return document;
  }

  private static void head(Element head, BookPage page) {
    head.appendElement("title")
        .text(page.title().equals("Tapeline") ? "Tapeline" : page.title() + " · Tapeline");
    head.appendElement("meta")
        .attr("name", "viewport")
        .attr("content", "width=device-width, initial-scale=1");
    head.appendElement("meta").attr("name", "color-scheme").attr("content", "light dark");
    head.appendElement("link").attr("rel", "icon").attr("href", "data:,");
    head.appendElement("link").attr("rel", "stylesheet").attr("href", page.to("book.css"));
    head.appendElement("script")
        .attr("src", page.to("search.js"))
        .attr("data-index", page.to("search-index.js"))
        .attr("data-root", page.to(""))
        .attr("defer", "");
  }

  private Element top(BookPage page) {
    var top = new Element("header").addClass("top");
    top.appendElement("a").addClass("brand").attr("href", page.to("index.html")).text("Tapeline");
    var nav = top.appendElement("nav").attr("aria-label", "the book");
    navigation.forEach((words, path) -> {
      var link = nav.appendElement("a").attr("href", page.to(path)).text(words);
      if (words.equals(page.part())) {
        link.attr("aria-current", page.path().equals(path) ? "page" : "true");
      }
    });
    return top;
  }

  /// Links to the page's sections; null where there are few.
  private static @Nullable Element contents(Element main) {
    List<Element> sections = main.select("h2[id]");
    if (sections.size() < 3) {
      return null;
    }
    var nav = new Element("nav").addClass("contents").attr("aria-label", "on this page");
    var list = nav.appendElement("ul");
    for (var section : sections) {
      list.appendElement("li")
          .appendElement("a")
          .attr("href", "#" + section.id())
          .text(section.text());
    }
    return nav;
  }
}
