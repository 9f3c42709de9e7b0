package tapeline.launch;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// What Jupyter tells a kernel when it starts it: ports of this machine, and the key of signatures.
record Connection(Path file, String key, int shellPort) {
  private static final List<String> PORTS =
      List.of("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port");

  /// Writes the file, with ports that nobody uses.
  static Connection onFreePorts(Path file) throws IOException {
    var json = new JsonObject();
    json.addProperty("transport", "tcp");
    json.addProperty("ip", "127.0.0.1");
    json.addProperty("signature_scheme", "hmac-sha256");
    json.addProperty("key", UUID.randomUUID().toString());
    json.addProperty("kernel_name", "java");
    var held = new ArrayList<ServerSocket>(); // all at once, so that they differ
    try {
      for (var port : PORTS) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        json.addProperty(port, held.getLast().getLocalPort());
      }
    } finally {
      held.forEach(Connection::release);
    }
    Files.writeString(file, new Gson().toJson(json));
    return new Connection(file, json.get("key").getAsString(), json.get("shell_port").getAsInt());
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
