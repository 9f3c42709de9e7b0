package tapeline.kernel;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.BaseKernelBuilder;
import org.dflib.jjava.jupyter.kernel.LanguageInfo;
import org.dflib.jjava.jupyter.kernel.ReplacementOptions;
import org.dflib.jjava.jupyter.kernel.comm.CommManager;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.dflib.jjava.jupyter.kernel.magic.MagicsRegistry;
import org.dflib.jjava.jupyter.kernel.util.StringStyler;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.request.ExecuteRequest;
import org.jspecify.annotations.Nullable;
import tapeline.kernel.CellPart.CellMagic;
import tapeline.kernel.CellPart.Java;
import tapeline.kernel.CellPart.LineMagic;
import tapeline.kernel.assist.Assistant;
import tapeline.kernel.assist.SourceDocs;
import tapeline.kernel.cell.CellException;
import tapeline.kernel.cell.CellOutput;
import tapeline.kernel.cell.CellSession;
import tapeline.kernel.cell.CellStreams;
import tapeline.kernel.cell.CellThreads;
import tapeline.kernel.cell.NotStarted;
import tapeline.kernel.protocol.CellHistory;
import tapeline.kernel.protocol.CellIo;
import tapeline.kernel.weave.CellStopped;
import tapeline.kernel.weave.StopSignal;
import tapeline.notebook.Host;

/// A kernel of the IJava family whose classes can be replaced and whose cells can be stopped.
public final class Kernel extends BaseKernel implements Host {
  private final CellThreads threads = new CellThreads();
  private final MagicRunner commands = new MagicRunner(this, magicsRegistry, threads);
  private final CellStreams streams = new CellStreams(io.out, io.err, io.in);
  private final CellRequests requests;
  private final Set<String> displays = ConcurrentHashMap.newKeySet();
  private final Object starting = new Object();
  private volatile @Nullable CellSession cells;
  private volatile SourceDocs sources = new SourceDocs(List.of());
  private boolean installed;

  private Kernel(
      CellHistory history,
      CellIo io,
      CommManager comms,
      Renderer renderer,
      MagicsRegistry magics,
      boolean extensions,
      StringStyler styler) {
    super(
        "tapeline",
        "1",
        new LanguageInfo.Builder("java")
            .version("" + Runtime.version().feature()) // as the notebooks have it
            .mimetype("text/x-java-source")
            .fileExtension(".jshell")
            .pygments("java")
            .codemirror("text/x-java")
            .build(),
        List.of(),
        history,
        io,
        comms,
        renderer,
        null, // jjava's parser of magics turns a cell into a literal, which has a limit
        magics,
        extensions,
        styler);
    threads.ready(); // a kernel before this one in the same JVM may have ended in a cell
    requests = new CellRequests(this, history, io, streams);
    StandardMagics.register(getMagicsRegistry());
  }

  /// Builds a kernel without a connection yet.
  static final class Builder extends BaseKernelBuilder<Builder, Kernel> {
    @Override
    public Kernel build() {
      return new Kernel(
          new CellHistory(),
          new CellIo(),
          buildCommManager(),
          buildRenderer(),
          buildMagicsRegistry(),
          buildExtensionsEnabled(),
          buildErrorStyler());
    }
  }

  CellThreads threads() {
    return threads;
  }

  /// The cells' engine; the first call starts it, which takes a second.
  CellSession cells() {
    var started = cells;
    if (started == null) {
      synchronized (starting) {
        started = cells;
        if (started == null) {
          started = new CellSession(threads);
          cells = started;
        }
      }
    }
    return started;
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

  @Override
  public @Nullable DisplayData eval(String source) {
    threads.ready();
    try {
      return shown(evalRaw(source));
    } catch (CellException e) {
      throw e;
    } catch (Throwable e) { // jjava sends no reply after an Error, and the front end would wait
      throw new CellException("KernelError", String.valueOf(e));
    } finally {
      streams.close();
    }
  }

  @Override
  public @Nullable Object evalRaw(String source) {
    return evalCells(List.of(source));
  }

  /// Runs cells; what their parts show but the last is shown at once.
  @Nullable Object evalCells(List<String> sources) {
    warmUp();
    Object last = null;
    for (var source : sources) {
      for (var part : CellPart.of(source, commands)) {
        var value =
            switch (part) {
              case CellMagic m -> commands.run(m);
              case LineMagic m -> commands.run(m);
              case Java java -> cells().eval(java.source());
            };
        if (value instanceof NotStarted) {
          return value;
        }
        if (value != null && last != null) {
          var before = shown(last);
          if (before != null) {
            display(before);
          }
        }
        last = value == null ? last : value;
      }
    }
    return last;
  }

  /// The value as it is shown: that may run the learner's code, for example a `toString`.
  private @Nullable DisplayData shown(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case DisplayData data -> data;
      case NotStarted waits -> {
        var data = new DisplayData(waits.toString());
        data.putHTML(waits.html());
        yield data;
      }
      default -> rendered(value);
    };
  }

  private @Nullable DisplayData rendered(Object value) {
    try {
      var data = threads.cell(cells().loader(), () -> renderer.render(value));
      if (data.getData(MIMEType.TEXT_PLAIN) instanceof String text) {
        data.putText(CellOutput.cut(text));
      }
      return data;
    } catch (CellStopped e) {
      throw CellException.interrupted(e);
    } catch (ExecutionException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      cells().noteThrown(cause);
      if (StopSignal.isRaised()) {
        throw CellException.interrupted();
      }
      var waits = NotStarted.of(cause);
      if (waits == null) {
        throw cells().errors().unshown(cause);
      }
      return shown(waits);
    }
  }

  @Override
  public List<String> showClasses(List<Path> classFolders) {
    return cells().show(classFolders);
  }

  @Override
  public void showSources(List<Path> sourceFolders) {
    sources = new SourceDocs(List.copyOf(sourceFolders));
  }

  @Override
  public void show(DisplayData data) {
    if (data.hasDisplayId() && !displays.add(data.getDisplayId())) {
      io.display.updateDisplay(data);
    } else {
      display(data);
    }
  }

  @Override
  public void setNextInput(String text, boolean replace) {
    requests.setNextInput(text, replace);
  }

  @Override
  public void interrupt() {
    threads.interrupt();
  }

  @Override
  protected ClassLoader getClassLoader() {
    return Kernel.class.getClassLoader();
  }

  @Override
  protected synchronized void handleExecuteRequest(
      ShellReplyEnvironment reply, Message<ExecuteRequest> request) {
    commManager.setMessageContext(request);
    requests.answer(reply, request.getContent());
  }

  /// Text that was printed before is shown before.
  @Override
  public void display(DisplayData data) {
    streams.flush();
    super.display(data);
  }

  private Assistant assistant() {
    return new Assistant(cells().shell().sourceCodeAnalysis(), sources, magicsRegistry);
  }

  @Override
  public @Nullable DisplayData inspect(String code, int at, boolean detail) {
    return assistant().inspect(code, at);
  }

  @Override
  public ReplacementOptions complete(String code, int at) {
    return assistant().complete(code, at);
  }

  @Override
  public String isComplete(String code) {
    return assistant().isComplete(code);
  }

  @Override
  public void onShutdown(boolean restart) {
    if (threads.isBusy()) {
      interrupt(); // else the end would wait for that of the cell
    }
    try {
      super.onShutdown(restart);
      var started = cells;
      if (started != null) {
        started.close();
      }
    } finally {
      streams.restore();
    }
  }
}
