package tapeline.laboratory.milestone;

import java.util.List;
import tapeline.laboratory.milestone.PlainDigits.Digit;

/// 1958: one threshold unit learns to tell threes from eights.
final class Perceptron implements MilestoneProgram {
  private static final int ROUNDS = 30;
  private static final double SHARE = 0.8;

  @Override
  public double run(Drawing drawing, double effort) {
    var digits = PlainDigits.of(3, 8, 1);
    int cut = (int) (SHARE * digits.size());
    var training = digits.subList(0, cut);
    var unseen = digits.subList(cut, digits.size());
    var unit = new ThresholdUnit(unseen.getFirst().pixels().length);
    drawing.begin("A perceptron tells threes from eights", "rounds", "share that is right");
    int rounds = MilestoneProgram.rounds(ROUNDS, effort);
    for (int round = 0; round <= rounds; round++) {
      drawing.add("digits it learns from", round, right(unit, training));
      drawing.add("digits it never saw", round, right(unit, unseen));
      if (round < rounds) {
        training.forEach(d -> unit.learn(d.pixels(), d.sign()));
      }
    }
    IO.println(
        "%d threes and eights, %d of them unseen; of those it learnt from %.0f of 100 are right"
            .formatted(digits.size(), unseen.size(), 100 * right(unit, training)));
    return right(unit, unseen);
  }

  private static double right(ThresholdUnit unit, List<Digit> digits) {
    return digits.stream().filter(d -> unit.isRight(d.pixels(), d.sign())).count()
        / (double) digits.size();
  }
}
