package tapeline.grader.check;

import java.util.List;

/// The outcomes of a group, or of its checks of one module.
///
/// @param group the group's name
/// @param module the module's number, 0 for the whole course
/// @param seconds how long it took
/// @param processor the processor time that it took, in seconds; not a number where that is unknown
public record GroupResult(
    String group, int module, List<Outcome> outcomes, double seconds, double processor) {

  /// Whether no check failed.
  boolean sound() {
    return outcomes.stream().allMatch(o -> o.problem() == null);
  }
}
