package tapeline.kernel.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import jdk.jshell.Diag;

/// The message for a cell that does not compile: the learner's own line, and what is wrong with it.
final class CompileErrors {
  private static final Pattern COURSE =
      Pattern.compile("package tapeline(\\.\\w+)* does not exist|symbol: +\\w+ tapeline");
  private static final int MOST_LINES = 10;

  private CompileErrors() {}

  /// A cell that stops in the middle of a statement.
  static CellException incomplete(Position rest) {
    var what = "a bracket, a quote or a semicolon is missing";
    var lines = new ArrayList<String>();
    lines.add(Ansi.red("incomplete: " + what + " in"));
    var source = rest.text().strip().lines().toList();
    for (int i = 0; i < Math.min(source.size(), MOST_LINES); i++) {
      lines.add("line %d | %s".formatted(rest.line() + i, source.get(i)));
    }
    return new CellException("IncompleteCell", what, lines);
  }

  /// A snippet and where its cell has it.
  ///
  /// @param line the first of the snippet, from 1 on
  record Position(String text, int line) {}

  /// The errors that the compiler found in a snippet.
  ///
  /// @param more lines below them
  static CellException rejected(List<Diag> messages, Position snippet, List<String> more) {
    var lines = lines(messages, snippet);
    lines.addAll(more);
    return new CellException("CompileError", first(messages), lines);
  }

  private static String first(List<Diag> messages) {
    return messages.stream()
        .filter(Diag::isError)
        .flatMap(d -> d.getMessage(Locale.ENGLISH).lines())
        .findFirst()
        .orElse("the cell does not compile");
  }

  /// The errors among these messages, each with its line.
  static List<String> lines(List<Diag> messages, Position snippet) {
    var lines = new ArrayList<String>();
    for (var d : messages) {
      if (d.isError()) {
        var said = d.getMessage(Locale.ENGLISH);
        lines.addAll(place(snippet, d));
        said.lines()
            .filter(l -> !l.strip().startsWith("location:"))
            .forEach(l -> lines.add("   " + Ansi.red(l)));
        if (COURSE.matcher(said).find()) {
          lines.add("   %module 01 makes a module's classes visible to cells");
        }
      }
    }
    return lines;
  }

  private static List<String> place(Position snippet, Diag d) {
    var source = snippet.text();
    int at = Math.clamp(d.getPosition(), 0, Math.max(0, source.length() - 1));
    int begin = source.lastIndexOf('\n', at - 1) + 1;
    int end = source.indexOf('\n', begin) < 0 ? source.length() : source.indexOf('\n', begin);
    int until = Math.clamp(d.getEndPosition(), at + 1, Math.max(at + 1, end));
    int line =
        snippet.line() + (int) source.substring(0, begin).chars().filter(c -> c == '\n').count();
    var head = "line " + line + " | ";
    var blank = source.substring(begin, at).replaceAll("[^\t]", " ");
    return List.of(
        head + source.substring(begin, end),
        " ".repeat(head.length()) + blank + Ansi.red("^".repeat(until - at)));
  }
}
