package tapeline.gpu.emulator.memory;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import tapeline.gpu.GpuLaunch;

/// Memory as launches have left it, so that a launch that would only do again what an earlier one
/// did need not be computed: programs that time a kernel launch it a hundred times.
///
/// It would where kernel, size and arguments are the same, and each piece of memory that the
/// earlier one accessed holds what it held then. What that one wrote is then brought back. Memory
/// that the host has too may change at any time, so that a launch that accesses it is not
/// remembered; nor is one that writes far more than it has threads, as the copies would take longer
/// than it, and seldom one that finds other memory each time.
public final class LaunchMemo {
  private static final int BYTES_PER_THREAD = 64;

  /// The bytes that are copied in less time than any launch takes.
  private static final int FEW_BYTES = 1 << 20;

  /// The states of memory that are remembered for one launch: it may find two or three in turn.
  private static final int MOST_STATES = 4;

  private static final int MOST_LAUNCHES = 256;

  /// The pieces that a launch accesses at most, so that what is noted of all of them takes little.
  private static final int MOST_PIECES = 256;

  /// A launch as it is asked for.
  ///
  /// @param settings all else that decides what becomes of it
  public record Asked(long kernel, GpuLaunch size, ByteBuffer arguments, List<?> settings) {}

  /// @param found the versions before it of the pieces that it accessed, by address
  /// @param left the versions after it of those that it wrote
  private record Effect(Map<Long, Long> found, Map<Long, Long> left) {}

  /// The last effects of a launch, the oldest first.
  private static final class History {
    final Deque<Effect> effects = new ArrayDeque<>();

    /// How often it was computed since it last was not.
    int computed;
  }

  private final GlobalMemory memory;
  private final AccessedPieces pieces;
  private final long capacity;

  // Each map begins with what was not used for the longest time.
  private final LinkedHashMap<Asked, History> histories = new LinkedHashMap<>(16, 0.75f, true);
  private final LinkedHashMap<Long, byte[]> contents =
      new LinkedHashMap<>(16, 0.75f, true); // of pieces, by version
  private long held; // bytes of contents

  /// @param capacity how many bytes of contents are kept at most
  public LaunchMemo(GlobalMemory memory, long capacity) {
    this.memory = memory;
    this.capacity = capacity;
    pieces = memory.pieces();
    pieces.follow();
  }

  /// Brings back what an earlier launch has left, and returns whether there was one that found the
  /// same memory.
  public boolean repeats(Asked asked) {
    var history = histories.get(asked);
    if (history == null) {
      return false;
    }
    for (var effect : history.effects) {
      if (effect.found.entrySet().stream().allMatch(this::isPresent)
          && effect.left.entrySet().stream().allMatch(this::isKnown)) {
        effect.left.forEach(this::bringBack);
        history.computed = 0;
        return true;
      }
    }
    return false;
  }

  private boolean isPresent(Map.Entry<Long, Long> version) {
    return pieces.version(version.getKey()) == version.getValue();
  }

  private boolean isKnown(Map.Entry<Long, Long> version) {
    return contents.get(version.getValue()) != null || isPresent(version);
  }

  private void bringBack(long address, long version) {
    if (pieces.version(address) != version) {
      byte[] bytes = Objects.requireNonNull(contents.get(version));
      System.arraycopy(bytes, 0, memory.bytes(), at(address), bytes.length);
      pieces.setVersion(address, version);
    }
  }

  private static int at(long address) {
    return (int) (address - GlobalMemory.BASE);
  }

  /// Computes a launch.
  ///
  /// @param launch computes it, and returns whether it may be remembered, as it has no effect but
  ///   on memory
  public void compute(Asked asked, BooleanSupplier launch) {
    boolean isRemembered = false;
    Map<Long, Long> found;
    pieces.startLaunch();
    try {
      isRemembered = launch.getAsBoolean();
    } finally {
      found = pieces.endLaunch(); // after a fault, too, memory is another
    }
    if (isRemembered && !pieces.isLent() && found.size() <= MOST_PIECES) {
      try {
        remember(asked, found);
      } catch (OutOfMemoryError _) { // the launch itself has succeeded
        histories.clear();
        contents.clear();
        held = 0;
      }
    }
  }

  private void remember(Asked asked, Map<Long, Long> found) {
    var written = pieces.written();
    long size = written.stream().mapToLong(a -> pieces.limit(a) - at(a)).sum();
    long threads = asked.size.grid().volume() * asked.size.block().volume();
    if (size > Math.min(capacity, Math.max(FEW_BYTES, BYTES_PER_THREAD * threads))) {
      return;
    }
    var history = histories.computeIfAbsent(asked, _ -> new History());
    if (++history.computed > MOST_STATES && Integer.bitCount(history.computed) > 2) {
      return; // it finds something else each time
    }
    var left = new HashMap<Long, Long>();
    written.forEach(address -> left.put(address, hold(history, address)));
    history.effects.add(new Effect(found, left));
    if (history.effects.size() > MOST_STATES) {
      history.effects.removeFirst();
    }
    if (histories.size() > MOST_LAUNCHES) {
      histories.pollFirstEntry();
    }
    left.values().forEach(contents::get); // so that these are the newest
    while (held > capacity) {
      held -= Objects.requireNonNull(contents.pollFirstEntry()).getValue().length;
    }
  }

  /// Holds the present content of a piece, and returns its version: an earlier one, where it held
  /// the same then.
  private long hold(History history, long address) {
    int from = at(address);
    int to = pieces.limit(address);
    for (var effect : history.effects) {
      long version = effect.left.getOrDefault(address, 0L);
      var bytes = contents.get(version);
      if (bytes != null && Arrays.equals(memory.bytes(), from, to, bytes, 0, bytes.length)) {
        pieces.setVersion(address, version);
        return version;
      }
    }
    var bytes = memory.read(address, to - from);
    contents.put(pieces.version(address), bytes);
    held += bytes.length;
    return pieces.version(address);
  }
}
