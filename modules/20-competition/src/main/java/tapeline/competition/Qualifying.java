package tapeline.competition;

import tapeline.competition.JudgedRun.JudgedAnswer;
import tapeline.competition.JudgedRun.Place;
import tapeline.competition.JudgedRun.Standing;
import tapeline.toolkit.Todo;

/// Which runs may be ranked at all.
public final class Qualifying {
  /// An entry so many times better than the baseline has found something, or left something out: a
  /// person looks which.
  public static final double LARGEST_RATIO = 10;

  private Qualifying() {}

  /// Judges a run: out when its conditions are not the baseline's, when it has no answers or a
  /// wrong one, or a value below the floor; for review when it is too good; ranked otherwise.
  public static Standing of(Event event, JudgedRun run) {
    double floor = RooflineFloor.of(event, run.size());
    // BEGIN EXERCISE 20.6
    // TODO 20.6 — 14 lines. `out` with the differences of the conditions, if there are any;
    // for a run without answers or with one that is not right; for a value below the floor
    // or not finite, which the reason has. REVIEW above LARGEST_RATIO; RANKED otherwise.
    // Write each rule so that NaN breaks it: is it `x > most`, or `!(x <= most)`?
    throw new Todo("20.6", "who may be ranked");
  }

  /// Returns whether an answer is right. Where a share of labels counts, at least the
  /// event's tolerance of them are. Else no number is farther from the right one than the
  /// tolerance times the largest right number, in absolute values. NaN is never right.
  static boolean isRight(Event event, JudgedAnswer answer) {
    // TODO — 15 lines. As many numbers first. Why is the error measured by the largest
    // number, and not each by its own?
    throw new Todo("20.6", "who may be ranked");
  }

    // END EXERCISE 20.6
  private static Standing out(String reason) {
    return new Standing(Place.OUT, reason);
  }
}
