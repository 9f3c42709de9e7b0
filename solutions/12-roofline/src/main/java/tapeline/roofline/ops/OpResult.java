package tapeline.roofline.ops;

import java.util.List;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.Ceilings;
import tapeline.instruments.machine.MemoryLevel;
import tapeline.instruments.machine.RoofPoint;
import tapeline.instruments.profile.Cost;
import tapeline.roofline.Attainable;
import tapeline.roofline.Bound;
import tapeline.roofline.Diagnosis;

/// An op under a machine's roof.
///
/// @param trial the op
/// @param calls a second
/// @param level of memory that has room for operands and result
/// @param roof above its intensity, from that level
/// @param floor seconds that the machine needs for it at least
/// @param diagnosis what to do
public record OpResult(
    OpTrial trial,
    Ceiling calls,
    MemoryLevel level,
    Attainable roof,
    double floor,
    Diagnosis diagnosis) {

  /// The result of a trial.
  ///
  /// @param overhead seconds of a call that has next to nothing to compute
  public static OpResult of(
      OpTrial trial, Ceiling calls, Ceilings machine, List<MemoryLevel> levels, double overhead) {
    var cost = trial.least();
    var level = MemoryLevel.holding(cost.bytes(), levels);
    double computing = cost.flops() / machine.peak().perSecond();
    double moving = cost.bytes() / level.bandwidth().perSecond();
    return new OpResult(
        trial,
        calls,
        level,
        Attainable.of(intensity(cost), machine.peak(), level.bandwidth()),
        Math.max(computing, moving),
        Diagnosis.of(1 / calls.perSecond(), overhead, computing, moving));
  }

  private static double intensity(Cost cost) {
    return (double) cost.flops() / cost.bytes();
  }

  /// Its measured seconds: the median.
  public double seconds() {
    return 1 / calls.perSecond();
  }

  /// The limit at the roof: `compute`, the level's name, or both.
  public String bound() {
    var name = level.bandwidth().name();
    return roof.bound() == Bound.COMPUTE
        ? "compute"
        : roof.bound() == Bound.MEMORY ? name : name + " or compute";
  }

  /// Returns its point on a roofline.
  public RoofPoint point() {
    var cost = trial.least();
    return new RoofPoint(
        trial.label(), trial.group(), intensity(cost), cost.flops() * calls.perSecond());
  }
}
