package tapeline.kernel.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import org.dflib.jjava.jupyter.channels.JupyterSocket;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.messages.Header;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.reply.IsCompleteReply;
import org.dflib.jjava.jupyter.messages.request.IsCompleteRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import org.zeromq.ZMsg;

class KernelConnectionTest {
  /// The front end's end of the shell channel.
  private static final class FrontEnd extends JupyterSocket {
    private static final int PATIENCE_MILLIS = 60_000;

    FrontEnd(KernelConnectionProperties connection) throws GeneralSecurityException {
      super(
          ZMQ.context(1),
          SocketType.DEALER,
          connection.createHMACGenerator(),
          LoggerFactory.getLogger(FrontEnd.class));
      setLinger(0);
      setReceiveTimeOut(PATIENCE_MILLIS);
      bind(connection);
    }

    /// Connects: it is the kernel that has the port.
    @Override
    public void bind(KernelConnectionProperties to) {
      connect(formatAddress(to.getTransport(), to.getIp(), to.getShellPort()));
    }

    void ask(String code) {
      sendMessage(
          new Message<>(
              new Header<>("session", IsCompleteRequest.MESSAGE_TYPE),
              new IsCompleteRequest(code)));
    }

    @Override
    public void close() {
      super.close();
      ctx.close();
    }
  }

  /// Answers, or fails as a request may.
  private static void answer(ShellReplyEnvironment reply, String code) {
    switch (code) {
      case "memory" -> throw new OutOfMemoryError("planted");
      case "exception" -> throw new IllegalStateException("planted");
      case "abort" -> ((PromptChannel) reply.getShell()).abortQueued();
      default -> reply.reply(IsCompleteReply.VALID_CODE);
    }
  }

  /// Describes a free port of this machine for the shell channel, and any for the others.
  private static KernelConnectionProperties onFreePort() throws IOException {
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new KernelConnectionProperties(
          "127.0.0.1", 0, free.getLocalPort(), 0, 0, 0, "tcp", "hmac-sha256", "key");
    }
  }

  /// Returns a connection; none where another has taken the port, as its own channels may.
  private static Optional<KernelConnection> connected(KernelConnectionProperties properties)
      throws GeneralSecurityException {
    var connection = new KernelConnection(properties);
    connection.setHandler(
        IsCompleteRequest.MESSAGE_TYPE,
        (reply, asked) -> answer(reply, asked.getContent().getCode()));
    try {
      connection.connect();
      return Optional.of(connection);
    } catch (ZMQException e) {
      connection.close();
      return Optional.empty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "exception", "abort memory", "abort exception"})
  void a_request_that_fails_costs_none_behind_it_its_answer(String codes) throws Exception {
    var properties = onFreePort();
    var connection = connected(properties);
    for (int tries = 1; connection.isEmpty(); tries++) {
      assertThat(tries).as("ports that were free, and taken at once").isLessThan(10);
      properties = onFreePort();
      connection = connected(properties);
    }
    try (var client = new FrontEnd(properties)) {
      for (var code : List.of(codes.split(" "))) {
        client.ask(code);
      }
      client.ask("1");
      assertThat(ZMsg.recvMsg(client)).as("the answer to the last request").isNotNull();
    } finally {
      connection.orElseThrow().close();
      connection.orElseThrow().waitUntilClose();
    }
  }
}
