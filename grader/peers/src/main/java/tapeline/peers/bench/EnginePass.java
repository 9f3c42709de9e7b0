package tapeline.peers.bench;

import java.util.List;

/// One engine at a work, which it can do again and again.
interface EnginePass {

  /// Some passes are about to be timed; what this does is not.
  default void begin() {}

  /// They are done.
  default void end() {}

  /// The value, and what backward will need.
  void forward();

  /// The gradients; and frees what the pass has made.
  void backward();

  /// The answers of one pass, to be compared: the value, and each gradient. It does not count as a
  /// pass of training: no parameter moves.
  List<double[]> answers();

  /// The most bytes that a pass holds for its gradients, where that is known, else −1.
  default long peakBytes() {
    return -1;
  }
}
