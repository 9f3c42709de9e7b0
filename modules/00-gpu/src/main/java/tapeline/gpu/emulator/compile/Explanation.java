package tapeline.gpu.emulator.compile;

import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.Step;
import tapeline.gpu.emulator.execute.Warp;

/// The way from a compiled segment to the interpreter, when an access or a division goes wrong.
///
/// Compiled code only notices that something is wrong; the interpreter then does the segment again
/// for the lanes that are not done with it, and says what, where and whose. So a fault is the same
/// from both engines.
final class Explanation {
  private final @Nullable Step[] steps;

  Explanation(@Nullable Step[] steps) {
    this.steps = steps;
  }

  /// @param lane the lane that went wrong: those before have done their part
  RuntimeException of(Warp warp, int mask, int lane) {
    for (var step : steps) {
      if (step != null) {
        step.run(warp, mask & -1 << lane);
      }
    }
    return new IllegalStateException(
        "compiled code found a fault in lane %d that the interpreter does not see".formatted(lane));
  }
}
