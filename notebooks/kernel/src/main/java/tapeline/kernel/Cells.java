package tapeline.kernel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.VarSnippet;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.Todo;

/// The cells' Java: JShell, and under it a [Generation] of classes that can be replaced.
final class Cells {
  private static final List<String> OPTIONS =
      List.of("--add-modules", "jdk.incubator.vector", "-Xlint:-incubating", "-g", "-parameters");

  private final Map<String, Seen> seen = new ConcurrentHashMap<>();
  private final List<Path> jars = new ArrayList<>();
  private final Waiting waiting = new Waiting();
  private final ShownClasses classes = new ShownClasses();
  private CellRunner runner;
  private JShell shell;

  /// A snippet, and the line of its cell at which it begins.
  record Seen(Snippet snippet, int line) {}

  Cells() {
    runner = new CellRunner(new Generation(classes.folder(), jars));
    shell = start(runner);
  }

  private JShell start(CellRunner on) {
    var fresh =
        JShell.builder()
            .in(System.in)
            .compilerOptions(OPTIONS.toArray(String[]::new))
            .executionEngine(
                new ExecutionControlProvider() {
                  @Override
                  public String name() {
                    return "tapeline";
                  }

                  @Override
                  public ExecutionControl generate(ExecutionEnv env, Map<String, String> options) {
                    return on;
                  }
                },
                Map.of())
            .build();
    fresh.addToClasspath(classes.folder().toString());
    jars.forEach(p -> fresh.addToClasspath(p.toString()));
    return fresh;
  }

  JShell shell() {
    return shell;
  }

  Waiting waiting() {
    return waiting;
  }

  /// A snippet by the file name that frames have, `#12`.
  @Nullable Seen snippet(String file) {
    return seen.get(file);
  }

  /// Stops the cell that runs.
  void interrupt() {
    runner.interrupt();
  }

  /// Adds a jar or a folder to what cells see.
  void addToClasspath(Path path) {
    if (!jars.contains(path)) {
      jars.add(path);
      runner.generation().add(path);
      shell.addToClasspath(path.toString());
    }
  }

  /// Runs a cell. Its value is that of its last expression, or a [NotStarted] where it came upon an
  /// exercise that is still to be done.
  ///
  /// @throws CellException when it does not compile, throws, or is interrupted
  @Nullable Object eval(String code) {
    StopSignal.lower();
    try {
      return snippets(code);
    } finally {
      StopSignal.lower();
    }
  }

  private @Nullable Object snippets(String code) {
    Object last = null;
    var rest = code;
    while (true) {
      var info = shell.sourceCodeAnalysis().analyzeCompletion(rest);
      if (info.completeness() == Completeness.EMPTY) {
        return last;
      }
      if (StopSignal.isRaised()) {
        throw CellErrors.interrupted();
      }
      boolean complete = info.completeness().isComplete();
      if (!complete && info.completeness() != Completeness.UNKNOWN) {
        throw CellErrors.incomplete(rest.strip());
      }
      var source = complete ? info.source() : rest;
      int line = line(code, code.length() - rest.length(), source);
      rest = complete ? info.remaining() : "";
      last = snippet(source, code, line, rest);
      if (last instanceof NotStarted) {
        return last;
      }
    }
  }

  /// The line of the cell, from 1 on, at which the snippet begins.
  private static int line(String code, int from, String source) {
    int at = code.indexOf(source.strip(), from);
    return 1 + (int) code.substring(0, Math.max(from, at)).chars().filter(c -> c == '\n').count();
  }

  private @Nullable Object snippet(String source, String code, int line, String rest) {
    Object value = null;
    var events = shell.eval(source.strip());
    for (var e : events) {
      seen.put("#" + e.snippet().id(), new Seen(e.snippet(), line));
      var taken = runner.takeValue(e.value());
      if (e.causeSnippet() == null) {
        value = isShown(e.snippet()) ? taken : null;
      }
    }
    for (var e : events) {
      if (e.causeSnippet() == null) {
        var waits = failed(e, code, line);
        if (waits != null) {
          waiting.add(waits, names(e, rest));
          return waits;
        }
        waiting.remove(Waiting.names(e.snippet()));
      }
    }
    return value;
  }

  /// An expression, unless a semicolon makes it a statement.
  private static boolean isShown(Snippet snippet) {
    if (snippet.source().endsWith(";")) {
      return false;
    }
    return switch (snippet.subKind()) {
      case VAR_VALUE_SUBKIND, OTHER_EXPRESSION_SUBKIND, TEMP_VAR_EXPRESSION_SUBKIND -> true;
      default -> false;
    };
  }

  /// What the snippet waits for, or null when all is well.
  private @Nullable NotStarted failed(SnippetEvent event, String code, int line) {
    if (event.exception() != null) {
      var thrown = runner.takeError();
      if (thrown instanceof Todo todo) {
        return NotStarted.of(todo);
      }
      throw CellErrors.thrown(event.exception(), thrown, this);
    }
    if (event.status().isDefined() || event.status() == Snippet.Status.NONEXISTENT) {
      return null;
    }
    var waits = waiting.of(shell.diagnostics(event.snippet()).toList());
    if (waits != null) {
      return waits;
    }
    if (event.status() == Snippet.Status.REJECTED) {
      throw CellErrors.rejected(
          shell.diagnostics(event.snippet()).toList(), event.snippet(), code, line);
    }
    return null;
  }

  /// The names that the snippet and the rest of the cell would have declared; they are unset now.
  private List<String> names(SnippetEvent event, String rest) {
    var names = new ArrayList<>(Waiting.names(event.snippet()));
    if (shell.status(event.snippet()).isActive()) {
      shell.drop(event.snippet());
    }
    for (var s : shell.sourceCodeAnalysis().sourceToSnippets(rest)) {
      names.addAll(Waiting.names(s));
    }
    shell
        .variables()
        .filter(v -> names.contains(v.name()))
        .filter(v -> shell.status(v).isActive())
        .toList()
        .forEach(shell::drop);
    return names;
  }

  /// Has cells see the classes in these folders as they are now.
  ///
  /// @return the variables that lost their value
  List<String> show(List<Path> folders) {
    classes.replace(folders);
    if (HotSwap.of(runner.generation())) {
      // The compiler reads the class files again when the folder is named again.
      shell.addToClasspath(classes.folder().toString());
      return List.of();
    }
    var before = shell;
    var ran = runner;
    runner = new CellRunner(new Generation(classes.folder(), jars));
    shell = start(runner);
    var lost = new Replay(before, ran, shell, runner).run();
    before.close();
    return lost;
  }

  /// The value that a variable's field holds, by its snippet.
  static java.lang.reflect.@Nullable Field field(
      JShell shell, CellRunner runner, VarSnippet variable) {
    shell.varValue(variable);
    return runner.found();
  }

  void close() {
    shell.close();
    classes.close();
  }
}
