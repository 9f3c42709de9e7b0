package tapeline.gpu.emulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The work that a [LazyGpu] was given and has not done, in the order it was given.
final class LazyQueue {
  private final List<Work> waiting = new ArrayList<>();
  private final Map<Long, Integer> lastMark = new HashMap<>(); // by event: the work's number
  private int given;

  private record Work(int number, long stream, Runnable action) {}

  void give(long stream, Runnable action) {
    waiting.add(new Work(++given, stream, action));
  }

  /// An event stands behind what its stream was given.
  void mark(long event, long stream) {
    give(stream, () -> {});
    lastMark.put(event, given);
  }

  void finishAll() {
    var done = List.copyOf(waiting);
    waiting.clear();
    done.forEach(work -> work.action.run());
  }

  /// Does all that a stream was given, and what has to come before.
  void finish(long stream) {
    for (int i = waiting.size() - 1; i >= 0; i--) {
      if (waiting.get(i).stream == stream) {
        finish(stream, i);
        return;
      }
    }
  }

  /// Does what stands before an event.
  void finishMark(long event) {
    int mark = lastMark.getOrDefault(event, 0);
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).number == mark) {
        finish(waiting.get(i).stream, i);
        return;
      }
    }
  }

  /// Does what must be done before the work at `last` of `stream` is: what the stream was given
  /// before it, and all that was given before work of the default stream among that.
  private void finish(long stream, int last) {
    int all = -1; // everything up to here
    for (int i = 0; i <= last; i++) {
      all = waiting.get(i).stream == 0 || (stream == 0 && i == last) ? i : all;
    }
    var done = new ArrayList<Work>();
    for (int i = 0; i <= last; i++) {
      if (i <= all || waiting.get(i).stream == stream) {
        done.add(waiting.get(i));
      }
    }
    waiting.removeAll(done);
    done.forEach(work -> work.action.run());
  }
}
