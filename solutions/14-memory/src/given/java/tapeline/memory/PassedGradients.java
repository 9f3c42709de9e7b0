package tapeline.memory;

import static java.util.Collections.newSetFromMap;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;

/// Hears which gradients backward has passed. While it is in an op it drops the op's gradient,
/// which no program can have seen, as only variables' gradients are read. A gradient that backward
/// was begun with is the program's own, and stays.
final class PassedGradients implements TapeListener {
  private final Set<float[]> given = newSetFromMap(new IdentityHashMap<>());
  private final Deque<TensorOp> open = new ArrayDeque<>();
  private final Consumer<float[]> passed;
  private LiveBytes live = new LiveBytes();
  private boolean begins;

  /// @param passed gets each array once no tape holds it any more
  PassedGradients(Consumer<float[]> passed) {
    this.passed = passed;
  }

  /// A step begins: the tapes so far are gone.
  void forget() {
    live = new LiveBytes();
  }

  @Override
  public void walkStarts(TensorTape tape) {
    live.walkStarts(tape);
    begins = open.isEmpty();
  }

  @Override
  public void walkEnds(TensorTape tape) {
    live.walkEnds(tape);
    begins = false;
    if (open.isEmpty()) {
      given.clear();
    }
  }

  @Override
  public void backwardStarts(TensorTape tape, int node, TensorOp op) {
    open.push(op);
  }

  @Override
  public void backwardEnds(TensorTape tape, int node) {
    open.pop();
  }

  @Override
  public void held(TensorTape tape, Holding as, int node, Tensor tensor, long bytes, long total) {
    live.held(tape, as, node, tensor, bytes, total);
    if (as != Holding.GRADIENT) {
      return;
    }
    if (bytes > 0 && begins) {
      given.add(tensor.data());
      begins = false;
    } else if (bytes < 0 && !open.isEmpty() && !live.holds(tensor)) {
      if (!given.remove(tensor.data())) {
        passed.accept(tensor.data());
      }
    }
  }
}
