package tapeline.book;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.GivenFolder;
import tapeline.grader.course.MarkedSource;

/// A page for each solution and each given folder: its files, each behind a click, with the
/// exercises' regions marked.
record SourcePages(BookSite site, Course course) {
  private static final Pattern ABOUT = Pattern.compile("(?m)(^///.*\n)+(?=(?:@\\w+.*\n)*[a-z])");

  /// Adds them all.
  void add() {
    for (var m : course.modules()) {
      place(m.name(), course.solution(m), path(m));
    }
    for (var given : course.given()) {
      place(given.name(), given.folder(), path(given));
    }
    for (var m : course.modules()) {
      var main = head(words(m) + ": the solution");
      main.appendElement("p")
          .text(
              "The reference, each file behind its name. The marked lines are what a learner writes.");
      files(main, course.solution(m));
      site.add(new BookPage(path(m), "solutions/" + m.name(), title(main), "Solutions", main));
    }
    for (var given : course.given()) {
      var main = head(words(given.name()) + ": given");
      files(main, given.folder());
      site.add(
          new BookPage(path(given), "modules/" + given.name(), title(main), "Solutions", main));
    }
    index();
  }

  static String path(CourseModule m) {
    return "solutions/" + m.name() + ".html";
  }

  private static String path(GivenFolder given) {
    return "solutions/" + given.name() + ".html";
  }

  /// Number and name: `05 tensor autograd`.
  static String words(CourseModule m) {
    return m.id() + " " + words(m.name());
  }

  private static String words(String name) {
    return name.substring(3).replace('-', ' ');
  }

  private static Element head(String title) {
    var main = new Element("main");
    main.appendElement("h1").text(title);
    return main;
  }

  private static String title(Element main) {
    return MarkdownText.title(main, "");
  }

  private void index() {
    var main = head("Solutions and given code");
    main.appendElement("p")
        .text("How the modules look when they are done, and the code that modules are given.");
    var list = main.appendElement("ul");
    for (var page : site.pages()) {
      if (page.part().equals("Solutions")) {
        list.appendElement("li")
            .appendElement("a")
            .attr("href", page.path().replace("solutions/", ""))
            .text(page.title());
      }
    }
    site.add(new BookPage("solutions/index.html", "solutions", title(main), "Solutions", main));
  }

  private void place(String name, Path folder, String path) {
    for (var file : sources(folder)) {
      var inside = folder.relativize(file).toString().replace('\\', '/');
      site.place("solutions/" + name + "/" + inside, path + "#" + id(inside));
      site.place("modules/" + name + "/" + inside, path + "#" + id(inside));
    }
    site.place("solutions/" + name, path);
    if (name.startsWith("00-")) {
      site.place("modules/" + name, path);
    }
  }

  private static String id(String inside) {
    return inside.replaceAll("[^\\w.]+", "-");
  }

  private static List<Path> sources(Path folder) {
    var all = new ArrayList<Path>();
    for (var part : List.of("src/main", "src/given", "src/bench")) {
      all.addAll(
          Course.files(
              folder.resolve(part),
              f -> f.toString().matches(".*\\.(java|cu)") && !f.endsWith("package-info.java")));
    }
    return all;
  }

  private static void files(Element main, Path folder) {
    var last = "";
    for (var file : sources(folder)) {
      var inside = folder.relativize(file).toString().replace('\\', '/');
      var above = inside.substring(0, inside.lastIndexOf('/'));
      if (!above.equals(last)) {
        main.appendElement("h2").attr("id", "in-" + id(above)).text(above);
      }
      last = above;
      file(main, file, inside);
    }
  }

  private static void file(Element main, Path file, String inside) {
    var text = Course.read(file);
    var details = main.appendElement("details").addClass("file");
    var summary = details.appendElement("summary");
    summary.appendElement("code").text("" + file.getFileName());
    var about = about(text);
    if (!about.isEmpty()) {
      summary.appendText(" ").appendElement("span").addClass("meta").text(about);
    }
    var ending = inside.substring(inside.lastIndexOf('.') + 1);
    // A link into what is closed opens it.
    var content = details.appendElement("div").attr("id", id(inside));
    var lines = text.lines().toList();
    int next = 0;
    for (var region : MarkedSource.parse(inside, text).regions()) {
      block(content, lines.subList(next, region.beginLine() - 1), ending);
      var marked = content.appendElement("div").addClass("region");
      marked
          .appendElement("p")
          .text(region.id() + " " + region.title() + ", " + region.points() + " points");
      marked.appendChild(SourceColours.block(region.body(), ending));
      next = region.endLine();
    }
    block(content, lines.subList(next, lines.size()), ending);
  }

  private static void block(Element to, List<String> lines, String ending) {
    var text = String.join("\n", lines);
    if (!text.isBlank()) {
      to.appendChild(SourceColours.block(text, ending));
    }
  }

  /// The first sentence of the comment on a file's type.
  private static String about(String text) {
    var found = ABOUT.matcher(text);
    if (!found.find()) {
      return "";
    }
    var words = found.group().replaceAll("(?m)^/// ?", "").replaceAll("\\s+", " ").strip();
    int end = words.indexOf(". ");
    return (end < 0 ? words : words.substring(0, end + 1)).replaceAll("[`\\[\\]]", "");
  }

  /// Returns whether the module has a file of this name beside its sources.
  static boolean has(Course course, CourseModule m, String name) {
    return Files.exists(course.solution(m).resolve(name));
  }
}
