package tapeline.kernel.protocol;

import java.security.GeneralSecurityException;
import java.util.List;
import org.dflib.jjava.jupyter.channels.HeartbeatChannel;
import org.dflib.jjava.jupyter.channels.IOPubChannel;
import org.dflib.jjava.jupyter.channels.JupyterConnection;
import org.dflib.jjava.jupyter.channels.JupyterSocket;
import org.dflib.jjava.jupyter.channels.ShellChannel;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.channels.StdinChannel;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.messages.ContentType;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageContext;
import org.dflib.jjava.jupyter.messages.MessageType;
import org.dflib.jjava.jupyter.messages.publish.PublishError;
import org.dflib.jjava.jupyter.messages.publish.PublishStatus;
import org.dflib.jjava.jupyter.messages.reply.ErrorReply;
import org.dflib.jjava.jupyter.messages.reply.ExecuteReply;
import org.zeromq.ZMQ;

/// jjava's connection to the front end, with channels that answer at once and complete [Replies].
public final class KernelConnection extends JupyterConnection {
  private static final int LINGER_MILLIS = 500;

  private final KernelConnectionProperties properties;
  private final Replies replies;
  private final ZMQ.Context context = ZMQ.context(1);
  private final HeartbeatChannel heart;
  private final PromptChannel requests;
  private final PromptChannel commands;
  private final StdinChannel input;
  private final IOPubChannel output;

  public KernelConnection(KernelConnectionProperties properties, Replies replies)
      throws GeneralSecurityException {
    super(properties);
    this.properties = properties;
    this.replies = replies;
    var keys = properties.createHMACGenerator();
    heart = new HeartbeatChannel(context, keys);
    requests = new PromptChannel(context, keys, false, this);
    commands = new PromptChannel(context, keys, true, this);
    input = new StdinChannel(context, keys);
    output = new IOPubChannel(context, keys);
  }

  private List<JupyterSocket> sockets() {
    return List.of(heart, requests, commands, input, output);
  }

  @Override
  public void connect() {
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

  private final class Environment extends ShellReplyEnvironment {
    Environment(ShellChannel channel, MessageContext request) {
      super(channel, input, output, request);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends ContentType<T>> void publish(T content) {
      super.publish(content instanceof PublishError e ? (T) replies.complete(e) : content);
    }

    @Override
    public void replyError(MessageType<?> type, ErrorReply e) {
      super.replyError(type, replies.complete(e));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends ContentType<T>> void reply(T content) {
      super.reply(content instanceof ExecuteReply r ? (T) replies.complete(r) : content);
    }
  }
}
