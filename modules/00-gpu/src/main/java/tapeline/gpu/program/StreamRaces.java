package tapeline.gpu.program;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import tapeline.gpu.emulator.memory.ByteRanges;
import tapeline.gpu.emulator.memory.MemoryUse;

/// The work that the host has not waited for, and what it does to memory: finds two pieces that use
/// the same bytes and that nothing orders.
final class StreamRaces {
  /// More than that are not remembered: a race with the oldest may be missed.
  private static final int MOST = 1 << 10;

  private final StreamOrder order;
  private final Deque<StreamWork> running = new ArrayDeque<>();

  StreamRaces(StreamOrder order) {
    this.order = order;
  }

  /// @param name of the kernel or of the call
  /// @param calls where the program asked for it
  record StreamWork(StreamOrder.WorkNumber number, String name, long[] calls, MemoryUse use) {}

  /// Two of them.
  record StreamRace(StreamWork earlier, StreamWork later, MemoryUse.Clash clash) {}

  /// Takes work that its stream has just been given, and finds the last race with what is running.
  Optional<StreamRace> add(StreamWork work) {
    running.removeIf(earlier -> order.host().has(earlier.number));
    var before = order.before(work.number.stream());
    var race =
        running.stream()
            .filter(earlier -> !before.has(earlier.number))
            .flatMap(earlier ->
                earlier
                    .use
                    .clash(work.use)
                    .map(clash -> new StreamRace(earlier, work, clash))
                    .stream())
            .reduce((_, last) -> last);
    running.add(work);
    if (running.size() > MOST) {
      running.remove();
    }
    return race;
  }

  /// These bytes are new memory: what was done with them before is of no account.
  void allocated(ByteRanges bytes) {
    running.removeIf(earlier -> earlier.use.isOf(bytes));
  }
}
