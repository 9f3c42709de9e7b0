package tapeline.laboratory.parallel;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import tapeline.compress.RingLink;

/// A worker's place in a ring of processes: a socket to the next one, and one from the one before.
/// A thread of its own sends, so that workers that all send first do not wait for each other.
///
/// When the ring is stopped, or a neighbour is gone, [#receive] throws within the time limit, with
/// the rank that is to blame.
final class SocketLink implements RingLink {
  /// The state of a worker whose neighbours are not there.
  static final String JOINING = "state 0 waits";

  private final int rank;
  private final int size;
  private final Socket next;
  private final Socket previous;
  private final DataInputStream in;
  private final long limitMillis;
  private final LinkedBlockingQueue<Optional<byte[]>> outgoing = new LinkedBlockingQueue<>();
  private final Thread sender;
  private final IntUnaryOperator process; // of a rank in this ring: for messages
  private final Shared shared;
  private long bytesSent;

  /// The state that both directions share.
  private static final class Shared {
    final CompletableFuture<String> stopped = new CompletableFuture<>();
    final AtomicLong moved = new AtomicLong(); // messages sent and received
    volatile boolean waits;
  }

  SocketLink(int rank, int size, Socket next, Socket previous, long limitMillis)
      throws IOException {
    this(rank, size, next, previous, limitMillis, r -> r, new Shared());
  }

  private SocketLink(
      int rank,
      int size,
      Socket next,
      Socket previous,
      long limitMillis,
      IntUnaryOperator process,
      Shared shared)
      throws IOException {
    this.process = process;
    this.shared = shared;
    this.rank = rank;
    this.size = size;
    this.next = next;
    this.previous = previous;
    this.limitMillis = limitMillis;
    next.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(previous.getInputStream(), 1 << 16));
    var out = new DataOutputStream(new BufferedOutputStream(next.getOutputStream(), 1 << 16));
    sender = Thread.ofPlatform().daemon().start(() -> sendAll(out));
  }

  /// Returns the ring in the opposite direction, in which this rank is `size − 1 − rank`. It uses
  /// the same sockets, each of which sends both ways.
  SocketLink reversed() throws IOException {
    return new SocketLink(
        size - 1 - rank, size, previous, next, limitMillis, r -> size - 1 - r, shared);
  }

  private void sendAll(DataOutputStream out) {
    try {
      for (var m = outgoing.take(); m.isPresent(); m = outgoing.take()) {
        RingFrame.write(out, m.get());
      }
    } catch (IOException | InterruptedException _) {
      // The next rank is gone: who receives finds out, and the coordinator says who it is.
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void send(byte[] message) {
    if (message.length > RingFrame.MOST) {
      throw new IllegalStateException(
          "a frame has at most %d bytes, got %d".formatted(RingFrame.MOST, message.length));
    }
    var own = message.clone();
    bytesSent += own.length;
    shared.moved.incrementAndGet();
    outgoing.add(Optional.of(own));
  }

  @Override
  public byte[] receive() {
    shared.waits = true;
    try {
      var message = RingFrame.read(in, RingFrame.MOST);
      shared.moved.incrementAndGet();
      return message;
    } catch (RingFrame.BadFrame e) {
      throw new IllegalStateException(
          "rank %d sent rank %d garbage: %s"
              .formatted(before(), process.applyAsInt(rank), e.getMessage()),
          e);
    } catch (IOException e) {
      throw new IllegalStateException(reason(), e);
    } finally {
      shared.waits = false;
    }
  }

  private int before() {
    return process.applyAsInt(Math.floorMod(rank - 1, size));
  }

  /// The rank to blame, as the coordinator says; the rank before where it says nothing in time.
  private String reason() {
    try {
      return shared.stopped.get(limitMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException _) {
      // the coordinator is gone, too
    }
    return "rank %d broke the connection to rank %d".formatted(before(), process.applyAsInt(rank));
  }

  @Override
  public long bytesSent() {
    return bytesSent;
  }

  /// The state for the coordinator: how many messages have moved, and whether a message is awaited.
  String state() {
    return "state %d %s".formatted(shared.moved.get(), shared.waits ? "waits" : "works");
  }

  /// Ends all waiting, for this reason.
  void stop(String reason) {
    shared.stopped.complete(reason);
    close();
  }

  /// Sends what is left, and closes.
  void finish() throws InterruptedException {
    outgoing.add(Optional.empty());
    sender.join(limitMillis);
  }

  void close() {
    for (var socket : new Socket[] {next, previous}) {
      try {
        socket.close();
      } catch (IOException _) {
        // it is closed
      }
    }
  }
}
