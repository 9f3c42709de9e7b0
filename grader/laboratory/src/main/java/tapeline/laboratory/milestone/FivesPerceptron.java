package tapeline.laboratory.milestone;

import java.util.List;
import java.util.function.Predicate;
import tapeline.laboratory.milestone.PlainDigits.Digit;

/// 1958: one threshold unit learns to find the fives among handwritten digits.
final class FivesPerceptron implements MilestoneProgram {
  private static final int ROUNDS = 20;
  private static final double SHARE = 0.8;

  @Override
  public double run(Drawing drawing, double effort) {
    var digits = PlainDigits.of(5, 1);
    int cut = (int) (SHARE * digits.size());
    var training = digits.subList(0, cut);
    var unseen = digits.subList(cut, digits.size());
    var unit = new ThresholdUnit(unseen.getFirst().pixels().length);
    drawing.begin("A perceptron finds the fives", "rounds", "share that is right");
    drawing.level("saying no to all", share(unseen, d -> d.sign() < 0));
    int rounds = MilestoneProgram.rounds(ROUNDS, effort);
    for (int round = 0; round <= rounds; round++) {
      drawing.add("digits it learns from", round, right(unit, training));
      drawing.add("digits it never saw", round, right(unit, unseen));
      if (round < rounds) {
        training.forEach(d -> unit.learn(d.pixels(), d.sign()));
      }
    }
    IO.println(
        "%d digits, %d of them unseen; of those it learnt from %.1f of 100 are right"
            .formatted(digits.size(), unseen.size(), 100 * right(unit, training)));
    return right(unit, unseen);
  }

  private static double right(ThresholdUnit unit, List<Digit> digits) {
    return share(digits, d -> unit.isRight(d.pixels(), d.sign()));
  }

  private static double share(List<Digit> digits, Predicate<Digit> which) {
    return digits.stream().filter(which).count() / (double) digits.size();
  }
}
