package tapeline.competition;

import java.util.Arrays;
import java.util.SplittableRandom;
import tapeline.toolkit.Todo;

/// The open task: an entry of yours for `training` or `generation`, and the log of how it came to
/// be.
///
/// What an input and an answer are, is said by the event's `about`; the baselines, `DigitsTraining`
/// and `CachedGeneration`, are where to begin. Keep each version that you compare as a class of its
/// own beside this one.
public final class OpenEntry implements Contestant {
  // BEGIN EXERCISE 20.11
  /// The answer to an input of the event.
  @Override
  public float[] answer(float[][] input) {
    // TODO 20.11 — 90 lines. Begin with the baseline's, as a class of its own, and change
    // one thing at a time. What does an answer spend its time on, and which idea of the
    // modules 13, 14, 15, 17 or 18 makes that less?
    throw new Todo("20.11", "the open task");
  }

  /// The work log of this entry, see [WorkLog].
  public static String workLog() {
    // TODO — 25 lines, in three quotes. Write each hypothesis, with its number, before
    // `StepDuel` measures it. Which changes does its interval allow to keep?
    throw new Todo("20.11", "the open task");
  }
  // END EXERCISE 20.11
}
