package tapeline.grader.progress;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import tapeline.grader.course.Milestone;
import tapeline.grader.result.Verdict;

/// Takes into a page of a progress book what another book's page has beyond it. A page that has
/// nothing becomes the other. All is read before anything is written.
final class BetterOfTwo {
  private BetterOfTwo() {}

  static void exercise(Page own, Page other) {
    if (own.isEmpty()) {
      own.takeAll(other);
      return;
    }
    var best = ProgressBook.verdict(other, "best", Verdict.NOT_STARTED);
    var mine = ProgressBook.verdict(own, "best", Verdict.NOT_STARTED);
    var last = ProgressBook.verdict(other, "last", best);
    int points = other.number("points");
    if (takeLater(own, other, "graded")) {
      own.put("last", last.name());
    }
    if (ProgressBook.rank(best) > ProgressBook.rank(mine)) {
      own.put("best", best.name());
      own.put("points", points);
    }
  }

  static void quiz(Page own, Page other) {
    if (own.isEmpty()) {
      own.takeAll(other);
      return;
    }
    var keys = new ArrayList<>(other.texts("keys"));
    keys.removeAll(own.texts("keys"));
    keys.addAll(own.texts("keys"));
    int best = other.number("best");
    int asked = other.number("asked");
    boolean better = other.has("taken") && (!own.has("taken") || best > own.number("best"));
    takeLater(own, other, "taken");
    if (better) {
      own.put("best", best);
      own.put("asked", asked);
    }
    if (keys.size() > own.texts("keys").size()) {
      own.put("keys", keys);
    }
  }

  /// @param milestone empty where the course has none of this number
  static void milestone(Page own, Page other, Optional<Milestone> milestone) {
    if (own.isEmpty()) {
      own.takeAll(other);
      return;
    }
    var mine = ProgressBook.number(own);
    var theirs = ProgressBook.number(other);
    takeLater(own, other, "run");
    theirs
        .filter(best ->
            mine.isEmpty()
                || milestone.filter(m -> m.goal().isBetter(best, mine.get())).isPresent())
        .ifPresent(best -> own.put("best", Double.toString(best)));
  }

  /// Whether the other's is later.
  private static boolean takeLater(Page own, Page other, String time) {
    var mine = own.time(time).orElse(Instant.MIN);
    var later = other.time(time).filter(theirs -> theirs.isAfter(mine));
    later.ifPresent(theirs -> own.put(time, theirs.toString()));
    return later.isPresent();
  }
}
