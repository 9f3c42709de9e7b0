package tapeline.instruments.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A curve by working set, and the plateau of each level of the memory in it.
///
/// @param curve the measured rates
/// @param levels `L1`, `L2` … and `memory`, as far as a plateau was found
public record Staircase(Curve curve, SortedMap<String, Plateau> levels) {
  private static final String MEMORY = "memory";

  /// The plateaus of a curve by level. A plateau belongs to the level that most of its sizes fit;
  /// of several of one level, the longest counts.
  ///
  /// @param caches bytes of each, the smallest first; empty where unknown: then the first plateau
  ///   is L1's and so on, and the last is memory's
  public static Staircase of(Curve curve, List<Plateau> plateaus, List<Long> caches) {
    int memory = caches.isEmpty() ? plateaus.size() - 1 : caches.size();
    var levels = new TreeMap<String, Plateau>(); // "L1" < "L2" < … < "memory"
    for (var plateau : plateaus) {
      int level = caches.isEmpty() ? levels.size() : level(plateau, caches);
      levels.merge(
          level == memory ? MEMORY : "L" + (level + 1),
          plateau,
          (a, b) -> a.octaves(1, Long.MAX_VALUE) < b.octaves(1, Long.MAX_VALUE) ? b : a);
    }
    return new Staircase(curve, levels);
  }

  private static int level(Plateau plateau, List<Long> caches) {
    int best = caches.size();
    double most = 0;
    for (int k = 0; k <= caches.size(); k++) {
      double above = k == 0 ? 1 : caches.get(k - 1);
      double below = k == caches.size() ? Double.MAX_VALUE : caches.get(k);
      double held = plateau.octaves(above, below);
      if (held > most) {
        most = held;
        best = k;
      }
    }
    return best;
  }

  /// A ceiling for each level, its name with `suffix`. Memory has one even if no plateau was found:
  /// the rate of the largest working set.
  public List<Ceiling> ceilings(String suffix) {
    var found = new ArrayList<Ceiling>();
    levels.forEach((level, plateau) -> found.add(plateau.rate().named(level + suffix)));
    if (!levels.containsKey(MEMORY)) {
      found.add(curve.rates().getLast().named(MEMORY + suffix));
    }
    return found;
  }
}
