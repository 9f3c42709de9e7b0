package tapeline.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZFrame;
import org.zeromq.ZMQ;
import org.zeromq.ZMsg;

/// A Jupyter front end as small as it can be: it sends requests and waits for the replies.
final class KernelClient implements AutoCloseable {
  private static final int STEP_MILLIS = 250;
  private static final int PATIENCE_STEPS = 240;
  private static final byte[] DELIMITER = "<IDS|MSG>".getBytes(UTF_8);

  private final Gson gson = new Gson();
  private final String session = UUID.randomUUID().toString();
  private final Connection connection;
  private final Process kernel;
  private final ZContext context = new ZContext();
  private final ZMQ.Socket shell = context.createSocket(SocketType.DEALER);

  KernelClient(Connection connection, Process kernel) {
    this.connection = connection;
    this.kernel = kernel;
    shell.setLinger(0);
    shell.connect("tcp://127.0.0.1:" + connection.shellPort());
  }

  /// Runs a cell, whatever becomes of it.
  void execute(String code) {
    var content = new JsonObject();
    content.addProperty("code", code);
    content.addProperty("silent", false);
    content.addProperty("store_history", true);
    content.add("user_expressions", new JsonObject());
    content.addProperty("allow_stdin", false);
    content.addProperty("stop_on_error", false);
    request("execute_request", content);
  }

  /// Asks for completions, or for documentation, at the end of `code`.
  void ask(String type, String code) {
    var content = new JsonObject();
    content.addProperty("code", code);
    content.addProperty("cursor_pos", code.length());
    content.addProperty("detail_level", 0);
    request(type, content);
  }

  /// Lets the kernel end by itself.
  void shutdown() {
    var content = new JsonObject();
    content.addProperty("restart", false);
    request("shutdown_request", content);
  }

  /// Sends a request and waits for its reply, a minute at most.
  ///
  /// @throws IllegalStateException when none comes, or the kernel has ended
  private void request(String type, JsonObject content) {
    var header = new JsonObject();
    header.addProperty("msg_id", UUID.randomUUID().toString());
    header.addProperty("session", session);
    header.addProperty("username", "training");
    header.addProperty("date", java.time.Instant.now().toString());
    header.addProperty("msg_type", type);
    header.addProperty("version", "5.3");
    var parts =
        new byte[][] {json(header), json(new JsonObject()), json(new JsonObject()), json(content)};
    var message = new ZMsg();
    message.add(DELIMITER);
    message.add(signature(parts).getBytes(UTF_8));
    for (var part : parts) {
      message.add(part);
    }
    message.send(shell);
    await(type);
  }

  private void await(String type) {
    shell.setReceiveTimeOut(STEP_MILLIS);
    for (int i = 0; i < PATIENCE_STEPS; i++) {
      var reply = ZMsg.recvMsg(shell);
      if (reply != null) {
        reply.forEach(ZFrame::destroy);
        return;
      }
      if (!kernel.isAlive()) {
        throw new IllegalStateException("the kernel ended before it answered a " + type);
      }
    }
    throw new IllegalStateException("the kernel did not answer a %s in a minute".formatted(type));
  }

  private byte[] json(JsonObject object) {
    return gson.toJson(object).getBytes(UTF_8);
  }

  private String signature(byte[][] parts) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(connection.key().getBytes(UTF_8), "HmacSHA256"));
      for (var part : parts) {
        mac.update(part);
      }
      return HexFormat.of().formatHex(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
