package tapeline.roofline;

import java.util.List;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.MemoryLevel;
import tapeline.instruments.profile.Cost;

/// How long work takes at least, if computing and moving overlap fully: the longer of the two,
/// `max(FLOPs/π, bytes/β)`.
///
/// @param seconds or the unit of time that the ceilings are given for
/// @param limit the name of the ceiling that decides it
public record PredictedTime(double seconds, String limit) {

  /// The time of work that reads each operand once and writes its result, when all of these lie in
  /// the first level that has room for them together. On their way they pass the levels before it.
  ///
  /// @param levels from the core outwards, the memory last
  /// @throws IllegalArgumentException without a level
  public static PredictedTime of(Cost cost, Ceiling compute, List<MemoryLevel> levels) {
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("a prediction needs a level of memory, got none");
    }
    // BEGIN SOLUTION 12.7 "predicted time" 15 points
    double longest = cost.flops() / compute.perSecond();
    var limit = compute.name();
    for (var level : levels) {
      double moving = cost.bytes() / level.bandwidth().perSecond();
      if (moving > longest) {
        longest = moving;
        limit = level.bandwidth().name();
      }
      if (cost.bytes() <= level.capacity()) break;
    }
    return new PredictedTime(longest, limit);
    // STUB // TODO 12.7 — 11 lines. Start with the time that the FLOPs take, and the name of that
    // STUB // ceiling. Then from level to level: its bandwidth is level.bandwidth().perSecond();
    // STUB // when the bytes take longer there than all before, that is the time, and its name the
    // STUB // limit. After which level does nothing lie further out? Why the longest, and no sum?
    // STUB throw new Todo("12.7", "predicted time");
    // END SOLUTION
  }
}
