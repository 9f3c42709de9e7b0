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
import org.jspecify.annotations.Nullable;

/// Lists of strings over a pair of streams: what the grader and its worker say to each other.
///
/// A frame is a magic number, a count, and that many strings of UTF-8 with their lengths before
/// them. The magic number notices a learner's code that wrote to the raw file descriptor. Code that
/// means to write frames is noticed by a seal: a secret and the frame's number before its strings.
public final class Wire {
  private static final int MAGIC = 0x7A9E11E0;
  private static final int LONGEST = 64 << 20;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final int longest;
  private @Nullable String secret;
  private long sent;
  private long received;

  public Wire(InputStream in, OutputStream out) {
    this(in, out, LONGEST);
  }

  /// @param longest the most bytes and strings that a frame from the other side may have
  public Wire(InputStream in, OutputStream out, int longest) {
    this.in = new DataInputStream(new BufferedInputStream(in));
    this.out = new DataOutputStream(new BufferedOutputStream(out));
    this.longest = longest;
  }

  /// From now on frames are sent with this seal.
  void sealWith(String ofBoth) {
    secret = ofBoth;
  }

  /// Sends one frame.
  public synchronized void send(List<String> frame) throws IOException {
    var strings = new ArrayList<String>();
    if (secret != null) {
      strings.add(secret);
      strings.add(Long.toString(sent++));
    }
    strings.addAll(frame);
    out.writeInt(MAGIC);
    out.writeInt(strings.size());
    for (var s : strings) {
      var bytes = s.getBytes(UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    out.flush();
  }

  /// Waits for one frame.
  ///
  /// @throws EOFException when the other side has closed
  /// @throws Forgery when what arrives is no frame
  public List<String> receive() throws IOException {
    if (in.readInt() != MAGIC) {
      throw new Forgery("what arrived is no frame: something else wrote to this stream");
    }
    int count = in.readInt();
    int left = longest;
    var frame = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      if (length < 0 || length > left || i == longest / Integer.BYTES) {
        throw new Forgery("a frame may have " + longest + " bytes, got a string of " + length);
      }
      left -= length;
      var bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new EOFException();
      }
      frame.add(new String(bytes, UTF_8));
    }
    return frame;
  }

  /// Waits for one frame that has to bear this seal; returns it without.
  ///
  /// @throws Forgery when it does not
  public List<String> receive(String seal) throws IOException {
    var frame = receive();
    if (frame.size() < 3
        || !frame.get(0).equals(seal)
        || !frame.get(1).equals(Long.toString(received))) {
      throw new Forgery("frame " + received + " does not bear the seal of this run");
    }
    received++;
    return frame.subList(2, frame.size());
  }

  /// Somebody else than the worker wrote to the stream.
  public static final class Forgery extends IOException {
    private static final long serialVersionUID = 1;

    Forgery(String what) {
      super(what);
    }
  }
}
