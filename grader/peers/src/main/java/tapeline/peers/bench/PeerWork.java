package tapeline.peers.bench;

import ai.djl.ndarray.NDManager;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import tapeline.peers.Difference;

/// Something to do in both engines.
///
/// @param peer beside what
/// @param blocks how many are taken at least in a fork
/// @param goal what the time of all directions together is to be at most, as a ratio to the peer's;
///   NaN for none
/// @param shape what goes in, for example `64x1024`
/// @param dtype that both compute in
/// @param hasBackward whether there is a way back to time
/// @param tolerance how far the answers may differ, see [Difference]
record PeerWork(
    int module,
    String peer,
    String op,
    String shape,
    String dtype,
    int batch,
    boolean hasBackward,
    double tolerance,
    double goal,
    int blocks,
    BiFunction<NDManager, SplittableRandom, Pair> start) {
  static final int BLOCKS = 8;

  /// Beside PyTorch in float32, without a goal.
  PeerWork(
      int module,
      String op,
      String shape,
      int batch,
      boolean hasBackward,
      double tolerance,
      BiFunction<NDManager, SplittableRandom, Pair> start) {
    this(
        module,
        "PyTorch",
        op,
        shape,
        "float32",
        batch,
        hasBackward,
        tolerance,
        Double.NaN,
        BLOCKS,
        start);
  }

  /// Returns this work with another start.
  PeerWork withStart(BiFunction<NDManager, SplittableRandom, Pair> other) {
    return new PeerWork(
        module, peer, op, shape, dtype, batch, hasBackward, tolerance, goal, blocks, other);
  }

  /// Returns this work beside another peer.
  PeerWork beside(String other) {
    return new PeerWork(
        module, other, op, shape, dtype, batch, hasBackward, tolerance, goal, blocks, start);
  }

  /// Returns this work on 13's backend of vectors, without a goal: its steps are fused.
  PeerWork onVectors() {
    return onVectors(true);
  }

  /// Returns this work on 13's backend of vectors, op by op, without a goal.
  PeerWork opByOpOnVectors() {
    return onVectors(false);
  }

  private PeerWork onVectors(boolean fused) {
    return new PeerWork(
        13,
        peer,
        op + ", on vectors",
        shape,
        dtype,
        batch,
        hasBackward,
        tolerance,
        Double.NaN,
        blocks,
        start.andThen(pair -> new Pair(new VectorPass(pair.ours(), fused), pair.theirs())));
  }

  /// Returns this work with a goal.
  PeerWork withGoal(double ratio) {
    return new PeerWork(
        module, peer, op, shape, dtype, batch, hasBackward, tolerance, ratio, blocks, start);
  }

  /// Returns this work in at least `least` blocks.
  PeerWork withBlocks(int least) {
    return new PeerWork(
        module, peer, op, shape, dtype, batch, hasBackward, tolerance, goal, least, start);
  }

  /// Returns whether one of these words stands in what it is called, `sgemm` or `openblas`; no
  /// words ask for all.
  boolean isAskedFor(List<String> words) {
    var name = "%s %s %s".formatted(op, shape, peer).toLowerCase(Locale.ROOT);
    return words.isEmpty()
        || words.stream().anyMatch(w -> name.contains(w.toLowerCase(Locale.ROOT)));
  }

  /// Two engines that do not compute the same.
  static final class WrongAnswer extends RuntimeException {
    private final String why;

    WrongAnswer(String why) {
      super(why);
      this.why = why;
    }

    String why() {
      return why;
    }
  }

  /// Both engines, ready.
  record Pair(EnginePass ours, EnginePass theirs) {

    /// How far the answers differ. A tenth of the largest gradient's size is the floor for all of
    /// them; the value has a scale of its own, and none.
    ///
    /// @throws WrongAnswer when that is too far: it is not timed
    double differenceWithin(double tolerance) {
      var mine = ours.answers();
      var peers = theirs.answers();
      double floor = peers.stream().skip(1).mapToDouble(Difference::rms).max().orElse(0) / 10;
      double worst = 0;
      for (int k = 0; k < mine.size(); k++) {
        worst = Math.max(worst, Difference.of(mine.get(k), peers.get(k), k == 0 ? 0 : floor));
      }
      if (!(worst <= tolerance)) {
        throw new WrongAnswer(
            "the answers differ by %.1e, relative, at most %.1e: that is not timed"
                .formatted(worst, tolerance));
      }
      return worst;
    }
  }
}
