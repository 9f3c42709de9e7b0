package tapeline.grader.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/// Lists of strings over a pair of streams: what the grader and its worker say to each other.
///
/// A frame is a magic number, a count, and that many strings of UTF-8 with their lengths before
/// them. The magic number notices a learner's code that wrote to the raw file descriptor.
public final class Wire {
  private static final int MAGIC = 0x7A9E11E0;
  private static final int LONGEST = 64 << 20;

  private final DataInputStream in;
  private final DataOutputStream out;

  public Wire(InputStream in, OutputStream out) {
    this.in = new DataInputStream(new BufferedInputStream(in));
    this.out = new DataOutputStream(new BufferedOutputStream(out));
  }

  /// Sends one frame.
  public synchronized void send(List<String> frame) throws IOException {
    out.writeInt(MAGIC);
    out.writeInt(frame.size());
    for (var s : frame) {
      var bytes = s.getBytes(UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    out.flush();
  }

  /// Waits for one frame.
  ///
  /// @throws EOFException when the other side has closed
  /// @throws IOException when what arrives is no frame
  public List<String> receive() throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException("what arrived is no frame: something else wrote to this stream");
    }
    int count = in.readInt();
    var frame = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      if (length < 0 || length > LONGEST) {
        throw new IOException("a frame's string may have " + LONGEST + " bytes, got " + length);
      }
      var bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new EOFException();
      }
      frame.add(new String(bytes, UTF_8));
    }
    return frame;
  }
}
