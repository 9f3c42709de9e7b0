package tapeline.instructor.board.run;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.JdbiException;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardRun;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.ClaimTable;
import tapeline.instructor.board.JudgedPair;
import tapeline.instructor.board.Ranking;
import tapeline.instructor.board.TeamPlaces;
import tapeline.instructor.judge.verdict.Judgement;

/// Brings the board up to date: judges what has not been judged, and keeps each judgement as soon
/// as it is there.
///
/// It may be killed at any moment and started again: what was kept stays and is not judged twice,
/// what was being judged is judged again with the same seed.
///
/// Runs on several machines may share a board: each pair is claimed by one of them, which renews
/// its claims as long as it lives, and all end when there is nothing left.
public final class LeaderboardRun implements PairExecutor.Sink {
  private static final long RENEWAL = ClaimTable.LEASE.toMillis() / 5;
  private static final long WAIT_MILLIS = 500;
  private static final ThreadFactory DAEMON = Thread.ofPlatform().daemon().factory();

  private final BoardStore store;
  private final List<BoardEvent> events;
  private final boolean quick;
  private final RunProgress progress;
  private final Set<JudgedPair> failures = new HashSet<>();
  private Map<String, BoardEntry> entries = Map.of();
  private volatile int run;
  private boolean worked;

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
  public boolean run(PairExecutor executor) throws IOException, InterruptedException {
    var all = store.entries();
    entries = new HashMap<>();
    all.forEach(e -> entries.put(e.hash(), e));
    var pending = pending(all);
    if (pending.isEmpty()) {
      endStopped(all);
      progress.nothing();
      return true;
    }
    run = store.runs().begin(executor.name());
    int before = judgedBefore();
    int total = Math.max(pending.size(), TeamPlaces.most(events, all) - before);
    store.runs().total(run, total);
    progress.begin(total);
    try (var renewal = Executors.newSingleThreadScheduledExecutor(DAEMON)) {
      var _ = renewal.scheduleAtFixedRate(this::renew, RENEWAL, RENEWAL, TimeUnit.MILLISECONDS);
      while (!pending.isEmpty()) {
        store.claims().releaseGone();
        worked = false;
        executor.judge(pending, this);
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

  private void renew() {
    try {
      store.claims().renew(run);
    } catch (JdbiException _) {
      // the database is away: it is tried again, and a lease is long enough for that
    }
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

  @Override
  public boolean claim(JudgedPair pair) {
    boolean claimed = store.claims().claim(pair, run, quick);
    worked |= claimed;
    return claimed;
  }

  @Override
  public void doing(JudgedPair pair, double share) {
    if (share == 0) {
      store.runs().doing(run, name(pair));
    }
    progress.doing(name(pair), share);
  }

  @Override
  public void judged(JudgedPair pair, Judgement judgement) {
    if (store.judgements().add(pair, judgement, run, quick)) {
      progress.judged(name(pair), judgement);
    } else {
      progress.note("judged by another run meanwhile: " + name(pair));
    }
  }

  @Override
  public void note(String line) {
    progress.note(line);
  }

  @Override
  public void failed(JudgedPair pair, String why) {
    failures.add(pair);
    store.claims().release(pair, run);
    progress.failed(name(pair), why);
  }
}
