package tapeline.kernel.cell;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import jdk.jshell.execution.DirectExecutionControl;
import jdk.jshell.execution.LoaderDelegate;
import org.jspecify.annotations.Nullable;
import tapeline.kernel.reload.Generation;

/// Runs what JShell compiled, in this JVM, in a thread that can be stopped.
///
/// JShell passes on a value's text and an error's name: the value and the error themselves wait
/// here to be fetched.
final class CellRunner extends DirectExecutionControl {
  private final CellThreads threads;
  private final Loader loader;
  private final Map<String, Object> values = new ConcurrentHashMap<>();
  private volatile @Nullable Throwable error;
  private int count;

  /// Gives JShell's classes to the generation of the moment.
  private static final class Loader implements LoaderDelegate {
    private volatile Generation generation;

    Loader(Generation generation) {
      this.generation = generation;
    }

    @Override
    public void load(jdk.jshell.spi.ExecutionControl.ClassBytecodes[] classes)
        throws ClassInstallException {
      generation.load(classes);
    }

    @Override
    public void classesRedefined(ClassBytecodes[] classes) {}

    @Override
    public void addToClasspath(String path) {} // generations know their class path

    @Override
    public Class<?> findClass(String name) throws ClassNotFoundException {
      return generation.loadClass(name);
    }
  }

  CellRunner(CellThreads threads, Generation first) {
    this(threads, new Loader(first));
  }

  private CellRunner(CellThreads threads, Loader loader) {
    super(loader);
    this.threads = threads;
    this.loader = loader;
  }

  /// The classes that cells use now.
  Generation generation() {
    return loader.generation;
  }

  /// From now on cells use these.
  void use(Generation generation) {
    loader.generation = generation;
  }

  /// The value that JShell knows by this text.
  @Nullable Object takeValue(@Nullable String key) {
    return key == null ? null : values.remove(key);
  }

  /// The error that the last run threw, or null; it is given once.
  @Nullable Throwable takeError() {
    var thrown = error;
    error = null;
    return thrown;
  }

  @Override
  protected String invoke(Method method) throws Exception {
    error = null;
    try {
      return keep(threads.cell(loader.generation, () -> method.invoke(null)));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InvocationTargetException thrown) {
        error = thrown.getCause();
        loader.generation.noteThrown(error);
        throw thrown; // JShell unpacks it, and its causes
      }
      throw failed(e.getCause() == null ? e : e.getCause());
    } catch (RuntimeException | Error e) { // stopped, or not even started
      throw failed(e);
    }
  }

  /// JShell would pass over another exception without a word.
  private InvocationTargetException failed(Throwable e) {
    error = e;
    return new InvocationTargetException(e);
  }

  private String keep(@Nullable Object value) {
    var key = "value " + count++;
    if (value != null) {
      values.put(key, value);
    }
    return key;
  }

  @Override
  public void close() {}
}
