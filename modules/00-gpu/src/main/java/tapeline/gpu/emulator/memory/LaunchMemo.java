package tapeline.gpu.emulator.memory;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.GpuLaunch;

/// Memory as launches have left it, so that a launch that would only do again what an earlier one
/// did need not be computed: programs that time a kernel launch it a hundred times.
///
/// It would where kernel, size and arguments are the same, and each piece of memory that the
/// earlier one accessed holds what it held then. What that one wrote is then brought back. Memory
/// that the host has too may change at any time, so that a launch that accesses it is not
/// remembered; nor is one that writes far more than it has threads, as the copies would take longer
/// than it, nor one that has found other memory several times in a row.
public final class LaunchMemo {
  private static final int BYTES_PER_THREAD = 64;

  /// The bytes that are copied in less time than any launch takes.
  private static final int FEW_BYTES = 1 << 20;

  /// The states of memory that are remembered for one launch: it may find two or three in turn.
  private static final int MOST_STATES = 4;

  private static final int MOST_LAUNCHES = 256;

  /// A launch as it is asked for.
  public record Asked(long kernel, GpuLaunch size, ByteBuffer arguments) {}

  /// The bytes of a piece after a launch.
  private record Content(long version, byte[] bytes) {}

  /// @param found the versions before it of the pieces that it accessed, by address
  /// @param left the pieces that it wrote, by address
  private record Effect(Map<Long, Long> found, Map<Long, Content> left) {
    long bytes() {
      return left.values().stream().mapToLong(content -> content.bytes.length).sum();
    }
  }

  /// The last effects of a launch, the oldest first.
  private static final class History {
    final Deque<Effect> effects = new ArrayDeque<>();

    /// How often it was computed since it last was not.
    int computed;

    long bytes() {
      return effects.stream().mapToLong(Effect::bytes).sum();
    }
  }

  private final GlobalMemory memory;
  private final AccessedPieces pieces;
  private final long capacity;
  private final Map<Asked, History> histories = new LinkedHashMap<>(); // the oldest first

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
      boolean isSame =
          effect.found.entrySet().stream()
              .allMatch(piece -> pieces.version(piece.getKey()) == piece.getValue());
      if (isSame) {
        effect.left.forEach(this::bringBack);
        history.computed = 0;
        return true;
      }
    }
    return false;
  }

  private void bringBack(long address, Content content) {
    if (pieces.version(address) != content.version) {
      System.arraycopy(content.bytes, 0, memory.bytes(), at(address), content.bytes.length);
      pieces.setVersion(address, content.version);
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
    if (isRemembered && !pieces.isLent()) {
      remember(asked, found);
    }
  }

  private void remember(Asked asked, Map<Long, Long> found) {
    var written = pieces.written();
    long size = written.stream().mapToLong(this::length).sum();
    long threads = asked.size.grid().volume() * asked.size.block().volume();
    if (size > Math.min(capacity, Math.max(FEW_BYTES, BYTES_PER_THREAD * threads))) {
      return;
    }
    var removed = histories.remove(asked);
    var history = removed == null ? new History() : removed;
    histories.put(asked, history);
    if (++history.computed > MOST_STATES) {
      history.effects.clear(); // it finds something else each time
      return;
    }
    if (history.effects.size() == MOST_STATES) {
      history.effects.removeFirst();
    }
    var left = new HashMap<Long, Content>();
    for (long address : written) {
      var known = known(history, address);
      if (known == null) {
        var bytes = memory.read(address, length(address));
        known = new Content(pieces.version(address), bytes);
      }
      pieces.setVersion(address, known.version);
      left.put(address, known);
    }
    history.effects.add(new Effect(found, left));
    forgetBeyond();
  }

  private int length(long address) {
    return pieces.limit(address) - at(address);
  }

  /// Returns an earlier content of a piece that is its present one, or null.
  private @Nullable Content known(History history, long address) {
    int from = at(address);
    int to = pieces.limit(address);
    for (var effect : history.effects) {
      var content = effect.left.get(address);
      if (content != null
          && Arrays.equals(memory.bytes(), from, to, content.bytes, 0, content.bytes.length)) {
        return content;
      }
    }
    return null;
  }

  private void forgetBeyond() {
    long held = histories.values().stream().mapToLong(History::bytes).sum();
    var oldest = histories.values().iterator();
    while (held > capacity || histories.size() > MOST_LAUNCHES) {
      held -= oldest.next().bytes();
      oldest.remove();
    }
  }
}
