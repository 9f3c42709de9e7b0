package tapeline.gpu.emulator.memory;

import java.util.Comparator;
import java.util.TreeMap;
import java.util.TreeSet;

/// The holes in a memory: pieces that were given back, neighbours joined.
final class FreeList {
  /// The bytes from `start` up to, not including, `end`.
  record Hole(int start, int end) {
    int size() {
      return end - start;
    }
  }

  private final TreeMap<Integer, Hole> byStart = new TreeMap<>();
  private final TreeSet<Hole> bySize =
      new TreeSet<>(Comparator.comparingInt(Hole::size).thenComparingInt(Hole::start));

  /// Takes `size` bytes from the smallest hole that has them; −1 if none has. O(log n).
  int take(int size) {
    var hole = bySize.ceiling(new Hole(0, size));
    if (hole == null) {
      return -1;
    }
    remove(hole);
    if (hole.size() > size) {
      add(new Hole(hole.start + size, hole.end));
    }
    return hole.start;
  }

  /// Makes a hole, or a hole larger. O(log n).
  void give(int start, int end) {
    var before = byStart.lowerEntry(start);
    if (before != null && before.getValue().end == start) {
      remove(before.getValue());
      give(before.getValue().start, end);
      return;
    }
    var after = byStart.get(end);
    if (after != null) {
      remove(after);
    }
    add(new Hole(start, after == null ? end : after.end));
  }

  /// Takes the hole that ends at `end`, if there is one: says where the rest ends.
  int trim(int end) {
    var last = byStart.lowerEntry(end);
    if (last == null || last.getValue().end != end) {
      return end;
    }
    remove(last.getValue());
    return last.getKey();
  }

  private void add(Hole hole) {
    byStart.put(hole.start, hole);
    bySize.add(hole);
  }

  private void remove(Hole hole) {
    byStart.remove(hole.start);
    bySize.remove(hole);
  }
}
