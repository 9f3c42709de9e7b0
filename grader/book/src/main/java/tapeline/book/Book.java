package tapeline.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import tapeline.grader.course.Course;

/// Writes the course as static pages.
///
/// Exit code 0: every link leads somewhere, every formula is understood; 1: the lines that were
/// printed say what is wrong, and the rest of the book is there.
public final class Book {
  private final Course course;
  private final Path out;
  private final BookSite site;

  private Book(Course course, Path out) {
    this.course = course;
    this.out = out;
    this.site = new BookSite(course.root());
  }

  /// @param args the course's folder, a folder of executed notebooks, the folder to write, and, if
  ///   there is one, a leaderboard's site
  public static void main(String[] args) throws IOException {
    var book = new Book(Course.at(Path.of(args[0]).toRealPath()), Path.of(args[2]).toAbsolutePath());
    book.pages(Path.of(args[1]), args.length > 3);
    if (args.length > 3) {
      book.leaderboard(Path.of(args[3]));
    }
    var problems = book.write();
    problems.forEach(IO::println);
    IO.println("%d pages: %s".formatted(book.site.pages().size(), book.out.resolve("index.html")));
    System.exit(problems.isEmpty() ? 0 : 1);
  }

  private void pages(Path executed, boolean leaderboard) throws IOException {
    var modules = new ModulePages(site, course);
    modules.place();
    var notebooks = new NotebookPages(site, executed);
    site.place("notebooks/README.md", "notebooks/index.html");
    site.place("notebooks", "notebooks/index.html");
    var sources = new SourcePages(site, course);
    site.place("solutions", "solutions/index.html");
    site.place("grader/laboratory/VALIDATION.md", "validation.html");
    sources.add();
    notebooks.add();
    modules.add();
    site.textPage("README.md", "how-to.html", "Course");
    site.textPage("grader/laboratory/VALIDATION.md", "validation.html", "Validation");
    var made = site.pages().stream().filter(p -> p.part().equals("Notebooks")).toList();
    notebookIndex(made);
    modules.front(made);
    for (var more : List.of("CONTRIBUTING.md", "CHANGELOG.md", "grader/laboratory/README.md")) {
      more(more);
    }
    if (leaderboard) {
      site.place("leaderboard", "leaderboard/index.html");
    }
  }

  /// A page of a text that no other page may link to.
  private void more(String source) {
    var page = new BookPage("index.html", "", "", "", new Element("main"));
    site.text("[x](" + source + ")", "README.md", page.path(), false);
  }

  private void notebookIndex(List<BookPage> notebooks) {
    var path = "notebooks/index.html";
    var main = new Element("main");
    main.appendChildren(site.text("notebooks/README.md", path).childNodesCopy());
    var page = new BookPage(path, "notebooks/README.md", "Notebooks", "Notebooks", main);
    var list = new Element("ul");
    for (var n : notebooks) {
      list.appendElement("li").appendElement("a").attr("href", page.to(n.path())).text(n.title());
    }
    var h1 = main.selectFirst("h1");
    if (h1 == null) {
      main.prependChild(list);
    } else {
      h1.after(list);
    }
    site.add(page);
  }

  /// A board of made-up teams, with pages of its own.
  private void leaderboard(Path from) throws IOException {
    for (var file : Course.files(from, _ -> true)) {
      var target = out.resolve("leaderboard").resolve(from.relativize(file).toString());
      Files.createDirectories(target.getParent());
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Map<String, String> navigation() {
    var all = new LinkedHashMap<String, String>();
    all.put("Curriculum", "curriculum.html");
    all.put("Notebooks", "notebooks/index.html");
    all.put("Solutions", "solutions/index.html");
    all.put("Benchmarks", "benchmarks/index.html");
    all.put("Validation", "validation.html");
    if (Files.exists(out.resolve("leaderboard/index.html"))) {
      all.put("Leaderboard", "leaderboard/index.html");
    }
    return all;
  }

  /// Writes everything; the lines about what is wrong.
  private List<String> write() throws IOException {
    for (var resource : List.of("book.css", "search.js")) {
      BookSite.write(out.resolve(resource), resource(resource));
    }
    site.copyInto(out);
    var index = new SearchIndex();
    site.pages().forEach(index::add);
    BookSite.write(out.resolve("search-index.js"), index.script());
    var documents = new LinkedHashMap<String, Document>();
    var links = new BookLinks(documents, out);
    leaving(links);
    var frame = new BookFrame(navigation());
    site.pages().forEach(p -> documents.put(p.path(), frame.document(p)));
    for (var page : site.pages()) {
      links.broken(page).forEach(site::problem);
    }
    for (var document : documents.entrySet()) {
      BookSite.write(out.resolve(document.getKey()), document.getValue().outerHtml());
    }
    return site.problems();
  }

  /// The page of links that leave the book.
  private void leaving(BookLinks links) {
    var main = new Element("main");
    main.appendElement("h1").text("Links that leave this book");
    main.appendElement("p").text("They are listed here, and not followed when the book is made.");
    var list = main.appendElement("ul").addClass("leaving");
    links
        .leaving(site.pages())
        .forEach(
            (address, sources) -> {
              var item = list.appendElement("li");
              item.appendElement("a").attr("href", address).text(address);
              item.appendElement("span").addClass("meta").text(" in " + String.join(", ", sources));
            });
    site.add(new BookPage("links.html", "", "Links that leave this book", "", main));
  }

  private static String resource(String name) throws IOException {
    try (var in = Book.class.getResourceAsStream("/book/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the build lacks " + name);
      }
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
  }
}
