package tapeline.roofline;

import java.util.List;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.profile.Cost;
import tapeline.toolkit.Todo;

/// The intensity of work beside the ridge of a machine, both in FLOPs a byte.
///
/// @param intensity the FLOPs of the work for each byte that it moves
/// @param ridge the FLOPs that the machine computes in the time in which it moves a byte: with less
///   than that, work waits for its bytes
public record Balance(double intensity, double ridge) {

  /// The balance of some steps, one after the other, on a machine.
  ///
  /// @param compute in FLOPs a second
  /// @param bandwidth in bytes a second
  /// @throws IllegalArgumentException when the steps move no byte, as views do
  public static Balance of(List<Cost> steps, Ceiling compute, Ceiling bandwidth) {
    if (steps.stream().allMatch(step -> step.bytes() == 0)) {
      throw new IllegalArgumentException(
          "work that moves no byte has no intensity, got %d steps without one"
              .formatted(steps.size()));
    }
    // BEGIN EXERCISE 12.5
    // TODO 12.5 — 3 lines. Two steps of 8 FLOPs and 4 bytes, and of no FLOP and 12 bytes:
    // what are the FLOPs for each of all bytes? Cost::bytes are those read and written.
    // And how many FLOPs does compute.perSecond() give in the time in which
    // bandwidth.perSecond() moves one byte?
    throw new Todo("12.5", "intensity and ridge");
    // END EXERCISE 12.5
  }
}
