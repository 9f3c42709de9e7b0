package tapeline.peers.bench;

import tapeline.nn.GradientDescent;
import tapeline.nn.Optimizer;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;

/// The kinds of a pass, by what it does behind its forward.
enum PassKind {
  /// Nothing: no gradient is asked for.
  FORWARD,

  /// Goes back.
  GRADIENTS,

  /// Goes back, and takes a step of gradient descent.
  DESCENT,

  /// Goes back, and takes a step of Adam.
  ADAM;

  /// The learning rate of both optimizers. A million steps change nothing: a model that is learnt
  /// has gradients so small that their squares are subnormal, and slow.
  static final float RATE = 1e-9f;

  boolean hasBackward() {
    return this != FORWARD;
  }

  /// Returns an optimizer that has taken no step.
  Optimizer optimizer() {
    return switch (this) {
      case FORWARD, GRADIENTS -> _ -> {};
      case DESCENT -> new GradientDescent(RATE);
      case ADAM -> new Adam(Schedule.constant(RATE));
    };
  }
}
