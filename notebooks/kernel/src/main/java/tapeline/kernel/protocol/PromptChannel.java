package tapeline.kernel.protocol;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.dflib.jjava.jupyter.channels.ShellChannel;
import org.dflib.jjava.jupyter.channels.ShellHandler;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.messages.HMACGenerator;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageType;
import org.zeromq.ZMQ;

/// A channel of requests that are answered at once: jjava's own looks for them every 50 ms.
public final class PromptChannel extends ShellChannel {
  private static final long LOOK_MILLIS = 500;

  /// For how long nothing may arrive until all that a front end has sent is here.
  private static final long STILL_MILLIS = 50;

  private final boolean control;
  private final KernelConnection connection;
  private final ZMQ.Poller poller = ctx.poller(1);
  private final Queue<Message<?>> queued = new ArrayDeque<>();
  private final Thread loop = Thread.ofPlatform().daemon().unstarted(this::serve);
  private volatile boolean open = true;

  PromptChannel(
      ZMQ.Context context, HMACGenerator keys, boolean control, KernelConnection connection) {
    super(context, keys, control, connection);
    this.control = control;
    this.connection = connection;
  }

  @Override
  public void bind(KernelConnectionProperties to) {
    int port = control ? to.getControlPort() : to.getShellPort();
    bind(formatAddress(to.getTransport(), to.getIp(), port));
    loop.setName(control ? "control" : "shell");
    loop.start();
  }

  private void serve() {
    poller.register(this, ZMQ.Poller.POLLIN);
    while (open) {
      next(LOOK_MILLIS, this::answer);
      while (open && !queued.isEmpty()) {
        var request = queued.remove();
        guarded(() -> abort(request));
      }
    }
  }

  /// Waits for a request and hands it on, if one comes.
  private boolean next(long millis, Consumer<Message<?>> to) {
    if (poller.poll(millis) <= 0) {
      return false;
    }
    guarded(() -> to.accept(readMessage()));
    return true;
  }

  /// A request that fails costs none behind it its answer: also one that runs out of memory.
  private void guarded(Runnable request) {
    try {
      request.run();
    } catch (RuntimeException | Error e) {
      logger.warn("A request was not answered: {}", e.toString());
    }
  }

  /// The cell that is being run has failed: those that were sent before its reply are not run. This
  /// is called before that is sent, so a front end that waits for it loses none.
  public void abortQueued() {
    while (next(STILL_MILLIS, queued::add)) {
      // There may be more.
    }
  }

  private void abort(Message<?> request) {
    if (request.getHeader().getType().equals(MessageType.EXECUTE_REQUEST)) {
      connection.abort(this, request);
    } else {
      answer(request);
    }
  }

  private <T> void answer(Message<T> request) {
    ShellHandler<T> handler = connection.getHandler(request.getHeader().getType());
    if (handler == null) {
      return;
    }
    var reply = connection.prepareReplyEnv(this, request);
    try {
      handler.handle(reply, request);
    } finally {
      reply.resolveDeferrals();
    }
    if (reply.isMarkedForShutdown()) {
      connection.close();
    }
  }

  /// Lets the loop end.
  @Override
  public void close() {
    open = false;
  }

  @Override
  public void waitUntilClose() {
    try {
      loop.join();
      super.close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
