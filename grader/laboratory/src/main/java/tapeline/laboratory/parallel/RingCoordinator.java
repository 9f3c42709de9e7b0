package tapeline.laboratory.parallel;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The process at which the workers of a ring meet, and which informs all of them when one has
/// failed.
///
/// Each worker keeps a connection to it, reports a few times a second what it does, and in the end
/// its result. A connection that ends before that, a worker that reports nothing, and one that
/// neither works nor waits are failures: all others receive the failed rank.
final class RingCoordinator implements AutoCloseable {
  private static final int REPORT = 1 << 28; // bytes of a worker's result, at most
  private static final Duration QUEUE = Duration.ofSeconds(60); // a cluster may have a queue
  private static final Duration START = Duration.ofSeconds(6);
  private static final long LOOK_MILLIS = 100;
  private static final int RESTING = 100; // had a processor for less than one in so many parts

  private final int size;
  private final Duration limit;
  private final RingToken token = RingToken.random();
  private final ServerSocket listener;
  private final RingMember[] members;
  private @Nullable String failure;
  private int done;
  private long time; // in ns; stands where this process has no processor, as it hears nothing then
  private long first; // when the first worker joined

  /// @param limit without a sign of life, or without progress of a worker that does not wait.
  ///   Before its first message a worker has 6 s at least, from when the first one joined, and then
  ///   from when all have
  RingCoordinator(InetAddress host, int size, Duration limit) throws IOException {
    if (size < 1) {
      throw new IllegalArgumentException("a ring has a worker or more, got " + size);
    }
    this.size = size;
    this.limit = limit;
    members = new RingMember[size];
    listener = new ServerSocket(0, 2 * size, host);
    Thread.ofPlatform().daemon().start(this::accept);
  }

  /// For [RingWorker#ENVIRONMENT] of the workers.
  String environment() {
    return "%s %d %d %d %s"
        .formatted(
            listener.getInetAddress().getHostAddress(),
            listener.getLocalPort(),
            size,
            limit.toMillis(),
            token.secret());
  }

  private void accept() {
    try {
      while (true) {
        var socket = listener.accept();
        Thread.ofPlatform().daemon().start(() -> join(socket));
      }
    } catch (SocketException _) {
      // closed
    } catch (IOException e) {
      fail("the coordinator cannot listen: " + e.getMessage());
    }
  }

  private void join(Socket socket) {
    try {
      socket.setTcpNoDelay(true);
      var from = new DataInputStream(socket.getInputStream());
      var hello = token.greeting(socket, from);
      var member = hello.isPresent() ? enter(new RingMember(hello.get(), socket, from)) : null;
      if (member == null) {
        socket.close(); // a stranger
        return;
      }
      hear(member);
    } catch (IOException _) {
      // a stranger who is gone
    }
  }

  /// Null for a rank that there is none of, or that is taken.
  private synchronized @Nullable RingMember enter(RingMember member) {
    if (member.rank < 0 || member.rank >= size || members[member.rank] != null) {
      return null;
    }
    members[member.rank] = member;
    first = joined() == 1 ? time : first;
    if (failure != null) {
      member.tell("stop " + failure);
    } else if (joined() == size) {
      for (var m : members) {
        var next = members[(m.rank + 1) % size];
        m.heard = time;
        m.moved = m.heard;
        m.tell(
            "next %s %d"
                .formatted(next.socket.getInetAddress().getHostAddress(), next.hello.port()));
      }
    }
    notifyAll();
    return member;
  }

  private int joined() {
    return (int) IntStream.range(0, size).filter(r -> members[r] != null).count();
  }

  private void hear(RingMember member) {
    try {
      while (true) {
        note(member, RingFrame.text(member.from, REPORT));
      }
    } catch (RingFrame.BadFrame e) {
      fail("rank %d sent the coordinator garbage: %s".formatted(member.rank, e.getMessage()));
    } catch (IOException _) {
      gone(member);
    }
  }

  private synchronized void gone(RingMember member) {
    if (member.result == null) {
      fail("rank %d ended before its work was done".formatted(member.rank));
    }
  }

  private synchronized void note(RingMember member, String said) {
    member.heard = time;
    if (said.startsWith("done ") && member.result == null) {
      member.result = said.substring("done ".length());
      done++;
      notifyAll();
    } else if (said.startsWith("failed ")) {
      var reason = said.substring("failed ".length());
      fail(reason.startsWith("rank ") ? reason : "rank %d: %s".formatted(member.rank, reason));
    } else {
      int end = said.lastIndexOf(' '); // "state MOVED works NANOS"
      member.computed = Long.parseLong(said.substring(end + 1));
      var state = said.substring(0, end);
      if (!state.equals(member.state)) {
        member.state = state;
        member.moved = member.heard;
        member.computedThen = member.computed;
      }
    }
  }

  /// Tells all workers to stop, unless all are done.
  synchronized void fail(String reason) {
    if (failure == null && done < size) {
      failure = reason;
      for (var member : members) {
        if (member != null) {
          member.tell("stop " + reason);
        }
      }
      notifyAll();
    }
  }

  /// Returns whether the ring has failed because of another rank. This one is told so, at the
  /// latest when it joins.
  synchronized boolean blamesAnother(int rank) {
    return failure != null && !failure.startsWith("rank %d ".formatted(rank));
  }

  /// Each worker's result, by rank, when all are done.
  ///
  /// @throws IllegalStateException with the rank that failed; all others are told the same
  synchronized List<String> results() throws InterruptedException {
    long looked = System.nanoTime();
    while (failure == null && done < size) {
      wait(LOOK_MILLIS);
      long now = System.nanoTime();
      time += Math.min(now - looked, TimeUnit.MILLISECONDS.toNanos(2 * LOOK_MILLIS));
      looked = now;
      if (joined() < size) {
        boolean any = joined() > 0;
        var most = any ? beginning() : QUEUE;
        if (time - first > most.toNanos()) {
          fail("rank %d has not joined within %d s".formatted(absent(), most.toSeconds()));
        }
      } else {
        silent().or(this::stands).ifPresent(this::fail);
      }
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    var results = new ArrayList<String>();
    for (var member : members) {
      results.add(member.result == null ? "" : member.result);
    }
    return results;
  }

  private int absent() {
    return IntStream.range(0, size).filter(r -> members[r] == null).findFirst().orElse(0);
  }

  private boolean isOver(long since) {
    return time - since > limit.toNanos();
  }

  /// The time that a worker has before its first message: it may read data.
  private Duration beginning() {
    return limit.compareTo(START) > 0 ? limit : START;
  }

  private Duration patience(RingMember m) {
    return m.state.startsWith("state 0 ") ? beginning() : limit;
  }

  private boolean hasStood(RingMember m) {
    return time - m.moved > patience(m).toNanos();
  }

  /// Returns whether it hangs: what computes has the time that it had a processor for, which on a
  /// busy machine is less than has passed. What has computed nearly nothing waits for something
  /// else.
  private boolean hangs(RingMember m) {
    long computed = m.computed - m.computedThen;
    boolean rests = computed < (time - m.moved) / RESTING;
    return hasStood(m) && (rests || computed > patience(m).toNanos());
  }

  private Optional<String> silent() {
    for (var m : members) {
      if (m.result == null && isOver(m.heard)) {
        return Optional.of(
            "rank %d has given no sign of life for %d ms".formatted(m.rank, limit.toMillis()));
      }
    }
    return Optional.empty();
  }

  /// A worker that does not wait and has moved nothing; or else, when all wait, the ring.
  private Optional<String> stands() {
    boolean all = true;
    for (var m : members) {
      all &= m.result != null || (m.state.endsWith("waits") && hasStood(m));
      if (m.result == null && m.state.endsWith("works") && hangs(m)) {
        return Optional.of(
            "rank %d has neither sent nor received for %d ms"
                .formatted(m.rank, patience(m).toMillis()));
      }
    }
    return all && done < size
        ? Optional.of("all ranks wait for a message, from rank 0 to %d".formatted(size - 1))
        : Optional.empty();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    synchronized (this) {
      for (var member : members) {
        if (member != null) {
          member.socket.close();
        }
      }
    }
  }
}
