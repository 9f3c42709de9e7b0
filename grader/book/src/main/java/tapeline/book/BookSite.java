package tapeline.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;

/// The pages of the book while it is made, and where each file of the course has its place in it.
///
/// A file that some page links to, and that has no page, gets one: Markdown as text, a picture as a
/// copy, anything else as source.
final class BookSite {
  private static final Set<String> PICTURES = Set.of("svg", "png", "jpg", "jpeg", "gif", "webp");
  private static final Set<String> HIDDEN = Set.of("target", ".git", "node_modules");
  private static final long MOST_BYTES = 300_000;

  private final Path root;
  private final MarkdownText markdown = new MarkdownText();
  private final Map<String, String> places = new LinkedHashMap<>();
  private final Map<String, BookPage> pages = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Path> copies = new LinkedHashMap<>();

  /// @param root of the course
  BookSite(Path root) {
    this.root = root;
  }

  List<BookPage> pages() {
    return List.copyOf(pages.values());
  }

  /// The page at a path of the book, if it is made already.
  Optional<BookPage> page(String path) {
    return Optional.ofNullable(pages.get(path));
  }

  List<String> problems() {
    return problems;
  }

  /// Lets a file be copied to a path of the book.
  void copy(Path file, String path) {
    copies.put(path, file);
  }

  /// The paths of what is copied.
  Set<String> copies() {
    return copies.keySet();
  }

  void problem(String problem) {
    problems.add(problem);
  }

  /// Says where in the book a file or folder of the course is shown.
  void place(String source, String path) {
    places.putIfAbsent(source, path);
  }

  void add(BookPage page) {
    pages.put(page.path(), page);
    place(page.source(), page.path());
  }

  /// The elements of a Markdown file of the course, whose links lead to pages.
  Element text(String source, String path) {
    return text(Course.read(root.resolve(source)), source, path, false);
  }

  /// The elements of Markdown that stands in `source` and is shown at `path`.
  Element text(String text, String source, String path, boolean mathematics) {
    Element body;
    try {
      body = markdown.html(text, mathematics);
    } catch (IllegalArgumentException e) {
      problem(source + ": " + e.getMessage());
      body = markdown.html(text, false);
    }
    link(body, source, path);
    return body;
  }

  /// The `main` of a page that shows a Markdown file of the course.
  Element main(String source, String path) {
    return new Element("main").appendChildren(text(source, path).childNodesCopy());
  }

  /// Adds a page of a Markdown file.
  void textPage(String source, String path, String part) {
    place(source, path);
    var main = main(source, path);
    add(new BookPage(path, source, MarkdownText.title(main, source), part, main));
  }

  /// Lets relative links of elements that stand in `source`, and are shown at `path`, lead to
  /// pages.
  private void link(Element body, String source, String path) {
    for (var attribute : List.of("href", "src")) {
      for (var element : body.select("[" + attribute + "]")) {
        var link = element.attr(attribute);
        if (link.isEmpty() || link.startsWith("#") || link.matches("[a-z]+:.*")) {
          continue;
        }
        var parts = link.split("#", 2);
        var place = placeOf(root.resolve(source).resolveSibling(""), parts[0]);
        if (place != null) {
          var fragment = parts.length > 1 && !place.contains("#") ? "#" + parts[1] : "";
          element.attr(attribute, BookPage.relative(path, place) + fragment);
        } // what leads nowhere stays as it is, and BookLinks finds it
      }
    }
  }

  private @Nullable String placeOf(Path folder, String link) {
    Path file;
    try {
      file = folder.resolve(BookLinks.decoded(link)).normalize();
    } catch (IllegalArgumentException _) { // it is no address
      return null;
    }
    return file.startsWith(root) ? placeOf(file) : null;
  }

  private @Nullable String placeOf(Path file) {
    var name = root.relativize(file).toString().replace('\\', '/');
    var known = places.get(name);
    if (known != null) {
      return known;
    }
    for (var part : root.relativize(file)) {
      if (HIDDEN.contains(part.toString())) {
        return null;
      }
    }
    if (Files.isDirectory(file)) {
      return folder(file, name);
    }
    return Files.isRegularFile(file) ? file(file, name) : null;
  }

  private String folder(Path folder, String name) {
    var readme = folder.resolve("README.md");
    if (Files.exists(readme)) {
      var place = placeOf(readme);
      if (place != null) {
        place(name, place);
        return place;
      }
    }
    var path = "files/" + name + ".html";
    place(name, path);
    var main = new Element("main");
    main.appendElement("h1").text(name + "/");
    var list = main.appendElement("ul");
    try (var entries = Files.list(folder)) {
      for (var entry : entries.sorted().toList()) {
        var own = "" + entry.getFileName();
        if (!HIDDEN.contains(own)) {
          list.appendElement("li").appendElement("code").text(own);
        }
      }
    } catch (IOException e) {
      problem(name + ": " + e);
    }
    add(new BookPage(path, name, name, "", main));
    return path;
  }

  private String file(Path file, String name) {
    var ending = name.substring(name.lastIndexOf('.') + 1);
    if (PICTURES.contains(ending.toLowerCase(Locale.ROOT))) {
      copy(file, name);
      place(name, name);
      return name;
    }
    var base = name.replaceAll("/README\\.md$", "").replaceAll("\\.md$", "");
    if (ending.equals("md")) {
      var path = "about/" + base.replace('/', '-').toLowerCase(Locale.ROOT) + ".html";
      textPage(name, path, "");
      return path;
    }
    var path = "files/" + name + ".html";
    place(name, path);
    var main = new Element("main");
    main.appendElement("h1").text(name.substring(name.lastIndexOf('/') + 1));
    main.appendElement("p").addClass("meta").text(name);
    main.appendChild(content(file, ending));
    add(new BookPage(path, name, name, "", main));
    return path;
  }

  private static Element content(Path file, String ending) {
    try {
      if (Files.size(file) <= MOST_BYTES) {
        return SourceColours.block(Files.readString(file), ending);
      }
      return new Element("p")
          .text(String.format(Locale.ROOT, "A file of %,d bytes.", Files.size(file)));
    } catch (IOException _) { // it holds no text
      return new Element("p").text("A file that is no text.");
    }
  }

  /// Writes a file of the book.
  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /// Copies what is no page.
  void copyInto(Path out) throws IOException {
    for (var copy : copies.entrySet()) {
      var target = out.resolve(copy.getKey());
      Files.createDirectories(target.getParent());
      Files.copy(copy.getValue(), target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
