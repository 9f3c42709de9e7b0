package tapeline.book;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// A page for each module, made of its README, beside it its notebook, solution and benchmarks; the
/// page of benchmarks; the curriculum and the front page, on which all of them are linked.
record ModulePages(BookSite site, Course course) {
  private static final String BENCHMARKS = "BENCHMARKS.md";

  static String path(CourseModule m) {
    return "modules/" + m.name() + ".html";
  }

  private static String benchmarks(CourseModule m) {
    return "benchmarks/" + m.name() + ".html";
  }

  /// Says where they will be, before any page is made.
  void place() {
    for (var m : course.modules()) {
      for (var folder : List.of("modules/", "solutions/")) {
        site.place(folder + m.name() + "/README.md", path(m));
        if (SourcePages.has(course, m, BENCHMARKS)) {
          site.place(folder + m.name() + "/" + BENCHMARKS, benchmarks(m));
        }
      }
      site.place("modules/" + m.name(), path(m));
    }
    site.place("modules/README.md", "curriculum.html");
    site.place("modules", "curriculum.html");
    site.place("README.md", "how-to.html");
  }

  void add() {
    for (var m : course.modules()) {
      site.page("notebooks/" + m.name() + ".html").ifPresent(p -> beside(p, m));
      site.page(secondNotebook(m)).ifPresent(p -> beside(p, m));
      site.page(SourcePages.path(m)).ifPresent(p -> beside(p, m));
      module(m);
    }
    for (var m : course.modules()) {
      if (SourcePages.has(course, m, BENCHMARKS)) {
        benchmarks(m, "solutions/" + m.name() + "/" + BENCHMARKS);
      }
    }
    benchmarkIndex();
    curriculum();
  }

  private void benchmarks(CourseModule m, String source) {
    var main = site.main(source, benchmarks(m));
    var title = SourcePages.words(m) + ": benchmarks";
    main.select("h1").forEach(h1 -> h1.text(title));
    var page = new BookPage(benchmarks(m), source, title, "Benchmarks", main);
    beside(page, m);
    site.add(page);
  }

  /// The README of the generated folder has the table of exercises.
  private void module(CourseModule m) {
    var source = "modules/" + m.name() + "/README.md";
    var main = site.main(source, path(m));
    var page =
        new BookPage(path(m), source, MarkdownText.title(main, m.name()), "Curriculum", main);
    var nav = beside(page, m);
    needs(nav, page, "Builds on", course.directNeeds(m));
    needs(
        nav,
        page,
        "Needed by",
        course.modules().stream().filter(o -> course.directNeeds(o).contains(m)).toList());
    turn(main, page, m);
    site.add(page);
  }

  /// Below the title, on each page of a module: its other pages.
  private Element beside(BookPage page, CourseModule m) {
    var nav = new Element("nav").addClass("beside").attr("aria-label", "of this module");
    var all = new LinkedHashMap<String, String>();
    all.put("Module", path(m));
    all.put("Notebook", NotebookPages.path("notebooks/" + m.name() + ".ipynb"));
    all.put("Second notebook", secondNotebook(m));
    all.put("Solution", SourcePages.path(m));
    all.put("Benchmarks", benchmarks(m));
    all.forEach((words, path) -> {
      boolean there =
          words.equals("Benchmarks")
              ? SourcePages.has(course, m, BENCHMARKS)
              : words.equals("Module") || site.page(path).isPresent();
      if (there && !path.equals(page.path())) {
        link(nav, page, path, words);
      }
    });
    MarkdownText.behindTitle(page.body(), nav);
    return nav;
  }

  /// Returns the page of the notebook with the module's last exercise where that is not the
  /// module's own, else an empty path.
  private String secondNotebook(CourseModule m) {
    var last = course.notebook(m.exercises().getLast().id());
    return last.equals(m.name()) ? "" : NotebookPages.path("notebooks/" + last + ".ipynb");
  }

  private static void needs(Element nav, BookPage page, String words, List<CourseModule> modules) {
    if (modules.isEmpty()) {
      return;
    }
    var span = nav.appendElement("span").text(words + " ");
    for (var m : modules) {
      link(span, page, path(m), m.id()).attr("aria-label", SourcePages.words(m));
      span.appendText(" ");
    }
  }

  /// At the end of a page: the module before, and the next.
  private void turn(Element main, BookPage page, CourseModule m) {
    int at = course.modules().indexOf(m);
    var nav = main.appendElement("nav").addClass("turn").attr("aria-label", "next and previous");
    for (int other : List.of(at - 1, at + 1)) {
      if (other >= 0 && other < course.modules().size()) {
        var to = course.modules().get(other);
        var words = SourcePages.words(to);
        link(nav, page, path(to), other < at ? "← " + words : words + " →");
      }
    }
  }

  private static Element link(Element to, BookPage from, String path, String words) {
    return to.appendElement("a").attr("href", from.to(path)).text(words);
  }

  private void benchmarkIndex() {
    var main = new Element("main");
    main.appendElement("h1").text("Benchmarks");
    main.appendElement("p")
        .text(
            "Tables as the course’s own commands printed them, each with its machine, date and intervals."
                + " Every module has benchmarks to run; these are kept:");
    var list = main.appendElement("ul");
    var page = new BookPage("benchmarks/index.html", "", "Benchmarks", "Benchmarks", main);
    for (var m : course.modules()) {
      if (SourcePages.has(course, m, BENCHMARKS)) {
        link(list.appendElement("li"), page, benchmarks(m), SourcePages.words(m));
      }
    }
    main.appendElement("p").text("Beside PyTorch, in the pages of the modules:");
    var beside = main.appendElement("ul");
    for (var m : course.modules()) {
      var text = Course.read(course.solution(m).resolve("README.md"));
      if (text.contains("PyTorch")) {
        link(beside.appendElement("li"), page, path(m), SourcePages.words(m));
      }
    }
    site.add(page);
  }

  private void curriculum() {
    var path = "curriculum.html";
    var main = site.main("modules/README.md", path);
    var page = new BookPage(path, "modules/README.md", "The modules", "Curriculum", main);
    var map = new CurriculumMap(course);
    var both = new Element("div").addClass("pair");
    both.appendChild(map.figure(page));
    both.appendChild(map.list(page));
    var table = main.selectFirst(".scroll");
    var heading = new Element("h2").attr("id", "map").text("The map");
    if (table == null) {
      main.appendChild(heading).appendChild(both);
    } else {
      table.before(heading).before(both);
    }
    site.add(page);
  }

  /// The front page: the head of the README, the modules as cards, and where everything else is.
  void front(List<BookPage> notebooks) {
    var path = "index.html";
    var main = new Element("main").addClass("front");
    for (var element : site.text("README.md", path).children()) {
      if (element.is("h2")) {
        break;
      }
      main.appendChild(element.clone());
    }
    var page = new BookPage(path, "", "Tapeline", "Course", main);
    var start = main.appendElement("p").addClass("start");
    if (!notebooks.isEmpty()) {
      link(start, page, notebooks.getFirst().path(), notebooks.getFirst().title())
          .addClass("button");
    }
    link(start, page, "how-to.html", "How to take the course");
    link(start, page, "curriculum.html", "What builds on what");
    for (var part : Curriculum.of(course).parts()) {
      main.appendElement("h2").attr("id", part.title().replaceAll("\\W.*", "")).text(part.title());
      var cards = main.appendElement("ul").addClass("cards");
      for (var row : part.rows()) {
        var card = cards.appendElement("li");
        link(card, page, path(row.module()), SourcePages.words(row.module()));
        card.appendElement("p").text(row.idea());
      }
    }
    more(page, "Milestones", notebooks, n -> n.path().contains("/milestone-"));
    more(
        page,
        "More notebooks",
        notebooks,
        n ->
            !n.path().matches(".*/milestone-.*")
                && course.modules().stream().noneMatch(m -> n.path().endsWith(m.name() + ".html")));
    site.add(page);
  }

  private static void more(
      BookPage page, String words, List<BookPage> notebooks, Predicate<BookPage> which) {
    var chosen = notebooks.stream().filter(which).toList();
    if (!chosen.isEmpty()) {
      page.body().appendElement("h2").attr("id", words.replace(' ', '-')).text(words);
      var list = page.body().appendElement("ul");
      chosen.forEach(n -> link(list.appendElement("li"), page, n.path(), n.title()));
    }
  }
}
