package tapeline.autograd;

import tapeline.tensor.Tensor;

/// Hears what tapes do while it is in use: a profiler, a counter, a log. All tapes tell it, each in
/// its own thread and in the midst of its work: what a method takes, training takes longer, and
/// what it throws, training throws.
///
/// ```java
/// class Counter implements TapeListener {
///   int ops;
///
///   @Override
///   public void forwardStarts(TensorOp op, Variable... inputs) {
///     ops++;
///   }
/// }
/// try (var _ = TapeListener.use(new Counter())) {
///   train(model);
/// }
/// ```
///
/// Starts and ends come in pairs, one within the other, even where an op throws.
public interface TapeListener {
  /// It hears nothing: what is in use unless another one is.
  TapeListener NONE = new TapeListener() {};

  /// The role in which a tape holds a tensor.
  enum Holding {
    /// Kept for backward, by the op at the node.
    SAVED,
    /// The gradient that has reached the node.
    GRADIENT
  }

  /// The value of an op is about to be computed from these inputs.
  default void forwardStarts(TensorOp op, Variable... inputs) {}

  /// It is computed, or the op threw.
  default void forwardEnds(TensorOp op) {}

  /// The value is on its tape, at `node`, which is −1 when no gradient can reach it. Comes after
  /// [#forwardEnds], and after what is [#held] for the op; never for an op that threw.
  default void recorded(TensorOp op, Variable result, int node) {}

  /// Backward begins at an output of the tape; all that is heard of it lies before [#walkEnds].
  default void walkStarts(TensorTape tape) {}

  /// The variables have their gradients, or backward threw.
  default void walkEnds(TensorTape tape) {}

  /// Backward has come to the op at `node`, and hands on its gradient to its inputs.
  default void backwardStarts(TensorTape tape, int node, TensorOp op) {}

  /// All inputs have theirs, or the op threw.
  default void backwardEnds(TensorTape tape, int node) {}

  /// A gradient is about to be added to the one that `node` has; within a backward.
  default void additionStarts(TensorTape tape, int node, Tensor gradient) {}

  /// It is added.
  default void additionEnds(TensorTape tape, int node) {}

  /// Called when the tensors that a tape holds have changed.
  ///
  /// @param node who holds it or held it; the next free node for what is saved, as the op gets it
  ///   then
  /// @param tensor whose data is held from now on, or is no longer held by any node
  /// @param bytes of its data, negative when they are let go
  /// @param live what the tape holds now, as [TensorTapeStats] counts it
  default void held(TensorTape tape, Holding as, int node, Tensor tensor, long bytes, long live) {}

  /// Returns the listener in use.
  static TapeListener current() {
    return CurrentListener.get();
  }

  /// Makes all tapes report to `listener`, and to no other, until the result is closed.
  static Use use(TapeListener listener) {
    return CurrentListener.use(listener);
  }

  /// The time during which a listener is in use; closing it brings the one before back.
  interface Use extends AutoCloseable {
    @Override
    void close();
  }
}
