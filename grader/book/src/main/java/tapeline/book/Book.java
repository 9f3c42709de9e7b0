package tapeline.book;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;

/// Writes the course as static pages.
///
/// It is written beside its folder, as `FOLDER.part`, and takes the place of the earlier book when
/// it is done: a run that is killed leaves that one whole, at worst as `FOLDER.old`. A folder of
/// one of these names that holds anything else is refused, see [BookFolder].
///
/// Exit code 0: every link leads somewhere, every formula is understood; 1: the lines that were
/// printed say what is wrong, and the rest of the book is there.
public final class Book {
  /// The files that every page uses.
  private static final List<String> RESOURCES = List.of("book.css", "search.js");

  private static final String INDEX = "search-index.js";
  private static final String BOARD = "leaderboard/";

  private final Course course;
  private final Path out;
  private final BookSite site;

  private Book(Course course, Path out) {
    this.course = course;
    this.out = out;
    this.site = new BookSite(course.root());
  }

  /// Writes the book and says where it is.
  ///
  /// @param args the course's folder, a folder of executed notebooks, the folder to write, and, if
  ///   there is one, a leaderboard's site
  public static void main(String[] args) throws IOException {
    System.exit(run(System.out, args));
  }

  /// Does so, and returns the exit code.
  static int run(PrintStream out, String... args) throws IOException {
    try {
      var folder = Path.of(args[2]).toAbsolutePath().normalize();
      var board = args.length > 3 ? Path.of(args[3]) : null;
      var problems = write(Path.of(args[0]), Path.of(args[1]), folder, board);
      problems.forEach(out::println);
      out.println("the book: " + folder.resolve("index.html"));
      return problems.isEmpty() ? 0 : 1;
    } catch (IllegalArgumentException e) {
      out.println(e.getMessage());
      return 1;
    } catch (UncheckedIOException e) {
      out.println("the book cannot be written: " + e.getMessage());
      return 1;
    } catch (FileSystemException e) {
      out.println("the book cannot be written: " + e);
      return 1;
    }
  }

  /// Writes the book; a line for each thing that is wrong.
  ///
  /// @param root of the course
  /// @param executed see [NotebookPages]
  /// @param link to the folder, or the folder
  /// @param board a leaderboard's pages, or null
  /// @throws IllegalArgumentException when the folder, or one that is needed beside it, holds
  ///   something that no book has written there
  static List<String> write(Path root, Path executed, Path link, @Nullable Path board)
      throws IOException {
    var folder = Files.isSymbolicLink(link) ? link.toRealPath() : link;
    var whole = new BookFolder(folder);
    var part = new BookFolder(folder.resolveSibling(folder.getFileName() + ".part"));
    var old = new BookFolder(folder.resolveSibling(folder.getFileName() + ".old"));
    for (var place : List.of(whole, part, old)) {
      place.refuseOthers();
    }
    part.delete();
    var book = new Book(Course.at(root.toRealPath()), part.path());
    if (board != null) {
      book.leaderboard();
    }
    book.pages(executed);
    var problems = book.write(part, board);
    if (Files.exists(folder)) {
      whole.refuseOthers();
      old.delete();
      Files.move(folder, old.path());
    }
    Files.move(part.path(), folder);
    old.delete();
    return problems;
  }

  private void pages(Path executed) throws IOException {
    var modules = new ModulePages(site, course);
    modules.place();
    var notebooks = new NotebookPages(site, course, executed);
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
  }

  private void notebookIndex(List<BookPage> notebooks) {
    var path = "notebooks/index.html";
    var main = site.main("notebooks/README.md", path);
    var page = new BookPage(path, "notebooks/README.md", "Notebooks", "Notebooks", main);
    var list = new Element("ul");
    for (var n : notebooks) {
      list.appendElement("li").appendElement("a").attr("href", page.to(n.path())).text(n.title());
    }
    MarkdownText.behindTitle(main, list);
    site.add(page);
  }

  /// A board of made-up teams, with pages of its own, and a page that says so.
  private void leaderboard() {
    var main = new Element("main");
    main.appendElement("h1").text("Leaderboard");
    main.appendElement("p")
        .text(
            "A competition ends the course. These are the pages of a board with everything on it: shared"
                + " ranks, entries that were refused, a team whose name is markup. Teams, entries and times"
                + " are made up.");
    var link = main.appendElement("p").appendElement("a").attr("href", BOARD + "index.html");
    link.text("Open the sample");
    var own = main.appendElement("p").text("A board of your own: ");
    own.appendElement("code").text("./tapeline leaderboard run FOLDER --open");
    site.add(new BookPage("leaderboard.html", "", "Leaderboard", "Leaderboard", main));
  }

  private Map<String, String> navigation() {
    var all = new LinkedHashMap<String, String>();
    all.put("Curriculum", "curriculum.html");
    all.put("Notebooks", "notebooks/index.html");
    all.put("Solutions", "solutions/index.html");
    all.put("Benchmarks", "benchmarks/index.html");
    all.put("Validation", "validation.html");
    if (site.page("leaderboard.html").isPresent()) {
      all.put("Leaderboard", "leaderboard.html");
    }
    return all;
  }

  /// Writes everything; the lines about what is wrong.
  private List<String> write(BookFolder folder, @Nullable Path board) throws IOException {
    var index = new SearchIndex();
    site.pages().forEach(index::add);
    var documents = new LinkedHashMap<String, Document>();
    var links = new BookLinks(documents, out);
    leaving(links);
    if (board != null) {
      for (var file : Course.files(board, _ -> true)) {
        site.copy(file, BOARD + board.relativize(file).toString().replace('\\', '/'));
      }
    }
    var names = new ArrayList<>(RESOURCES);
    names.add(INDEX);
    names.addAll(site.copies());
    site.pages().forEach(p -> names.add(p.path()));
    folder.make(names);
    for (var resource : RESOURCES) {
      BookSite.write(out.resolve(resource), resource(resource));
    }
    site.copyInto(out);
    var frame = new BookFrame(navigation());
    site.pages().forEach(p -> documents.put(p.path(), frame.document(p)));
    for (var page : site.pages()) {
      links.broken(page).forEach(site::problem);
    }
    for (var document : documents.entrySet()) {
      BookSite.write(out.resolve(document.getKey()), document.getValue().outerHtml());
    }
    BookSite.write(out.resolve(INDEX), index.script());
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
        .forEach((address, sources) -> {
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
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
