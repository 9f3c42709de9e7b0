package tapeline.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.kernel.ExpressionValue;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.dflib.jjava.jupyter.messages.MessageType;
import org.dflib.jjava.jupyter.messages.publish.PublishError;
import org.dflib.jjava.jupyter.messages.publish.PublishExecuteInput;
import org.dflib.jjava.jupyter.messages.publish.PublishExecuteResult;
import org.dflib.jjava.jupyter.messages.reply.ErrorReply;
import org.dflib.jjava.jupyter.messages.reply.ExecuteReply;
import org.dflib.jjava.jupyter.messages.request.ExecuteRequest;
import org.jspecify.annotations.Nullable;
import tapeline.kernel.cell.CellException;
import tapeline.kernel.cell.CellStreams;
import tapeline.kernel.protocol.CellHistory;
import tapeline.kernel.protocol.CellIo;
import tapeline.kernel.protocol.PromptChannel;

/// Answers Jupyter's requests to run a cell, as [the
/// protocol](https://jupyter-client.readthedocs.io/en/stable/messaging.html#execute) has it.
/// jjava's own answer knows neither quiet requests nor a cell's expressions, sends the kernel's
/// stack in place of the cell's, and goes on with the cells behind one that failed.
final class CellRequests {
  private final Kernel kernel;
  private final CellHistory history;
  private final CellIo io;
  private final CellStreams streams;
  private int cells;
  private @Nullable Map<String, Object> nextInput;

  CellRequests(Kernel kernel, CellHistory history, CellIo io, CellStreams streams) {
    this.kernel = kernel;
    this.history = history;
    this.io = io;
    this.streams = streams;
  }

  /// The reply to the cell that runs asks the front end to put this text into a cell.
  synchronized void setNextInput(String text, boolean replace) {
    nextInput = Map.of("source", "set_next_input", "text", text, "replace", replace);
  }

  private synchronized List<Map<String, Object>> takePayload() {
    var payload = nextInput == null ? List.<Map<String, Object>>of() : List.of(nextInput);
    nextInput = null;
    return payload;
  }

  /// Runs the cell and replies. A quiet one has no number and shows no value; neither it nor one
  /// that is not to be stored is counted or kept.
  void answer(ShellReplyEnvironment reply, ExecuteRequest request) {
    boolean quiet = request.isSilent();
    boolean kept = request.shouldStoreHistory() && !quiet;
    if (kept) {
      cells++;
    }
    int number = cells;
    reply.setBusyDeferIdle();
    if (!quiet) {
      reply.publish(new PublishExecuteInput(request.getCode(), number));
    }
    io.attach(reply, request.isStdinEnabled());
    streams.renew();
    String text = null;
    try {
      var shown = kernel.eval(request.getCode());
      if (shown != null && !quiet) {
        text = String.valueOf(shown.getData(MIMEType.TEXT_PLAIN));
        reply.publish(new PublishExecuteResult(number, shown));
      }
      reply.reply(new Done(number, expressions(request.getUserExpr()), takePayload()));
    } catch (CellException e) {
      var _ = takePayload();
      fail(reply, request, e, number);
    } catch (RuntimeException | OutOfMemoryError e) { // what cannot be written as JSON, say
      var _ = takePayload();
      fail(reply, request, new CellException("KernelError", String.valueOf(e)), number);
    } finally {
      io.end();
      if (kept) {
        history.add(number, request.getCode(), text);
      }
    }
  }

  private static void fail(
      ShellReplyEnvironment reply, ExecuteRequest request, CellException e, int number) {
    if (!request.isSilent()) {
      reply.publish(new PublishError(e.kind(), e.getMessage(), e.lines()));
    }
    if (request.shouldStopOnError() && reply.getShell() instanceof PromptChannel channel) {
      channel.abortQueued();
    }
    var failed = new ErrorReply(e.kind(), e.getMessage(), e.lines());
    failed.setExecutionCount(number);
    reply.replyError(MessageType.EXECUTE_REPLY.error(), failed);
  }

  private Map<String, ExpressionValue> expressions(@Nullable Map<String, String> asked) {
    var values = new LinkedHashMap<String, ExpressionValue>();
    if (asked != null) {
      asked.forEach((name, code) -> values.put(name, value(code)));
    }
    return values;
  }

  private ExpressionValue value(String code) {
    try {
      return new ExpressionValue.Success(DisplayData.emptyIfNull(kernel.eval(code)));
    } catch (CellException e) {
      return new ExpressionValue.Error(e.kind(), e.getMessage(), e.lines());
    }
  }

  /// Written to JSON field by field; jjava's has no payload.
  private static final class Done extends ExecuteReply {
    @SuppressWarnings("unused")
    private final List<Map<String, Object>> payload;

    Done(int number, Map<String, ExpressionValue> values, List<Map<String, Object>> payload) {
      super(number, values);
      this.payload = payload;
    }
  }
}
