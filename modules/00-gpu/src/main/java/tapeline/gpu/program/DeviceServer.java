package tapeline.gpu.program;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/// The device's side of a program: takes what `tapeline_runtime.cpp` asks, one request after the
/// other.
///
/// A request is its number, the length of what follows, and that; an answer is an error of CUDA's,
/// the lengths of a text and of a result, and these. The program prints the text, so that it stands
/// between its own. Numbers have 8 bytes, in the machine's order. Before an answer the device may
/// ask back, by the error `WANTED` and an address, for the values of memory that both have: how
/// many bytes follow, and address, length and values of each part that has changed. The answer to
/// `TAKE` is address and values of one such piece, or nothing.
final class DeviceServer {
  private static final long WANTED = -1;
  private static final int BUFFER = 1 << 16;

  private final DeviceRequests requests;

  DeviceServer(DeviceRequests requests) {
    this.requests = requests;
  }

  /// Serves until the program has ended.
  void serve(SocketChannel program) throws IOException {
    var in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(program), BUFFER));
    var back = new BufferedOutputStream(Channels.newOutputStream(program), BUFFER);
    requests.memory().shareWith(address -> want(address, in, back));
    while (true) {
      ByteBuffer head;
      try {
        head = read(in, 16);
      } catch (EOFException _) {
        return;
      }
      int request = (int) head.getLong();
      long length = head.getLong();
      if (length < 0 || length > DeviceRequests.LONGEST) {
        throw new IOException("a request of %d bytes".formatted(length));
      }
      answer(request, read(in, (int) length), back);
    }
  }

  private static ByteBuffer read(DataInputStream in, int n) throws IOException {
    var bytes = new byte[n];
    in.readFully(bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }

  private void want(long address, DataInputStream in, OutputStream back) {
    try {
      send(back, WANTED, new byte[0], PackedWords.words(8).putLong(address).array());
      for (long left = read(in, 8).getLong(); left > 0; ) {
        var part = read(in, 16);
        long at = part.getLong();
        var values = read(in, (int) part.getLong()).array();
        requests.memory().receive(at, values);
        left -= 16 + values.length;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void send(OutputStream back, long error, byte[] said, byte[] result)
      throws IOException {
    back.write(
        PackedWords.words(24).putLong(error).putLong(said.length).putLong(result.length).array());
    back.write(said);
    back.write(result);
    back.flush();
  }

  private void answer(int request, ByteBuffer asked, OutputStream back) throws IOException {
    long error = 0;
    byte[] result = {};
    try {
      result = requests.answer(request, asked);
    } catch (RefusedRequest e) {
      error = requests.refuse(e);
    } catch (OutOfMemoryError _) {
      error =
          requests.refuse(
              new RefusedRequest(
                  RuntimeError.UNKNOWN,
                  ("the emulator's own memory of %,d MiB is full: take a smaller size, or a run without"
                          + " --check, which needs less")
                      .formatted(Runtime.getRuntime().maxMemory() >> 20)));
    } catch (RuntimeException e) {
      error = requests.refuse(new RefusedRequest(RuntimeError.UNKNOWN, "the device failed: " + e));
    }
    send(back, error, requests.takeSaid(), result);
  }
}
