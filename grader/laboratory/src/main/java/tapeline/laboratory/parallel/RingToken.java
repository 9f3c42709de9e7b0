package tapeline.laboratory.parallel;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/// The secret that all processes of a ring share: a connection begins with it, and with the rank of
/// who connects.
record RingToken(String secret) {
  private static final int HELLO = 256; // bytes at most
  private static final int HELLO_MILLIS = 5000; // less than a worker has to begin

  static RingToken random() {
    var bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return new RingToken(HexFormat.of().formatHex(bytes));
  }

  /// @param rank of who connects
  /// @param port where it listens, or 0
  record Hello(int rank, int port) {}

  void greet(DataOutputStream to, Hello own) throws IOException {
    RingFrame.write(to, "%s %d %d".formatted(secret, own.rank, own.port));
  }

  /// The greeting of who connected; empty for strangers, who say something else, or nothing.
  Optional<Hello> greeting(Socket socket, DataInputStream from) {
    try {
      socket.setSoTimeout(HELLO_MILLIS);
      var words = RingFrame.text(from, HELLO).split(" ", -1);
      socket.setSoTimeout(0);
      var said = words[0].getBytes(StandardCharsets.UTF_8);
      boolean ours =
          MessageDigest.isEqual(said, secret.getBytes(StandardCharsets.UTF_8)) && words.length == 3;
      return ours
          ? Optional.of(new Hello(Integer.parseInt(words[1]), Integer.parseInt(words[2])))
          : Optional.empty();
    } catch (IOException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "a token";
  }
}
