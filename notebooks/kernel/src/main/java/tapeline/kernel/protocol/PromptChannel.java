package tapeline.kernel.protocol;

import org.dflib.jjava.jupyter.channels.JupyterConnection;
import org.dflib.jjava.jupyter.channels.ShellChannel;
import org.dflib.jjava.jupyter.channels.ShellHandler;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.messages.HMACGenerator;
import org.dflib.jjava.jupyter.messages.Message;
import org.zeromq.ZMQ;

/// A channel of requests that are answered at once: jjava's own looks for them every 50 ms.
final class PromptChannel extends ShellChannel {
  private static final long LOOK_MILLIS = 500;

  private final boolean control;
  private final JupyterConnection connection;
  private final Thread loop = Thread.ofPlatform().daemon().unstarted(this::serve);
  private volatile boolean open = true;

  PromptChannel(
      ZMQ.Context context, HMACGenerator keys, boolean control, JupyterConnection connection) {
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
    var poller = ctx.poller(1);
    poller.register(this, ZMQ.Poller.POLLIN);
    while (open) {
      if (poller.poll(LOOK_MILLIS) > 0) {
        try {
          answer(readMessage());
        } catch (RuntimeException e) {
          logger.warn("A request could not be read: {}", e.toString());
        }
      }
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
