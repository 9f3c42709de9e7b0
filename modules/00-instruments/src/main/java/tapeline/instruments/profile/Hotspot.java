package tapeline.instruments.profile;

import org.jspecify.annotations.Nullable;

/// A group of spans, added up.
///
/// @param calls how many spans; an op's forward and its backward are two
/// @param total nanoseconds with what lies in them; what lies in a span of the same group counts
///   once
/// @param self nanoseconds of their own, without the spans in them
/// @param share of all spans' own time, from 0 to 1
/// @param allocated bytes of their own
/// @param cost of the ops by formula; [Cost#NONE] for scopes, null when one of the ops has none
public record Hotspot(
    String name,
    int calls,
    long total,
    long self,
    double share,
    long allocated,
    @Nullable Cost cost) {

  /// Returns the name of a scope as it is shown: an op may have the same.
  public static String scope(String name) {
    return "scope " + name;
  }

  /// Returns whether it is a group of scopes of this name.
  public boolean isScope(String scope) {
    return name.equals(scope(scope));
  }

  /// Returns whether it is a group of scopes.
  public boolean isScope() {
    return name.startsWith(scope(""));
  }

  /// Both as one group, with the name of this one.
  public Hotspot plus(Hotspot other) {
    return new Hotspot(
        name,
        calls + other.calls,
        total + other.total,
        self + other.self,
        share + other.share,
        allocated + other.allocated,
        cost == null || other.cost == null ? null : cost.plus(other.cost));
  }

  /// FLOPs a nanosecond of its own time, which is 10⁹ a second; NaN where the FLOPs are not known,
  /// or no time was measured.
  public double gflops() {
    return cost == null || self <= 0 ? Double.NaN : (double) cost.flops() / self;
  }
}
