package tapeline.gpu.program;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tapeline.gpu.emulator.memory.ByteRanges;
import tapeline.gpu.emulator.memory.MemoryUse;

/// The work that the host has not waited for, and what it does to memory: finds two pieces that use
/// the same bytes and that nothing orders.
final class StreamRaces {
  /// How much is remembered of a stream, in pieces of memory. A race with what came long before may
  /// be missed.
  private static final int MOST = 1 << 20;

  private static final int LEAST_SIZE = 1 << 10;

  private final StreamOrder order;
  private final Map<Long, Deque<StreamWork>> running = new LinkedHashMap<>(); // by stream

  StreamRaces(StreamOrder order) {
    this.order = order;
  }

  /// @param name of the kernel or of the call
  /// @param calls where the program asked for it
  record StreamWork(StreamOrder.WorkNumber number, String name, long[] calls, MemoryUse use) {
    int size() {
      return LEAST_SIZE + use.pieces();
    }

    StreamWork without(ByteRanges bytes) {
      return new StreamWork(number, name, calls, use.without(bytes));
    }
  }

  /// Two of them.
  record StreamRace(StreamWork earlier, StreamWork later, MemoryUse.Clash clash) {}

  /// Takes work that its stream has just been given, and finds a race with the last that it may not
  /// have waited for.
  Optional<StreamRace> add(StreamWork work) {
    long stream = work.number.stream();
    running.values().forEach(this::forgetWaitedFor);
    var before = order.before(stream);
    var race =
        running.values().stream()
            .flatMap(all -> all.reversed().stream().takeWhile(e -> !before.has(e.number)))
            .flatMap(earlier -> race(earlier, work).stream())
            .findFirst();
    var own = running.computeIfAbsent(stream, _ -> new ArrayDeque<>());
    own.add(work);
    while (own.size() > 1 && own.stream().mapToInt(StreamWork::size).sum() > MOST) {
      own.remove();
    }
    return race;
  }

  private static Optional<StreamRace> race(StreamWork earlier, StreamWork later) {
    return earlier.use.clash(later.use).map(clash -> new StreamRace(earlier, later, clash));
  }

  private void forgetWaitedFor(Deque<StreamWork> all) {
    while (!all.isEmpty() && order.host().has(all.element().number)) {
      all.remove();
    }
  }

  /// These bytes are new memory: what was done with them before is of no account.
  void allocated(ByteRanges bytes) {
    running.replaceAll((_, all) ->
        all.stream()
            .map(earlier -> earlier.without(bytes))
            .collect(Collectors.toCollection(ArrayDeque::new)));
  }
}
