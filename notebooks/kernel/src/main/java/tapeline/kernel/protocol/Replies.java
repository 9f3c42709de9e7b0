package tapeline.kernel.protocol;

import java.util.List;
import java.util.Map;
import org.dflib.jjava.jupyter.messages.publish.PublishError;
import org.dflib.jjava.jupyter.messages.reply.ErrorReply;
import org.dflib.jjava.jupyter.messages.reply.ExecuteReply;
import org.jspecify.annotations.Nullable;

/// What jjava's replies lack: Jupyter's payload `set_next_input`, the text that the front end is
/// asked to put into a cell; and the name of what a cell threw, where jjava would name the kernel's
/// own exception around it.
public final class Replies {
  private @Nullable Map<String, Object> nextInput;
  private @Nullable String errorName;
  private int executionCount;

  public synchronized void nextInput(String text, boolean replace) {
    nextInput = Map.of("source", "set_next_input", "text", text, "replace", replace);
  }

  /// Names the error that is about to be sent, and the cell's number.
  public synchronized void errorName(String name, int count) {
    errorName = name;
    executionCount = count;
  }

  /// The reply as it is sent; text for a cell goes with it once.
  synchronized ExecuteReply complete(ExecuteReply reply) {
    var payload = nextInput == null ? List.<Map<String, Object>>of() : List.of(nextInput);
    nextInput = null;
    return new Reply(reply.getExecutionCount(), payload);
  }

  synchronized PublishError complete(PublishError e) {
    return new PublishError(name(e.getErrorName()), e.getErrorMessage(), e.getStacktrace());
  }

  /// The reply as it is sent; what the cell wanted to be put into the next one is forgotten.
  synchronized ErrorReply complete(ErrorReply e) {
    var named = new ErrorReply(name(e.getErrorName()), e.getErrorMessage(), e.getStacktrace());
    if (errorName != null) {
      named.setExecutionCount(executionCount);
    }
    errorName = null;
    nextInput = null;
    return named;
  }

  private String name(String given) {
    return errorName == null ? given : errorName;
  }

  /// Written to JSON field by field.
  private static final class Reply extends ExecuteReply {
    @SuppressWarnings("unused")
    private final List<Map<String, Object>> payload;

    Reply(int count, List<Map<String, Object>> payload) {
      super(count, Map.of());
      this.payload = payload;
    }
  }
}
