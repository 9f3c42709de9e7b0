package tapeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.UnresolvedReferenceException;
import org.jspecify.annotations.Nullable;

/// What a student reads when a cell fails: their own line, and what is wrong with it.
final class CellErrors {
  private static final Pattern COURSE =
      Pattern.compile("package tapeline\\.\\w+ does not exist|symbol: +\\w+ tapeline");
  private static final String RED = "\u001B[31m";
  private static final String BOLD = "\u001B[1m";
  private static final String OFF = "\u001B[0m";
  private static final int CAUSES = 5;

  private CellErrors() {}

  /// A cell that stops in the middle of a statement.
  static CellException incomplete(String source) {
    var lines = new ArrayList<String>();
    lines.add(RED + "incomplete: a bracket, a quote or a semicolon is missing in" + OFF);
    source.lines().limit(10).forEach(l -> lines.add("   | " + l));
    return new CellException("IncompleteCell", "a bracket, quote or semicolon is missing", lines);
  }

  /// What the compiler said of a snippet that begins at line `first` of the cell.
  static CellException rejected(List<Diag> messages, Snippet snippet, String cell, int first) {
    var lines = new ArrayList<String>();
    var text = "the cell does not compile";
    for (var d : messages) {
      if (d.isError()) {
        var said = d.getMessage(Locale.ENGLISH).lines().toList();
        if (lines.isEmpty()) {
          text = said.getFirst();
        }
        lines.addAll(place(snippet.source(), d, first));
        said.stream()
            .filter(l -> !l.strip().startsWith("location:"))
            .forEach(l -> lines.add(RED + "   " + l + OFF));
        if (COURSE.matcher(d.getMessage(Locale.ENGLISH)).find()) {
          lines.add("   %module 01 makes a module's classes visible to cells");
        }
      }
    }
    return new CellException("CompileError", text, lines);
  }

  private static List<String> place(String source, Diag d, int first) {
    int at = Math.clamp(d.getPosition(), 0, Math.max(0, source.length() - 1));
    int begin = source.lastIndexOf('\n', at - 1) + 1;
    int end = source.indexOf('\n', begin) < 0 ? source.length() : source.indexOf('\n', begin);
    int until = Math.clamp(d.getEndPosition(), at + 1, Math.max(at + 1, end));
    int line = first + (int) source.substring(0, begin).chars().filter(c -> c == '\n').count();
    var head = "line " + line + " | ";
    return List.of(
        head + source.substring(begin, end),
        " ".repeat(head.length() + at - begin) + RED + "^".repeat(until - at) + OFF);
  }

  /// A cell that was stopped.
  static CellException interrupted() {
    return new CellException("Interrupted", "interrupted", List.of(RED + "interrupted" + OFF));
  }

  /// What a running cell threw.
  static CellException thrown(JShellException known, @Nullable Throwable thrown, Cells cells) {
    if (thrown instanceof CellStopped
        || thrown instanceof InterruptedException
        || (thrown != null && thrown.getCause() instanceof InterruptedException)) {
      return interrupted();
    }
    if (known instanceof UnresolvedReferenceException u) {
      var what = "not defined yet: " + String.join(", ", unresolved(u, cells));
      return new CellException("Undefined", what, List.of(RED + what + OFF));
    }
    var lines = new ArrayList<String>();
    var kind = "Exception";
    Throwable t = known;
    for (int depth = 0; t instanceof EvalException e && depth < CAUSES; depth++) {
      var name = e.getExceptionClassName();
      var simple = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
      if (depth == 0) {
        kind = simple;
      }
      var message = e.getMessage() == null || e.getMessage().equals("null") ? "" : ": " + plain(e);
      lines.add((depth == 0 ? "" : "caused by ") + RED + BOLD + simple + OFF + message);
      frames(e.getStackTrace(), cells, lines);
      t = e.getCause();
    }
    return new CellException(kind, plain(known), lines);
  }

  /// The message without the names of JShell's own classes around the cell's.
  private static String plain(JShellException e) {
    return String.valueOf(e.getMessage()).replaceAll("REPL\\.\\$JShell\\$\\w+\\.", "");
  }

  private static List<String> unresolved(UnresolvedReferenceException e, Cells cells) {
    return cells.shell().unresolvedDependencies(e.getSnippet()).toList();
  }

  private static void frames(StackTraceElement[] frames, Cells cells, List<String> lines) {
    for (var f : frames) {
      var file = f.getFileName();
      var seen = file == null ? null : cells.snippet(file);
      if (seen != null) {
        var line =
            seen.snippet()
                .source()
                .lines()
                .skip(Math.max(0, f.getLineNumber() - 1))
                .findFirst()
                .orElse("");
        var where =
            f.getMethodName().isEmpty() || f.getMethodName().equals("do_it$")
                ? ""
                : " in " + f.getMethodName();
        int number = seen.line() + f.getLineNumber() - 1;
        lines.add("   at line %d%s: %s%s%s".formatted(number, where, BOLD, line.strip(), OFF));
      } else if (f.getClassName().startsWith("tapeline.")
          && !f.getClassName().startsWith("tapeline.kernel.")) {
        lines.add("   at %s (%s:%d)".formatted(f.getMethodName(), file, f.getLineNumber()));
      }
    }
  }
}
