package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Pairing;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.verdict.RuleBroken;

/// A fork of which single answers are timed: blocks of four turns, ABBA or BAAB.
final class TimedFork extends JudgedFork {
  TimedFork(Pair pair, int number, Referee ofEntry, Referee ofOther) {
    super(pair, number, ofEntry, ofOther);
  }

  @Override
  Fork measured(ContestantProcess entry, ContestantProcess other, Pace pace, boolean swapped)
      throws IOException, RuleBroken, OtherBroken {
    int blocks =
        count(pair.plan().forkMillis() / (2 * pace.workMillis()), pair.plan().plan().blocks());
    var ofA = new ArrayList<Double>();
    var ofB = new ArrayList<Double>();
    var input = next();
    var question = ArenaFrames.question(input.input());
    for (boolean turnOfA : Pairing.turns(blocks, random)) {
      if (turnOfA) {
        ofA.add(asOther(other, input, question));
      } else {
        ofB.add((double) ofEntry.ask(entry, input, question));
      }
      if (ofA.size() == ofB.size()) {
        input = next(); // a fresh one for both
        question = ArenaFrames.question(input.input());
      }
    }
    return new Fork(sample(ofA), sample(ofB), 1, 0, 0, swapped);
  }
}
