package tapeline.kernel;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jshell.SourceCodeAnalysis.Suggestion;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.BaseKernelBuilder;
import org.dflib.jjava.jupyter.kernel.JupyterIO;
import org.dflib.jjava.jupyter.kernel.LanguageInfo;
import org.dflib.jjava.jupyter.kernel.ReplacementOptions;
import org.dflib.jjava.jupyter.kernel.comm.CommManager;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.history.HistoryManager;
import org.dflib.jjava.jupyter.kernel.magic.MagicsRegistry;
import org.dflib.jjava.jupyter.kernel.util.StringStyler;
import org.jspecify.annotations.Nullable;
import tapeline.notebook.Host;
import tapeline.toolkit.Todo;

/// A kernel of the IJava family whose classes can be replaced and whose cells can be stopped.
public final class Kernel extends BaseKernel implements Host {
  private static final Pattern CELL_MAGIC =
      Pattern.compile("\\A\\s*%%(\\w+)[ \\t]*([^\\n]*)\\n?(.*)\\z", Pattern.DOTALL);
  private static final Pattern LINE_MAGIC = Pattern.compile("\\s*%(\\w+)(.*)");
  private static final String IMPORTS =
      java.util.stream.Stream.of(
              "java.io.*",
              "java.math.*",
              "java.net.*",
              "java.nio.file.*",
              "java.time.*",
              "java.util.*",
              "java.util.concurrent.*",
              "java.util.function.*",
              "java.util.prefs.*",
              "java.util.regex.*",
              "java.util.stream.*",
              "static org.dflib.jjava.jupyter.kernel.BaseNotebookStatics.*")
          .map(i -> "import " + i + ";")
          .collect(Collectors.joining("\n"));

  private final Replies replies;
  private final Object starting = new Object();
  private volatile @Nullable Cells cells;
  private boolean installed;
  private List<CellOutput> output = List.of();

  private Kernel(Parts parts, Replies replies) {
    super(
        "tapeline",
        "1",
        new LanguageInfo.Builder("java")
            .version(Runtime.version().toString())
            .mimetype("text/x-java-source")
            .fileExtension(".jshell")
            .pygments("java")
            .codemirror("text/x-java")
            .build(),
        List.of(),
        parts.history(),
        parts.io(),
        parts.comms(),
        parts.renderer(),
        null,
        parts.magics(),
        true,
        parts.styler());
    this.replies = replies;
    StandardMagics.register(getMagicsRegistry());
  }

  /// A kernel without a connection yet.
  static Kernel create(Replies replies) {
    return new Kernel(new Parts(), replies);
  }

  /// The cells' engine; the first call starts it, which takes a second.
  Cells cells() {
    var started = cells;
    if (started == null) {
      synchronized (starting) {
        started = cells;
        if (started == null) {
          started = new Cells();
          started.eval(IMPORTS);
          cells = started;
        }
      }
    }
    return started;
  }

  @Override
  public @Nullable Object evalRaw(String source) {
    warmUp();
    var cell = CELL_MAGIC.matcher(source);
    if (cell.matches()) {
      return magic(() ->
          magicsRegistry.evalCellMagic(
              this, cell.group(1), arguments(cell.group(2)), cell.group(3)));
    }
    Object last = null;
    var java = new StringBuilder();
    for (var line : source.lines().toList()) {
      var magic = LINE_MAGIC.matcher(line);
      if (magic.matches() && (java.toString().isBlank() || isMagic(magic.group(1)))) {
        last = java(java, last);
        java.setLength(0);
        var shown =
            magic(() ->
                magicsRegistry.evalLineMagic(this, magic.group(1), arguments(magic.group(2))));
        last = shown == null ? last : shown;
        java.repeat("\n", (int) source.substring(0, source.indexOf(line)).lines().count());
      } else {
        java.append(line).append('\n');
      }
    }
    return java(java, last);
  }

  private boolean isMagic(String name) {
    return magicsRegistry.getLineMagicNames().contains(name);
  }

  private @Nullable Object java(StringBuilder source, @Nullable Object before) {
    var value = source.toString().isBlank() ? null : cells().eval(source.toString());
    return value == null ? before : value;
  }

  private interface Call {
    @Nullable Object run() throws Exception;
  }

  private static @Nullable Object magic(Call call) {
    try {
      return call.run();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static List<String> arguments(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  @Override
  public @Nullable DisplayData eval(String source) {
    try {
      return shown(evalRaw(source));
    } catch (Todo todo) {
      return shown(NotStarted.of(todo)); // a value whose text or picture runs the student's code
    } finally {
      output.forEach(CellOutput::close);
    }
  }

  private @Nullable DisplayData shown(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case DisplayData data -> data;
      case NotStarted waits -> new DisplayData(waits.toString());
      default -> renderer.render(value);
    };
  }

  @Override
  public List<String> showClasses(List<Path> classFolders) {
    return cells().show(classFolders);
  }

  @Override
  public void setNextInput(String text, boolean replace) {
    replies.nextInput(text, replace);
  }

  @Override
  public void interrupt() {
    var started = cells;
    if (started != null) {
      started.interrupt();
    }
  }

  @Override
  protected ClassLoader getClassLoader() {
    return Kernel.class.getClassLoader();
  }

  @Override
  protected void replaceOutputStreams(ShellReplyEnvironment env) {
    super.replaceOutputStreams(env);
    var out = CellOutput.of(System.out);
    var err = CellOutput.of(System.err);
    System.setOut(out.stream());
    System.setErr(err.stream());
    output = List.of(out, err);
  }

  @Override
  public List<String> formatError(Throwable e) {
    boolean ofCell = e instanceof CellException;
    replies.errorName(
        ofCell ? ((CellException) e).kind() : e.getClass().getSimpleName(),
        executionCount.get() - 1);
    return ofCell
        ? ((CellException) e).lines()
        : List.of(
            "\u001B[31m" + (e.getMessage() == null ? e.toString() : e.getMessage()) + "\u001B[0m");
  }

  @Override
  public @Nullable DisplayData inspect(String code, int at, boolean detail) {
    int end = at;
    while (end < code.length() && Character.isJavaIdentifierPart(code.charAt(end))) {
      end++;
    }
    if (end < code.length() && code.charAt(end) == '(') {
      end++;
    }
    var docs = cells().shell().sourceCodeAnalysis().documentation(code, end, true);
    return docs.isEmpty()
        ? null
        : new DisplayData(
            docs.stream()
                .map(d -> d.signature() + (d.javadoc() == null ? "" : "\n" + d.javadoc()))
                .distinct()
                .collect(Collectors.joining("\n\n")));
  }

  @Override
  public ReplacementOptions complete(String code, int at) {
    int line = code.lastIndexOf('\n', at - 1) + 1;
    var magic = Pattern.compile("(%{1,2})(\\w*)").matcher(code.substring(line, at));
    if (magic.matches()) {
      var signs = magic.group(1);
      Set<String> names =
          signs.length() == 2
              ? magicsRegistry.getCellMagicNames()
              : magicsRegistry.getLineMagicNames();
      return new ReplacementOptions(
          names.stream()
              .filter(n -> n.startsWith(magic.group(2)))
              .map(n -> signs + n)
              .sorted()
              .toList(),
          line,
          at);
    }
    var anchor = new int[1];
    var all = cells().shell().sourceCodeAnalysis().completionSuggestions(code, at, anchor);
    return new ReplacementOptions(
        all.stream().map(Suggestion::continuation).distinct().toList(), anchor[0], at);
  }

  @Override
  public String isComplete(String code) {
    if (code.stripLeading().startsWith("%")) {
      return IS_COMPLETE_YES;
    }
    return switch (cells().shell().sourceCodeAnalysis().analyzeCompletion(code).completeness()) {
      case COMPLETE, COMPLETE_WITH_SEMI, CONSIDERED_INCOMPLETE, EMPTY -> IS_COMPLETE_YES;
      case UNKNOWN -> IS_COMPLETE_BAD;
      case DEFINITELY_INCOMPLETE -> "  ";
    };
  }

  @Override
  public void onShutdown(boolean restart) {
    super.onShutdown(restart);
    var started = cells;
    if (started != null) {
      started.close();
    }
  }

  /// Starts what the first cell needs.
  void warmUp() {
    synchronized (starting) {
      cells();
      if (!installed) {
        installed = true;
        onStartup();
      }
    }
  }

  /// The parts that jjava's builder makes.
  private static final class Parts extends BaseKernelBuilder<Parts, Kernel> {
    HistoryManager history() {
      return buildHistoryManager();
    }

    JupyterIO io() {
      return buildJupyterIO(StandardCharsets.UTF_8);
    }

    CommManager comms() {
      return buildCommManager();
    }

    Renderer renderer() {
      return buildRenderer();
    }

    MagicsRegistry magics() {
      return buildMagicsRegistry();
    }

    StringStyler styler() {
      return buildErrorStyler();
    }

    @Override
    public Kernel build() {
      throw new UnsupportedOperationException("Kernel.create makes kernels");
    }
  }
}
