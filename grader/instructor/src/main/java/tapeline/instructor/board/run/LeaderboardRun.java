package tapeline.instructor.board.run;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardRun;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.JudgedPair;
import tapeline.instructor.board.JudgementTable;
import tapeline.instructor.board.Ranking;
import tapeline.instructor.board.TeamPlaces;
import tapeline.instructor.database.ClaimTable;
import tapeline.instructor.judge.verdict.Judgement;

/// Brings the board up to date: judges what has not been judged, and keeps each judgement as soon
/// as it is there.
///
/// It may be killed at any moment and started again: what was kept stays and is not judged twice,
/// what was being judged is judged again with the same seed.
///
/// Runs on several machines may share a board: each pair is claimed by one of them, and all end
/// when there is nothing left. On one machine pairs are judged one after the other, as two at once
/// would disturb each other.
public final class LeaderboardRun {
  private static final long WAIT_MILLIS = 500;

  private final BoardStore store;
  private final List<BoardEvent> events;
  private final boolean quick;
  private final RunProgress progress;
  private final Set<JudgedPair> failures = new HashSet<>();
  private Map<String, BoardEntry> entries = Map.of();
  private int run;

  /// @param quick whether judging is quick, and quick judgements will do
  public LeaderboardRun(
      BoardStore store, List<BoardEvent> events, boolean quick, RunProgress progress) {
    this.store = store;
    this.events = List.copyOf(events);
    this.quick = quick;
    this.progress = progress;
  }

  /// Judges all that is pending.
  ///
  /// @return whether the judge never failed
  public boolean run(PairWork work) throws InterruptedException {
    var all = store.entries();
    entries = new HashMap<>();
    all.forEach(e -> entries.put(e.hash(), e));
    var pending = pending(all);
    if (pending.isEmpty()) {
      endStopped(all);
      progress.nothing();
      return true;
    }
    run = store.runs().begin();
    int before = judgedBefore();
    int total = Math.max(pending.size(), TeamPlaces.most(events, all) - before);
    store.runs().total(run, total);
    progress.begin(total);
    try (var claims = store.claims()) {
      while (!pending.isEmpty()) {
        claims.releaseGone();
        boolean worked = false;
        for (var pair : pending) {
          worked |= judge(pair, work, claims);
        }
        pending = pending(all);
        if (!worked && !pending.isEmpty()) {
          Thread.sleep(WAIT_MILLIS); // others have all that is left
        }
      }
    }
    store.runs().end(run, Ranking.places(run, events, store));
    progress.end();
    return failures.isEmpty();
  }

  /// Judges a pair, unless another run has it or has judged it.
  private boolean judge(JudgedPair pair, PairWork work, ClaimTable claims)
      throws InterruptedException {
    var claim = claims.claim(pair.item()).orElse(null);
    if (claim == null) {
      return false;
    }
    try {
      var kept = store.judgements().find(pair);
      if (kept != null && (quick || !kept.quick())) {
        return false;
      }
      store.runs().doing(run, name(pair));
      var judgement = judged(pair, work);
      if (judgement == null) {
        failures.add(pair);
      } else if (claims.write(
          claim, handle -> JudgementTable.add(handle, pair, judgement, run, quick))) {
        progress.judged(name(pair), judgement);
      } else {
        progress.note("another run has this pair since, and its judgement counts: " + name(pair));
      }
      return true;
    } finally {
      claims.release(claim);
    }
  }

  /// Returns the judgement; null where the judge itself fails: the pair is not judged, and the next
  /// run tries again.
  private @Nullable Judgement judged(JudgedPair pair, PairWork work) {
    progress.doing(name(pair), 0);
    try {
      return work.judgeOnBoard(pair, share -> progress.doing(name(pair), share));
    } catch (IOException e) {
      progress.failed(name(pair), String.valueOf(e.getMessage()));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      // A mistake of the judge in one event, or a file that it misses, stops no other event.
      progress.failed(name(pair), e.getCause() == null ? e.toString() : e + ", by " + e.getCause());
    }
    return null;
  }

  /// A run that was killed after its last judgement has nothing left but its end.
  private void endStopped(List<BoardEntry> all) {
    var last = store.runs().last();
    var every = store.events();
    if (last.isPresent()
        && last.get().state() == BoardRun.State.STOPPED
        && TeamPlaces.pending(every, all, store.judgements().all(), quick, failures).isEmpty()) {
      store.runs().end(last.get().seq(), Ranking.places(last.get().seq(), every, store));
    }
  }

  private List<JudgedPair> pending(List<BoardEntry> all) {
    return TeamPlaces.pending(events, all, store.judgements().all(), quick, failures);
  }

  private int judgedBefore() {
    var hashes = new HashSet<String>();
    events.forEach(e -> hashes.add(e.hash()));
    return (int)
        store.judgements().all().values().stream()
            .filter(k -> hashes.contains(k.pair().event()) && (quick || !k.quick()))
            .count();
  }

  private String name(JudgedPair pair) {
    var entry = entries.get(pair.entry());
    var name = entry == null ? pair.shown() : entry.eventId() + ": " + entry.team();
    return pair.against().isEmpty() ? name : name + ", beside their entry before";
  }
}
