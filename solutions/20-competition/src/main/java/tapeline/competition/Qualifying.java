package tapeline.competition;

import tapeline.competition.JudgedRun.JudgedAnswer;
import tapeline.competition.JudgedRun.Place;
import tapeline.competition.JudgedRun.Standing;

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
    // BEGIN SOLUTION 20.6 "who may be ranked" 15 points
    var differences = run.baseline().differences(run.entry());
    if (!differences.isEmpty()) {
      return out("unlike things are not compared: " + String.join("; ", differences));
    }
    if (run.answers().isEmpty() || !run.answers().stream().allMatch(a -> isRight(event, a))) {
      return out("every answer is right, got a wrong one or none");
    }
    if (!(run.value() >= floor && run.value() < Double.POSITIVE_INFINITY)) {
      return out("no machine is below %.4g, got %.4g".formatted(floor, run.value()));
    }
    if (!(run.ratio() <= LARGEST_RATIO)) {
      return new Standing(Place.REVIEW, "%.4g times as good".formatted(run.ratio()));
    }
    return new Standing(Place.RANKED, "");
  }

  /// Returns whether an answer is right. Where a share of labels counts: whether at least the
  /// event's tolerance of them are. Else whether no number is farther from the right one than the
  /// tolerance times the largest right number, in absolute values. NaN is never right.
  static boolean isRight(Event event, JudgedAnswer answer) {
    float[] given = answer.given();
    double[] right = answer.right();
    if (given.length != right.length) {
      return false;
    }
    double largest = 0;
    for (double x : right) {
      largest = Math.max(largest, Math.abs(x));
    }
    int equal = 0;
    boolean close = true;
    for (int i = 0; i < right.length; i++) {
      equal += given[i] == right[i] ? 1 : 0;
      close &= Math.abs(given[i] - right[i]) <= event.tolerance() * largest;
    }
    return event.kind().isShare() ? equal >= event.tolerance() * right.length : close;
  }

  // STUB   // TODO 20.6 — 14 lines. `out` with the differences of the conditions, if there are any;
  // STUB   // for a run without answers or with one that is not right; for a value below the floor
  // STUB   // or not finite, which the reason has. REVIEW above LARGEST_RATIO; RANKED otherwise.
  // STUB   // Write each rule so that NaN breaks it: is it `x > most`, or `!(x <= most)`?
  // STUB   throw new Todo("20.6", "who may be ranked");
  // STUB }
  // STUB
  // STUB /// Returns whether an answer is right. Where a share of labels counts, at least the
  // STUB /// event's tolerance of them are. Else no number is farther from the right one than the
  // STUB /// tolerance times the largest right number, in absolute values. NaN is never right.
  // STUB static boolean isRight(Event event, JudgedAnswer answer) {
  // STUB   // TODO — 15 lines. As many numbers first. Why is the error measured by the largest
  // STUB   // number, and not each by its own?
  // STUB   throw new Todo("20.6", "who may be ranked");
  // STUB }
  // STUB
  // END SOLUTION
  private static Standing out(String reason) {
    return new Standing(Place.OUT, reason);
  }
}
