package tapeline.peers.bench;

import ai.djl.ndarray.NDManager;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import tapeline.peers.Difference;

/// Something to do in both engines, in float32.
///
/// @param shape what goes in, for example `64x1024`
/// @param hasBackward whether there is a way back to time
/// @param tolerance how far the answers may differ, see [Difference]
record Work(
    int module,
    String op,
    String shape,
    int batch,
    boolean hasBackward,
    double tolerance,
    BiFunction<NDManager, SplittableRandom, Pair> start) {

  /// Both engines, ready.
  record Pair(EnginePass ours, EnginePass theirs) {

    /// How far the answers differ.
    ///
    /// @throws IllegalStateException when that is too far: a wrong answer is not timed
    double differenceWithin(double tolerance, String name) {
      var mine = ours.answers();
      var peers = theirs.answers();
      double worst = 0;
      double floor = 0;
      for (int k = 0; k < mine.size(); k++) {
        worst = Math.max(worst, Difference.of(mine.get(k), peers.get(k), floor));
        floor = Math.max(floor, Difference.rms(peers.get(k)) / 10);
      }
      if (!(worst <= tolerance)) {
        throw new IllegalStateException(
            "%s: the answers differ by %.1e, relative: that is not timed".formatted(name, worst));
      }
      return worst;
    }
  }
}
