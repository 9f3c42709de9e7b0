package tapeline.laboratory.parallel;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/// A worker that has joined a [RingCoordinator].
final class RingMember {
  final int rank;
  final RingToken.Hello hello;
  final Socket socket;
  final DataOutputStream to;
  final DataInputStream from;
  @Nullable String result;
  String state = "";
  long heard;
  long moved;
  long computed; // ns of a processor that its work had in all
  long computedThen; // when it moved

  RingMember(RingToken.Hello hello, Socket socket, DataInputStream from) throws IOException {
    rank = hello.rank();
    this.hello = hello;
    this.socket = socket;
    this.from = from;
    to = new DataOutputStream(socket.getOutputStream());
  }

  void tell(String text) {
    try {
      RingFrame.write(to, text);
    } catch (IOException _) {
      // it is gone, which its reader finds out
    }
  }
}
