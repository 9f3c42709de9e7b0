package tapeline.autograd;

import static tapeline.autograd.TapeListener.Holding.GRADIENT;
import static tapeline.autograd.TapeListener.Holding.SAVED;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

/// The arrays of gradients that backward has passed: the backend may use them again at once, as
/// programs read variables' gradients alone.
///
/// Spared are those that a node still holds, that the program gave, that the tape saved, and that a
/// walk of another tape within an op has met.
final class PassedArrays {
  private static final AtomicLong WALKS = new AtomicLong(); // that have ended, of all tapes

  private final Holdings holdings;
  private final List<float[]> spared = new ArrayList<>();
  private final List<float[]> ofOp = new ArrayList<>(); // of the op that backward has come to
  private long walksBefore = WALKS.get();

  PassedArrays(Holdings holdings) {
    this.holdings = holdings;
  }

  /// Spares the numbers of a tensor until the walk ends.
  void spare(Tensor x) {
    spared.add(x.data());
  }

  /// Adds a tensor that the op at hand has made or read.
  void add(Tensor x) {
    if (holdings.areHeld(SAVED, x.data())) {
      spare(x);
    }
    if (!ofOp.contains(x.data())) {
      ofOp.add(x.data());
    }
  }

  /// Releases what nothing reads behind the op at hand.
  ///
  /// @param once whether the tape is walked no other time, else an op may give out an array again
  void opEnds(boolean once) {
    if (WALKS.get() != walksBefore) {
      spared.addAll(ofOp);
    }
    for (var array : ofOp) {
      if (once && !holdings.areHeld(GRADIENT, array) && !spared.contains(array)) {
        Backend.current().release(array);
      }
    }
    ofOp.clear();
    walksBefore = WALKS.get();
  }

  void walkEnds() {
    ofOp.clear();
    spared.clear();
    WALKS.incrementAndGet();
  }
}
