package tapeline.kernel;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import jdk.jshell.execution.DirectExecutionControl;
import org.jspecify.annotations.Nullable;

/// Runs what JShell compiled, in this JVM, in a thread that can be stopped.
///
/// JShell passes on a value's text and an error's name: the value and the error themselves wait
/// here to be fetched.
final class CellRunner extends DirectExecutionControl {
  private static final long STACK = 16L << 20;
  private static final int CAUSES = 4;

  private final Generation generation;
  private final Map<String, Object> values = new ConcurrentHashMap<>();
  private volatile @Nullable Thread running;
  private @Nullable Throwable error;
  private @Nullable Field found;
  private int count;

  CellRunner(Generation generation) {
    super(generation);
    this.generation = generation;
  }

  Generation generation() {
    return generation;
  }

  /// The value that JShell knows by this text.
  @Nullable Object takeValue(@Nullable String key) {
    return key == null ? null : values.remove(key);
  }

  /// What the last run threw.
  @Nullable Throwable takeError() {
    var thrown = error;
    error = null;
    return thrown;
  }

  @Override
  protected String invoke(Method method) throws Exception {
    error = null;
    var task = new FutureTask<>(() -> method.invoke(null));
    var thread = new Thread(null, task, "cell", STACK);
    thread.setContextClassLoader(generation);
    thread.setDaemon(true);
    running = thread;
    thread.start();
    try {
      var value = task.get();
      if (StopSignal.isRaised()) {
        // What was stopped was a thread that the cell had started.
        error = new CellStopped();
        throw described(error, 0);
      }
      return keep(value);
    } catch (ExecutionException e) {
      var thrown =
          e.getCause() instanceof InvocationTargetException i && i.getCause() != null
              ? i.getCause()
              : e;
      if (thrown instanceof jdk.jshell.spi.SPIResolutionException unresolved) {
        throw new ResolutionException(unresolved.id(), unresolved.getStackTrace());
      }
      error = thrown;
      throw described(thrown, CAUSES);
    } finally {
      running = null;
    }
  }

  /// What was thrown and its causes, in the form that JShell takes.
  private static UserException described(Throwable thrown, int causes) {
    var e =
        new UserException(
            String.valueOf(thrown.getMessage()),
            thrown.getClass().getName(),
            thrown.getStackTrace());
    var cause = thrown.getCause();
    if (cause != null && causes > 0) {
      e.initCause(described(cause, causes - 1));
    }
    return e;
  }

  private String keep(@Nullable Object value) {
    var key = "value " + count++;
    if (value != null) {
      values.put(key, value);
    }
    return key;
  }

  /// Ends what runs: loops by the signal, waiting by the interrupt.
  void interrupt() {
    StopSignal.raise();
    var thread = running;
    if (thread != null) {
      thread.interrupt();
    }
  }

  @Override
  public void stop() {
    interrupt();
  }

  @Override
  public String varValue(String className, String variable) {
    try {
      found = findClass(className).getDeclaredField(variable);
      found.setAccessible(true);
    } catch (ReflectiveOperationException _) {
      found = null;
    }
    return "";
  }

  /// The field that [#varValue] was last asked for.
  @Nullable Field found() {
    return found;
  }

  @Override
  public void close() {}
}
