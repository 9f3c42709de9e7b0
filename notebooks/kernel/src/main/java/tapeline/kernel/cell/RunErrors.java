package tapeline.kernel.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jdk.jshell.EvalException;
import jdk.jshell.JShellException;
import jdk.jshell.UnresolvedReferenceException;
import org.jspecify.annotations.Nullable;
import tapeline.kernel.cell.CompileErrors.Position;

/// The message for a running cell that throws: what and why, and the learner's lines that led to
/// it. Frames of the JDK, of JShell and of the kernel are left out.
///
/// @param cells know the snippets of the frames
public record RunErrors(CellSession cells) {
  private static final Pattern WRAP = Pattern.compile("REPL\\.\\$JShell\\$\\w+[.$]");
  private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.*?)\\$+\\d+");
  private static final int CAUSES = 5;
  private static final int MOST_LINES = 12;

  CellException thrown(JShellException known) {
    var lines = new ArrayList<String>();
    Throwable t = known;
    for (int depth = 0; t instanceof EvalException e && depth < CAUSES; depth++) {
      lines.add((depth == 0 ? "" : "caused by ") + head(e));
      lines.addAll(frames(e.getStackTrace()));
      t = e.getCause();
    }
    if (known instanceof EvalException e) {
      changed(e, lines);
      return new CellException(simple(e), message(e), lines);
    }
    return new CellException(known.getClass().getSimpleName(), message(known), lines);
  }

  /// A method that uses what no cell has declared, or what does not compile.
  ///
  /// @param why the latter's messages
  CellException undefined(UnresolvedReferenceException e, List<String> names, List<String> why) {
    var what = why.isEmpty() ? "not declared: " + String.join(", ", names) : why.getFirst();
    var lines = new ArrayList<String>();
    lines.add(Ansi.red(what));
    lines.addAll(why.stream().skip(1).toList());
    lines.addAll(frames(e.getStackTrace()));
    return new CellException("Undefined", what, lines);
  }

  /// A value whose text or picture cannot be made.
  public CellException unshown(Throwable thrown) {
    var what = "The value cannot be shown: " + thrown;
    var lines = new ArrayList<String>();
    lines.add(Ansi.red(what));
    lines.addAll(frames(thrown.getStackTrace()));
    return new CellException(thrown.getClass().getSimpleName(), what, lines);
  }

  private static String head(EvalException e) {
    var message = message(e);
    return Ansi.red(Ansi.bold(simple(e))) + (message.isEmpty() ? "" : ": " + message);
  }

  private static String simple(EvalException e) {
    var name = e.getExceptionClassName();
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  /// The message, with a cell's own classes under the names that the cell gives them.
  private static String message(JShellException e) {
    var message = e.getMessage();
    return message == null ? "" : WRAP.matcher(message).replaceAll("");
  }

  /// Cells keep the code that they were compiled to, so one may look for what is gone.
  private void changed(EvalException e, List<String> lines) {
    var exception = e.getExceptionClassName();
    var message = message(e);
    boolean gone =
        exception.equals("java.lang.NoSuchMethodError")
            || exception.equals("java.lang.NoSuchFieldError");
    if (gone && cells.courseClasses().stream().anyMatch(message::contains)) {
      lines.add("   A class of the course has changed: run the cell again that declares this.");
    }
    if (exception.equals("java.lang.LinkageError") && message.startsWith("loader constraint")) {
      lines.add("   Cells have another version of this library than what they call here.");
    }
  }

  private List<String> frames(StackTraceElement[] frames) {
    var lines = new ArrayList<String>();
    int more = 0;
    for (var f : frames) {
      var line = frame(f);
      if (line != null && lines.size() < MOST_LINES) {
        lines.add(line);
      } else if (line != null) {
        more++;
      }
    }
    if (more > 0) {
      lines.add("   and " + more + " more");
    }
    return lines;
  }

  private @Nullable String frame(StackTraceElement f) {
    var file = f.getFileName();
    var seen = file == null ? null : cells.position(file);
    if (seen != null) {
      return ofCell(f, seen);
    }
    boolean kernel = file != null && file.endsWith(".cu");
    boolean course =
        f.getClassName().startsWith("tapeline.")
            && !f.getClassName().startsWith("tapeline.kernel.");
    return course || kernel
        ? "   at %s:%d in %s".formatted(file, f.getLineNumber(), method(f.getMethodName()))
        : null;
  }

  private static String ofCell(StackTraceElement f, Position snippet) {
    int at = f.getLineNumber() - 1;
    var text = snippet.text().lines().skip(Math.max(0, at)).findFirst().orElse("").strip();
    var method = method(f.getMethodName());
    return "   at line %d%s: %s"
        .formatted(snippet.line() + at, method.isEmpty() ? "" : " in " + method, Ansi.bold(text));
  }

  /// The method's name as the learner knows it.
  private static String method(String name) {
    var lambda = LAMBDA.matcher(name);
    var plain = lambda.matches() ? lambda.group(1) : name;
    boolean own = !plain.isEmpty() && !plain.startsWith("do_it") && !plain.equals("static");
    return (lambda.matches() ? "a lambda" + (own ? " of " : "") : "") + (own ? plain : "");
  }
}
