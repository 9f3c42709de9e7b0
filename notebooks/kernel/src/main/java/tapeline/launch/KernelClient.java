package tapeline.launch;

import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.dflib.jjava.jupyter.channels.JupyterSocket;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.messages.Header;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageType;
import org.dflib.jjava.jupyter.messages.request.ExecuteRequest;
import org.slf4j.LoggerFactory;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMsg;

/// A Jupyter front end as small as it can be: it sends requests and waits for the replies.
final class KernelClient extends JupyterSocket {
  private static final int STEP_MILLIS = 250;
  private static final int PATIENCE_STEPS = 240;

  private final String session = UUID.randomUUID().toString();
  private final BooleanSupplier alive;

  /// @param alive whether the kernel is still there
  KernelClient(KernelConnectionProperties connection, BooleanSupplier alive)
      throws GeneralSecurityException {
    super(
        ZMQ.context(1),
        SocketType.DEALER,
        connection.createHMACGenerator(),
        LoggerFactory.getLogger(KernelClient.class));
    this.alive = alive;
    setLinger(0);
    setReceiveTimeOut(STEP_MILLIS);
    bind(connection);
  }

  /// Connects: it is the kernel that has the port.
  @Override
  public void bind(KernelConnectionProperties to) {
    connect(formatAddress(to.getTransport(), to.getIp(), to.getShellPort()));
  }

  /// Runs a cell, whatever becomes of it.
  void execute(String code) {
    request(
        ExecuteRequest.MESSAGE_TYPE, new ExecuteRequest(code, false, true, Map.of(), false, false));
  }

  /// Sends a request, whether a reply comes or not.
  <T> void send(MessageType<T> type, T content) {
    sendMessage(new Message<>(new Header<>(session, type), content));
  }

  /// Sends a request and waits for its reply, a minute at most.
  ///
  /// @throws IllegalStateException when none comes, or the kernel has ended
  <T> void request(MessageType<T> type, T content) {
    send(type, content);
    for (int i = 0; i < PATIENCE_STEPS; i++) {
      var reply = ZMsg.recvMsg(this);
      if (reply != null) {
        reply.destroy();
        return;
      }
      if (!alive.getAsBoolean()) {
        throw new IllegalStateException("the kernel ended before it answered a " + type.getName());
      }
    }
    throw new IllegalStateException(
        "the kernel did not answer a %s in a minute".formatted(type.getName()));
  }

  @Override
  public void close() {
    super.close();
    ctx.close();
  }
}
