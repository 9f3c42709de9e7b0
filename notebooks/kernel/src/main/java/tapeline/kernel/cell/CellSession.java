package tapeline.kernel.cell;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.tools.StandardJavaFileManager;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.UnresolvedReferenceException;
import jdk.jshell.VarSnippet;
import org.jspecify.annotations.Nullable;
import tapeline.kernel.cell.CompileErrors.Position;
import tapeline.kernel.cell.Waiting.Reason;
import tapeline.kernel.reload.Generation;
import tapeline.kernel.reload.Library;
import tapeline.kernel.weave.CellStopped;
import tapeline.kernel.weave.StopSignal;

/// The cells' Java: JShell, and under it a [Generation] of classes that can be replaced.
public final class CellSession {
  private static final String NO_CLASS = "compiler.err.static.imp.only.classes.and.interfaces";

  private final Map<String, Position> seen = new ConcurrentHashMap<>();
  private final Waiting waiting = new Waiting();
  private final RunErrors errors = new RunErrors(this);
  private final CellRunner runner;
  private final JShell shell;
  private final CellClassPath classPath;
  private final BrokenDeclarations broken;

  /// Holds declarations of the running cell that lack something.
  private final Set<DeclarationSnippet> lacking = new LinkedHashSet<>();

  public CellSession(CellThreads threads) {
    var library = new Library(CellSession.class.getClassLoader(), CellClassPath.KERNELS);
    var files = new AtomicReference<StandardJavaFileManager>();
    runner = new CellRunner(threads, new Generation(library));
    shell = CellShell.start(runner, files::set);
    classPath = new CellClassPath(shell, files.get(), library, runner);
    broken = new BrokenDeclarations(shell, seen);
  }

  public JShell shell() {
    return shell;
  }

  /// The loader of the classes that cells use now.
  public ClassLoader loader() {
    return runner.generation();
  }

  /// The names of the course's classes that cells see.
  Set<String> courseClasses() {
    return runner.generation().course().files().keySet();
  }

  /// Takes note of what a value threw while it was shown; what cells throw is noted already.
  public void noteThrown(Throwable thrown) {
    runner.generation().noteThrown(thrown);
  }

  public RunErrors errors() {
    return errors;
  }

  /// The snippet whose frames have the file name `#12`.
  @Nullable Position position(String file) {
    return seen.get(file);
  }

  /// Runs Java. The value is that of its last expression, or a [NotStarted] where it came upon an
  /// exercise that is still to be done.
  ///
  /// @throws CellException when it does not compile, throws, or is interrupted
  public @Nullable Object eval(String code) {
    lacking.clear();
    var value = all(code);
    lacking.forEach(this::sayWhatItLacks);
    return value;
  }

  private @Nullable Object all(String code) {
    Object last = null;
    var rest = code;
    while (true) {
      var next = next(rest);
      if (StopSignal.isRaised()) {
        throw CellException.interrupted();
      }
      if (next.completeness() == Completeness.EMPTY) {
        return last;
      }
      int line = line(code, code.length() - rest.length());
      if (!next.completeness().isComplete() && next.completeness() != Completeness.UNKNOWN) {
        throw CompileErrors.incomplete(new Position(rest, line));
      }
      rest = next.remaining();
      last = snippet(next.source().strip(), line, rest);
      if (last instanceof NotStarted) {
        return last;
      }
    }
  }

  /// The line of the code, from 1 on, on which the text after `from` begins.
  private static int line(String code, int from) {
    int at = from;
    while (at < code.length() && Character.isWhitespace(code.charAt(at))) {
      at++;
    }
    return 1 + (int) code.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  private @Nullable Object snippet(String source, int line, String rest) {
    Object value = null;
    var events = evaluated(source);
    for (var e : events) {
      var taken = runner.takeValue(e.value());
      if (e.causeSnippet() == null) {
        seen.put("#" + e.snippet().id(), new Position(e.snippet().source(), line));
        value = isShown(e.snippet()) ? taken : null;
      }
    }
    var thrown = runner.takeError();
    separateOverloads(events);
    dropUnnamed(events);
    for (var e : events) {
      if (e.causeSnippet() == null) {
        var waits = failed(e, thrown, line);
        if (waits != null) {
          waiting.add(waits, unset(source + "\n" + rest));
          return waits;
        }
        waiting.remove(Waiting.names(e.snippet()));
      }
    }
    return value;
  }

  /// Evaluates a snippet; once more when JShell has lost the class of an overload.
  ///
  /// It does so when the snippet has a name that stands in overloads of which one calls another:
  /// then the new class imports one without a name. Callers first, the overloads are declared
  /// again.
  private List<SnippetEvent> evaluated(String source) {
    var events = shell.eval(source);
    boolean lost =
        events.stream()
            .filter(e -> e.status() == Snippet.Status.REJECTED)
            .flatMap(e -> shell.diagnostics(e.snippet()))
            .anyMatch(d -> d.getCode().equals(NO_CLASS));
    if (!lost) {
      return events;
    }
    overloads(shell.methods().toList()).reversed().forEach(this::declareAgain);
    return shell.eval(source);
  }

  /// Declares overloads again that JShell has compiled anew because of another snippet.
  ///
  /// Those that depend on one name it compiles into one class. When one of them is replaced, that
  /// class still has its old version, and a call is ambiguous.
  private void separateOverloads(List<SnippetEvent> events) {
    var names =
        events.stream()
            .filter(e -> e.causeSnippet() != null && e.isSignatureChange())
            .map(SnippetEvent::snippet)
            .filter(MethodSnippet.class::isInstance)
            .map(s -> ((MethodSnippet) s).name())
            .collect(toSet());
    overloads(shell.methods().filter(m -> names.contains(m.name())).toList())
        .forEach(this::declareAgain);
  }

  private static List<MethodSnippet> overloads(List<MethodSnippet> methods) {
    var count = methods.stream().collect(groupingBy(MethodSnippet::name, counting()));
    return methods.stream().filter(m -> count.getOrDefault(m.name(), 0L) > 1).toList();
  }

  /// Drops the variables, such as `$3`, in which JShell keeps values of expressions: it would have
  /// each later snippet import them, and hold the values for ever.
  private void dropUnnamed(List<SnippetEvent> events) {
    events.stream()
        .map(SnippetEvent::snippet)
        .filter(s -> s.subKind() == Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND)
        .filter(s -> shell.status(s).isActive())
        .map(VarSnippet.class::cast)
        .forEach(s -> {
          shell.drop(s);
          runner.generation().forget(s.id(), s.name());
        });
  }

  private void declareAgain(MethodSnippet method) {
    var was = seen.get("#" + method.id());
    for (var e : shell.eval(method.source())) {
      if (e.causeSnippet() == null && was != null) {
        seen.put("#" + e.snippet().id(), was);
      }
    }
  }

  /// An expression, unless a semicolon makes it a statement.
  private static boolean isShown(Snippet snippet) {
    return !snippet.source().endsWith(";")
        && switch (snippet.subKind()) {
          case VAR_VALUE_SUBKIND, OTHER_EXPRESSION_SUBKIND, TEMP_VAR_EXPRESSION_SUBKIND -> true;
          default -> false;
        };
  }

  /// The exercise that the snippet waits for, or null when all is well.
  private @Nullable NotStarted failed(SnippetEvent event, @Nullable Throwable thrown, int line) {
    var snippet = event.snippet();
    return switch (event.status()) {
      case REJECTED -> {
        var messages = shell.diagnostics(snippet).toList();
        var why = waiting.of(messages);
        var behind = broken.why(Waiting.symbols(messages).toList());
        yield waits(
            why.orElse(null),
            CompileErrors.rejected(messages, new Position(snippet.source(), line), behind));
      }
      case RECOVERABLE_DEFINED, RECOVERABLE_NOT_DEFINED -> {
        lacking.add((DeclarationSnippet) snippet);
        yield null;
      }
      default -> event.exception() == null ? null : thrown(event.exception(), thrown);
    };
  }

  /// Says what keeps a declaration of the cell from being used, unless the cell has declared it
  /// further down, or an exercise is to.
  private void sayWhatItLacks(DeclarationSnippet snippet) {
    var names = shell.unresolvedDependencies(snippet).toList();
    var status = shell.status(snippet);
    if (!BrokenDeclarations.isBroken(status) || waiting.ofUnresolved(names).isPresent()) {
      return;
    }
    var own = Waiting.names(snippet);
    if (!names.isEmpty()) {
      System.out.printf(
          "%s can be used once there is: %s%n", String.join(", ", own), String.join(", ", names));
    }
    broken.why(names.isEmpty() ? own : Waiting.unresolved(names)).forEach(System.out::println);
  }

  private NotStarted thrown(JShellException known, @Nullable Throwable thrown) {
    if (known instanceof UnresolvedReferenceException u) {
      var names = shell.unresolvedDependencies(u.getSnippet()).toList();
      var why =
          broken.why(names.isEmpty() ? Waiting.names(u.getSnippet()) : Waiting.unresolved(names));
      return waits(waiting.ofUnresolved(names).orElse(null), errors.undefined(u, names, why));
    }
    if (thrown instanceof CellStopped stopped) {
      throw CellException.interrupted(stopped);
    }
    if (StopSignal.isRaised()) {
      throw CellException.interrupted();
    }
    var waits = NotStarted.of(thrown);
    if (waits == null) {
      throw errors.thrown(known);
    }
    return waits;
  }

  private static NotStarted waits(@Nullable Reason reason, CellException otherwise) {
    return switch (reason) {
      case Reason.Exercise e -> e.waits();
      case Reason.Lost l -> throw new CellException("Lost", l.toString());
      case null -> throw otherwise;
    };
  }

  private NextSnippet next(String code) {
    return NextSnippet.of(shell.sourceCodeAnalysis(), code);
  }

  /// How the code ends.
  public Completeness completeness(String code) {
    var rest = code;
    while (true) {
      var next = next(rest);
      if (!next.completeness().isComplete() || next.remaining().isBlank()) {
        return next.completeness();
      }
      rest = next.remaining();
    }
  }

  /// Unsets the names that this source would have set.
  private List<String> unset(String source) {
    var snippets = new ArrayList<String>();
    var rest = source;
    while (true) {
      var next = next(rest);
      if (!next.completeness().isComplete()) {
        break;
      }
      snippets.add(next.source());
      rest = next.remaining();
    }
    var names = DeclaredNames.of(snippets);
    drop(names);
    return names;
  }

  private void drop(List<String> names) {
    // The last first: JShell compiles again what depends on a variable that it drops.
    var dropped = shell.variables().filter(v -> names.contains(v.name())).toList();
    dropped.reversed().forEach(shell::drop);
  }

  /// Adds jars and folders to what cells see.
  ///
  /// @return what is left out, and why, in a line each
  public List<String> addToClasspath(List<Path> paths) {
    return classPath.add(paths);
  }

  /// Lets cells see the classes that are in these folders at this moment.
  ///
  /// @return the variables that lost their value; what uses them says so
  public List<String> show(List<Path> folders) {
    var fields = classPath.show(folders);
    var lost = shell.variables().map(VarSnippet::name).filter(fields::contains).distinct().toList();
    drop(lost);
    waiting.lose(lost);
    return lost;
  }

  public void close() {
    shell.close();
    classPath.close();
  }
}
