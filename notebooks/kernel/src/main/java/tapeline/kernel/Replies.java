package tapeline.kernel;

import java.util.List;
import java.util.Map;
import org.dflib.jjava.jupyter.channels.JupyterConnection;
import org.dflib.jjava.jupyter.channels.ShellChannel;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.messages.ContentType;
import org.dflib.jjava.jupyter.messages.MessageContext;
import org.dflib.jjava.jupyter.messages.MessageType;
import org.dflib.jjava.jupyter.messages.publish.PublishError;
import org.dflib.jjava.jupyter.messages.reply.ErrorReply;
import org.dflib.jjava.jupyter.messages.reply.ExecuteReply;
import org.jspecify.annotations.Nullable;

/// What jjava's replies lack: Jupyter's payload `set_next_input`, the text that the front end is
/// asked to put into a cell; and the name of what a cell threw, where jjava would name the kernel's
/// own exception around it.
final class Replies {
  private @Nullable Map<String, Object> payload;

  private @Nullable String errorName;
  private int executionCount;

  synchronized void nextInput(String text, boolean replace) {
    payload = Map.of("source", "set_next_input", "text", text, "replace", replace);
  }

  /// Names the error that is about to be sent, and the cell's number.
  synchronized void errorName(String name, int count) {
    errorName = name;
    executionCount = count;
  }

  private synchronized String name(String given) {
    return errorName == null ? given : errorName;
  }

  private synchronized List<Map<String, Object>> take() {
    var taken = payload;
    payload = null;
    return taken == null ? List.of() : List.of(taken);
  }

  /// A connection whose replies carry it.
  JupyterConnection connection(KernelConnectionProperties properties) throws Exception {
    return new JupyterConnection(properties) {
      @Override
      public ShellReplyEnvironment prepareReplyEnv(ShellChannel channel, MessageContext context) {
        return new Environment(this, channel, context);
      }

      final class Environment extends ShellReplyEnvironment {
        Environment(JupyterConnection on, ShellChannel channel, MessageContext context) {
          super(channel, stdin, iopub, context);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T extends ContentType<T>> void publish(T content) {
          super.publish(
              content instanceof PublishError e
                  ? (T)
                      new PublishError(
                          name(e.getErrorName()), e.getErrorMessage(), e.getStacktrace())
                  : content);
        }

        @Override
        public void replyError(MessageType<?> type, ErrorReply e) {
          super.replyError(type, named(e));
          errorName = null;
        }

        private ErrorReply named(ErrorReply e) {
          var named =
              new ErrorReply(name(e.getErrorName()), e.getErrorMessage(), e.getStacktrace());
          named.setExecutionCount(executionCount);
          return named;
        }

        @Override
        public <T extends ContentType<T>> void reply(T content) {
          if (content instanceof ExecuteReply r) {
            super.reply(new Reply(r.getExecutionCount(), take()));
          } else {
            super.reply(content);
          }
        }
      }
    };
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
