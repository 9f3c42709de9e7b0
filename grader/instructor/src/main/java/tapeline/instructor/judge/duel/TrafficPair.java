package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.Arrays;
import tapeline.competition.Event;
import tapeline.competition.workload.Draws;
import tapeline.competition.workload.Question;
import tapeline.competition.workload.Task;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.arena.KernelRunner;
import tapeline.instructor.judge.duel.TimedPair.Outcome;
import tapeline.instructor.judge.entry.JudgeFolder;
import tapeline.instructor.judge.entry.KernelEntry;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;

/// Compares the sectors that two kernels move for the same products. The emulator counts them, in a
/// cell in which nothing of the entry runs but its kernel; the same whenever it is judged with the
/// same seed.
///
/// @param seed of all that is drawn
public record TrafficPair(
    Event event,
    JudgeFolder folder,
    KernelEntry other,
    KernelEntry entry,
    JudgePlan plan,
    long seed) {
  /// Instructions of a thread that a multiplication and addition may take.
  private static final long MOST_INSTRUCTIONS = 100;

  /// Judges the pair.
  ///
  /// @throws RuleBroken when the entry's kernel is wrong
  public Outcome run() throws IOException, RuleBroken, OtherBroken {
    long ofEntry = sectors(entry, true);
    return CountedPair.outcome(ofOther(true), ofEntry, "sectors");
  }

  /// Looks at both kernels and compares nothing. A kernel may compute as much as it likes then: at
  /// a small size one with large tiles has many threads with nothing to do.
  ///
  /// @throws RuleBroken when the entry's kernel is wrong
  void check() throws IOException, RuleBroken, OtherBroken {
    long _ = sectors(entry, false);
    long _ = ofOther(false);
  }

  private long ofOther(boolean counted) throws IOException, OtherBroken {
    return OtherBroken.blaming(other.name(), () -> sectors(other, counted));
  }

  private long sectors(KernelEntry kernel, boolean counted) throws IOException, RuleBroken {
    long sum = 0;
    var budget = new PairBudget(event.limits());
    try (var player =
        new ContestantProcess(
            kernel.command(event, folder), kernel.given(), event.limits(), budget)) {
      for (int i = 0; i < plan.answers(); i++) {
        var task = Task.of(event, Draws.of(seed, "task", i)); // a size of its own
        var asked = task.ask(Draws.of(seed, "input", i));
        sum += sectors(player, asked, counted);
      }
    } catch (RuleBroken e) {
      if (e.defence() == Defence.EXCEPTION) {
        throw RuleBroken.rejected(Defence.KERNEL, e.reason());
      }
      throw e;
    }
    return sum;
  }

  private long sectors(ContestantProcess player, Question asked, boolean counted)
      throws IOException, RuleBroken {
    int length = asked.answerLength();
    player.begin();
    var reply = player.ask(ArenaFrames.question(asked.input()), length + KernelRunner.COUNTS);
    player.end();
    var problem = asked.mark(Arrays.copyOf(reply.answer(), length)).problem();
    if (problem.isPresent()) {
      throw RuleBroken.rejected(Defence.ORACLE, "a wrong answer: " + problem.get());
    }
    float[] size = asked.input()[0];
    long products = (long) (size[0] * size[1] * size[2]);
    long instructions = KernelRunner.count(reply.answer(), length + 2);
    if (counted && instructions > MOST_INSTRUCTIONS * products) {
      throw RuleBroken.rejected(
          Defence.KERNEL,
          "at most %d instructions of a thread for each product, got %d for %d products"
              .formatted(MOST_INSTRUCTIONS, instructions, products));
    }
    long sectors = KernelRunner.count(reply.answer(), length);
    if (sectors < asked.floor()) {
      throw RuleBroken.rejected(
          Defence.ROOFLINE,
          "to read A and B and write C takes %.0f sectors, got %d"
              .formatted(asked.floor(), sectors));
    }
    return sectors;
  }
}
