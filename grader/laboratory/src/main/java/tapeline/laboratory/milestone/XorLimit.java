package tapeline.laboratory.milestone;

import java.util.SplittableRandom;

/// 1969: the same unit learns *one or the other, not both*, which no line can tell apart.
final class XorLimit implements MilestoneProgram {
  static final double[][] INPUTS = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  static final int[] ANSWERS = {-1, 1, 1, -1};
  private static final int ROUNDS = 1000;
  private static final int SHOWN = 60;
  private static final int STEPS = 20; // of the search, to either side

  @Override
  public double run(Drawing drawing, double effort) {
    var unit = new ThresholdUnit(2);
    drawing.begin("A perceptron learns XOR", "rounds", "rows of 4 that are right");
    drawing.level("what it would take", ANSWERS.length);
    var random = new SplittableRandom(1);
    int best = 0;
    int rounds = MilestoneProgram.rounds(ROUNDS, effort);
    for (int round = 0; round < rounds; round++) {
      for (int step = 0; step < INPUTS.length; step++) {
        int n = random.nextInt(INPUTS.length);
        unit.learn(INPUTS[n], ANSWERS[n]);
        best = Math.max(best, right(unit));
      }
      if (round < SHOWN) {
        drawing.add("right behind the round", round + 1, right(unit));
        drawing.add("best so far", round + 1, best);
      }
    }
    IO.println(
        "the best of %d rounds: %d of 4; the best of %d lines in a grid: %d of 4"
            .formatted(rounds, best, (int) Math.pow(2 * STEPS + 1, 3), bestLine()));
    return best;
  }

  private static int right(ThresholdUnit unit) {
    int right = 0;
    for (int n = 0; n < INPUTS.length; n++) {
      right += unit.isRight(INPUTS[n], ANSWERS[n]) ? 1 : 0;
    }
    return right;
  }

  /// The most rows that any line `u·x₁ + v·x₂ + b = 0` has right, u, v and b from −2 to 2.
  static int bestLine() {
    int best = 0;
    for (int u = -STEPS; u <= STEPS; u++) {
      for (int v = -STEPS; v <= STEPS; v++) {
        for (int b = -STEPS; b <= STEPS; b++) {
          int right = 0;
          for (int n = 0; n < INPUTS.length; n++) {
            right += ANSWERS[n] * (u * INPUTS[n][0] + v * INPUTS[n][1] + b) > 0 ? 1 : 0;
          }
          best = Math.max(best, right);
        }
      }
    }
    return best;
  }
}
