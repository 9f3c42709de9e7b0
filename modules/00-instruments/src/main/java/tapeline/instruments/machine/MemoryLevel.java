package tapeline.instruments.machine;

import java.util.ArrayList;
import java.util.List;

/// A cache, or the memory behind them all.
///
/// @param bandwidth in bytes a second, of data that lie here; its name is the level's, as `L2`
/// @param capacity the bytes that have room
public record MemoryLevel(Ceiling bandwidth, long capacity) {
  public MemoryLevel {
    if (capacity <= 0) {
      throw new IllegalArgumentException(
          "a level has room for a byte or more, got %d in %s"
              .formatted(capacity, bandwidth.name()));
    }
  }

  /// The levels of a machine from the core outwards; the memory has room for all.
  ///
  /// @param capacities the bytes of `L1`, `L2`, … as far as they are known; a cache whose capacity
  ///   is not known is left out
  public static List<MemoryLevel> of(Ceilings machine, List<Long> capacities) {
    var levels = new ArrayList<MemoryLevel>();
    for (int i = 0; i < capacities.size(); i++) {
      for (var ceiling : machine.bandwidth()) {
        if (ceiling.name().equals("L" + (i + 1))) {
          levels.add(new MemoryLevel(ceiling, capacities.get(i)));
        }
      }
    }
    levels.add(new MemoryLevel(machine.memory(), Long.MAX_VALUE));
    return levels;
  }

  /// The first of some levels that has room for so many bytes.
  ///
  /// @throws IllegalArgumentException when none has
  public static MemoryLevel holding(long bytes, List<MemoryLevel> levels) {
    return levels.stream()
        .filter(level -> bytes <= level.capacity())
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no level has room for %d bytes: %s".formatted(bytes, levels)));
  }
}
