package tapeline.book;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import tapeline.grader.check.NotebookOutputs;
import tapeline.grader.course.Course;
import tapeline.grader.course.Quiz;

/// A page for each notebook: its text, its cells, and below them what they showed when the
/// reference's answers stood in the exercise cells.
///
/// @param executed a folder with the notebooks as Jupyter left them, `NAME.ipynb`, and why one of
///   them has no outputs, `NAME.problem`
record NotebookPages(BookSite site, Course course, Path executed) {
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
  private static final Pattern EXERCISE = Pattern.compile("%%exercise\\s+(\\d\\d\\.\\d+)");
  private static final Pattern MODULES =
      Pattern.compile("(?m)^(%milestone [1-6] NaN\\b|%module \\d\\d\\b).*$");
  private static final Pattern QUIZ = Pattern.compile("%quiz (\\d\\d)");
  private static final ObjectMapper JSON = new ObjectMapper();

  static String path(String source) {
    return source.replace(".ipynb", ".html");
  }

  /// Adds their pages.
  void add() throws IOException {
    var sources =
        NotebookOutputs.names(course).stream().map(n -> "notebooks/" + n + ".ipynb").toList();
    sources.forEach(s -> site.place(s, path(s)));
    for (var source : sources) {
      try {
        site.add(page(source));
      } catch (IOException e) {
        site.problem(source + " is no notebook: " + e.getMessage());
      }
    }
  }

  private BookPage page(String source) throws IOException {
    var cells = cells(course.root().resolve(source));
    var name = source.replace("notebooks/", "").replace(".ipynb", "");
    var run = executed.resolve(name + ".ipynb");
    var done = Files.exists(run) ? cells(run) : List.<JsonNode>of();
    boolean fits = shapes(done).equals(shapes(cells));
    var main = new Element("main");
    for (int i = 0; i < cells.size(); i++) {
      var cell = cells.get(i);
      if (cell.path("cell_type").asText().equals("markdown")) {
        main.appendChildren(site.text(source(cell), source, path(source), true).childNodesCopy());
      } else {
        code(main, source(cell), fits ? done.get(i) : null);
        quiz(main, source(cell), source);
      }
    }
    note(main, name, fits);
    distinctIds(main);
    return new BookPage(path(source), source, MarkdownText.title(main, name), "Notebooks", main);
  }

  /// Below the title: what the reader looks at.
  private void note(Element main, String name, boolean fits) throws IOException {
    var problem = executed.resolve(name + ".problem");
    var text =
        fits
            ? "Executed when this book was made, with the reference’s answers in the exercise cells."
                + " Times are that machine’s. To work in it: "
            : "The cells were not executed when this book was made. To run them: ";
    var note = new Element("p").addClass("note").text(text);
    note.appendElement("code").text("./tapeline notebook");
    if (main.selectFirst("h1") == null) {
      main.prependElement("h1").text(name);
    }
    MarkdownText.behindTitle(main, note);
    if (Files.exists(problem)) {
      note.text(
          "Some outputs are missing: " + Files.readString(problem).lines().findFirst().orElse(""));
    }
  }

  private static void code(Element main, String text, @Nullable JsonNode done) {
    var cell = main.appendElement("div").addClass("cell");
    cell.appendChild(SourceColours.block(text, "java"));
    if (done == null || QUIZ.matcher(text).matches()) {
      return;
    }
    var exercise = EXERCISE.matcher(text);
    if (exercise.lookingAt()) {
      var answer = cell.appendElement("details");
      answer.appendElement("summary").text("The reference’s answer to " + exercise.group(1));
      answer.appendChild(SourceColours.block(source(done), "java"));
    }
    var outputs = done.path("outputs").valueStream().toList();
    for (int i = 0; i < outputs.size(); i++) {
      if (!writtenOver(outputs.subList(i, outputs.size()))) {
        output(cell, outputs.get(i));
      }
    }
  }

  /// Adds the whole pool where the cell asks for five of its questions, each answer behind a click.
  private void quiz(Element main, String text, String source) {
    var asked = QUIZ.matcher(text);
    if (!asked.matches()) {
      return;
    }
    var pool = Quiz.of(course, course.module(Integer.parseInt(asked.group(1))));
    var list = main.appendElement("ol").addClass("quiz");
    for (var question : pool.map(Quiz::questions).orElse(List.of())) {
      var item = list.appendElement("li");
      item.appendChildren(site.text(question.text(), source, path(source), false).childNodesCopy());
      if (!question.code().isEmpty()) {
        item.appendChild(SourceColours.block(question.code(), "java"));
      }
      var options = item.appendElement("ol").attr("type", "a");
      for (var option : question.options()) {
        options.appendElement("li").append(site.text(option, source, path(source), false).html());
      }
      var answer = item.appendElement("details");
      answer.appendElement("summary").text("The answer");
      var why = "**%s.** %s".formatted((char) ('a' + question.right()), question.why());
      answer.appendChildren(site.text(why, source, path(source), false).childNodesCopy());
    }
  }

  /// Returns whether the first output is a line, as a progress bar's, which a later one is written
  /// over.
  private static boolean writtenOver(List<JsonNode> outputs) {
    return joined(outputs.getFirst().path("text")).matches("\\r[^\\n]*")
        && outputs.stream().skip(1).anyMatch(o -> joined(o.path("text")).startsWith("\r"));
  }

  private static void output(Element cell, JsonNode output) {
    var data = output.path("data");
    if (data.has("text/html")) {
      var out = cell.appendElement("div").addClass("out");
      out.html(joined(data.path("text/html")));
      plain(out);
      return;
    }
    var text = new ArrayList<String>();
    text.add(joined(output.path("text")));
    text.add(joined(data.path("text/plain")));
    output.path("traceback").forEach(line -> text.add(line.asText()));
    var shown =
        COLOUR
            .matcher(String.join("", text))
            .replaceAll("")
            .replaceAll("(?<![^\\r\\n])[^\\r\\n]*+\\r(?=[^\\n])", "")
            .stripTrailing();
    if (!shown.isEmpty()) {
      var pre = SourceColours.block(shown, "").removeClass("code").addClass("out");
      cell.appendChild(pre);
    }
  }

  /// Leaves how it looks to the book, but for which columns are numbers.
  private static void plain(Element out) {
    out.select("script, style").remove();
    out.select("[style*=text-align: right]").addClass("n");
    out.select("[style]").removeAttr("style");
    out.select("pre").attr("tabindex", "0");
    out.select("table").forEach(MarkdownText::scroll);
  }

  /// Two sections with one title, or two reports, would have one name.
  static void distinctIds(Element main) {
    var seen = new HashSet<String>();
    for (var element : main.select("[id]")) {
      var id = element.id();
      for (int i = 2; !seen.add(element.id()); i++) {
        element.id(id + "-" + i);
      }
    }
  }

  /// The types and sources of cells as an execution with the reference's answers leaves them: an
  /// exercise's first line alone, and a milestone's line without the modules that it runs on.
  private static List<String> shapes(List<JsonNode> cells) {
    return cells.stream().map(c -> c.path("cell_type").asText() + "\n" + shape(source(c))).toList();
  }

  private static String shape(String source) {
    return EXERCISE.matcher(source).lookingAt()
        ? source.lines().findFirst().orElse("")
        : MODULES.matcher(source).replaceAll("$1");
  }

  private static List<JsonNode> cells(Path notebook) throws IOException {
    var cells = new ArrayList<JsonNode>();
    JSON.readTree(notebook.toFile()).path("cells").forEach(cells::add);
    return cells;
  }

  private static String source(JsonNode cell) {
    return joined(cell.path("source"));
  }

  /// A text, or its lines.
  private static String joined(JsonNode text) {
    if (!text.isArray()) {
      return text.asText();
    }
    var all = new StringBuilder();
    text.forEach(line -> all.append(line.asText()));
    return all.toString();
  }
}
