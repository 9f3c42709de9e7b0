package tapeline.kernel.protocol;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;
import java.lang.reflect.Type;
import java.security.GeneralSecurityException;
import java.util.List;
import org.dflib.jjava.jupyter.channels.HeartbeatChannel;
import org.dflib.jjava.jupyter.channels.IOPubChannel;
import org.dflib.jjava.jupyter.channels.JupyterConnection;
import org.dflib.jjava.jupyter.channels.JupyterSocket;
import org.dflib.jjava.jupyter.channels.ShellChannel;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.channels.StdinChannel;
import org.dflib.jjava.jupyter.kernel.ExpressionValue;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.kernel.history.HistoryEntry;
import org.dflib.jjava.jupyter.messages.ContentType;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageContext;
import org.dflib.jjava.jupyter.messages.MessageType;
import org.dflib.jjava.jupyter.messages.adapters.HistoryEntryAdapter;
import org.dflib.jjava.jupyter.messages.publish.PublishStatus;
import org.zeromq.ZMQ;

/// jjava's connection to the front end, with channels that answer at once, and a `status` in every
/// reply, as the protocol wants it: jjava's have none for the kernel's description, its history,
/// its end and others.
public final class KernelConnection extends JupyterConnection {
  private static final int LINGER_MILLIS = 500;

  /// Messages that wait for a slow front end: a cell's displays and its end. Beyond these the
  /// socket drops them.
  private static final int MOST_WAITING = 100_000;

  /// Writes replies as jjava does, but for the values of expressions: theirs have no status and
  /// their data too deep.
  private static final Gson JSON =
      new GsonBuilder()
          .registerTypeAdapter(HistoryEntry.class, HistoryEntryAdapter.INSTANCE)
          .registerTypeAdapter(
              ExpressionValue.class, (JsonSerializer<ExpressionValue>) KernelConnection::value)
          .create();

  private final KernelConnectionProperties properties;
  private final ZMQ.Context context = ZMQ.context(1);
  private final HeartbeatChannel heart;
  private final PromptChannel requests;
  private final PromptChannel commands;
  private final StdinChannel input;
  private final IOPubChannel output;

  public KernelConnection(KernelConnectionProperties properties) throws GeneralSecurityException {
    super(properties);
    this.properties = properties;
    var keys = properties.createHMACGenerator();
    heart = new HeartbeatChannel(context, keys);
    requests = new PromptChannel(context, keys, false, this);
    commands = new PromptChannel(context, keys, true, this);
    input = new StdinChannel(context, keys);
    output = new IOPubChannel(context, keys);
  }

  private static JsonElement value(
      ExpressionValue value, Type type, JsonSerializationContext context) {
    var content = value instanceof ExpressionValue.Success s ? s.getData() : value;
    var json = context.serialize(content).getAsJsonObject();
    json.addProperty("status", value.isSuccess() ? "ok" : "error");
    return json;
  }

  private List<JupyterSocket> sockets() {
    return List.of(heart, requests, commands, input, output);
  }

  @Override
  public void connect() {
    output.setSndHWM(MOST_WAITING);
    for (var socket : sockets()) {
      socket.setLinger(LINGER_MILLIS);
      socket.bind(properties);
    }
    output.sendMessage(new Message<>(null, PublishStatus.MESSAGE_TYPE, PublishStatus.STARTING));
  }

  @Override
  public IOPubChannel getIOPub() {
    return output;
  }

  @Override
  public ShellReplyEnvironment prepareReplyEnv(ShellChannel channel, MessageContext request) {
    return new Environment(channel, request);
  }

  /// Lets both loops end.
  @Override
  public void close() {
    requests.close();
    commands.close();
  }

  /// Waits for the end of both loops, and a moment for what is still to be sent.
  @Override
  public void waitUntilClose() {
    requests.waitUntilClose();
    commands.waitUntilClose();
    var end =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              heart.close();
              input.close();
              output.close();
              context.close();
            });
    try {
      end.join(LINGER_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Answers a request to run a cell that is not run, because one before it failed.
  void abort(ShellChannel channel, MessageContext request) {
    var reply = new Environment(channel, request);
    var content = new JsonObject();
    content.addProperty("status", "aborted");
    reply.setStatusBusy();
    reply.send(MessageType.EXECUTE_REPLY, content);
    reply.setStatusIdle();
  }

  private final class Environment extends ShellReplyEnvironment {
    Environment(ShellChannel channel, MessageContext request) {
      super(channel, input, output, request);
    }

    @Override
    public <T extends ContentType<T>> void reply(T content) {
      var json = JSON.toJsonTree(content).getAsJsonObject();
      if (!json.has("status")) {
        json.addProperty("status", "ok");
      }
      send(content.getType(), json);
    }

    /// The message's type names a class that jjava reads such content into; it writes any.
    @SuppressWarnings("unchecked")
    void send(MessageType<?> type, JsonObject content) {
      reply(new Message<>(getContext(), (MessageType<Object>) type, (Object) content));
    }
  }
}
