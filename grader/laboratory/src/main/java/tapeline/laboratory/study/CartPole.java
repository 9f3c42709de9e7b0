package tapeline.laboratory.study;

import java.util.random.RandomGenerator;

/// A pole on a cart that is pushed left or right: Barto, Sutton and Anderson 1983, *IEEE
/// Transactions on Systems, Man, and Cybernetics* 13, doi 10.1109/TSMC.1983.6313077, with their
/// constants and friction, in Euler steps of 0.02 s.
final class CartPole {
  private static final double GRAVITY = 9.8; // m/s²
  private static final double POLE = 0.1; // kg
  private static final double MASS = 1 + POLE; // kg, with the cart
  private static final double HALF = 0.5; // m, half the pole's length
  private static final double FORCE = 10; // N
  private static final double TRACK_FRICTION = 0.0005;
  private static final double PIVOT_FRICTION = 0.000002;
  private static final double STEP = 0.02; // s
  private static final double FAR = 2.4; // m
  private static final double STEEP = Math.toRadians(12);

  /// Position in m, speed in m/s, the pole's angle in rad, its speed in rad/s.
  private final double[] state = new double[4];

  /// Near the upright pole: each number from −0.05 to 0.05.
  CartPole(RandomGenerator random) {
    for (int i = 0; i < state.length; i++) {
      state[i] = random.nextDouble(-0.05, 0.05);
    }
  }

  /// From this state.
  CartPole(double position, double speed, double angle, double turn) {
    state[0] = position;
    state[1] = speed;
    state[2] = angle;
    state[3] = turn;
  }

  /// @param i from 0: position, speed, angle, speed of the angle
  double at(int i) {
    return state[i];
  }

  /// Returns whether the pole has fallen beyond 12°, or the cart has left the 2.4 m of track to a
  /// side.
  boolean isOver() {
    return Math.abs(state[0]) > FAR || Math.abs(state[2]) > STEEP;
  }

  /// A step of time with a push to the right, or to the left.
  void push(boolean right) {
    double sin = Math.sin(state[2]);
    double cos = Math.cos(state[2]);
    double turn = state[3];
    double rolling = TRACK_FRICTION * Math.signum(state[1]);
    double force = right ? FORCE : -FORCE;
    double pulled = (-force - POLE * HALF * turn * turn * sin + rolling) / MASS;
    double angular =
        (GRAVITY * sin + cos * pulled - PIVOT_FRICTION * turn / (POLE * HALF))
            / (HALF * (4 / 3.0 - POLE * cos * cos / MASS));
    double linear = (force + POLE * HALF * (turn * turn * sin - angular * cos) - rolling) / MASS;
    state[0] += STEP * state[1];
    state[1] += STEP * linear;
    state[2] += STEP * turn;
    state[3] += STEP * angular;
  }
}
