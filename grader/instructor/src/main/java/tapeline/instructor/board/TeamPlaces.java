package tapeline.instructor.board;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.board.JudgementTable.Kept;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.JudgeVerdict;

/// Which of a team's entries has its place in an event, and what has yet to be judged to say so.
///
/// A team may submit as often as it likes, and gains nothing by luck: a new entry is judged beside
/// the one that has the place, and takes it only if it is shown to be better, or if the other one
/// breaks a rule then: once, as entries that break rules now and then would be measured anew each
/// time. So the twentieth copy of an entry, which happened to be measured in a good minute, changes
/// nothing.
public final class TeamPlaces {
  private final BoardEvent event;
  private final Map<JudgedPair, Kept> judged;
  private final boolean quickCounts;

  /// @param quickCounts whether quick judgements will do
  TeamPlaces(BoardEvent event, Map<JudgedPair, Kept> judged, boolean quickCounts) {
    this.event = event;
    this.judged = judged;
    this.quickCounts = quickCounts;
  }

  /// The place of one team, by all its entries.
  ///
  /// @param placed the entry that has the place; null when none is ranked
  /// @param pending what has to be judged next; empty when all is known
  /// @param lost for each ranked entry without the place, the challenge that cost it the place, or
  ///   in which it did not win it
  record TeamPlace(
      @Nullable BoardEntry placed, List<JudgedPair> pending, Map<BoardEntry, Challenge> lost) {}

  /// A new entry beside the one that had the place.
  public record Challenge(BoardEntry entry, BoardEntry before, Kept kept) {
    /// Returns whether the new one has the place now.
    public boolean won() {
      return kept.judgement().verdict() == JudgeVerdict.BETTER || isBeforeBroken();
    }

    /// Returns whether the one before broke a rule.
    public boolean isBeforeBroken() {
      return kept.judgement().defence().equals(Defence.OTHER.text());
    }
  }

  /// The teams' places by their key, in the order in which each team first submitted.
  ///
  /// @param entries in the order of submission; those of other events are left out
  Map<String, TeamPlace> of(List<BoardEntry> entries) {
    var teams = new LinkedHashMap<String, List<BoardEntry>>();
    for (var e : entries) {
      if (e.problem().isEmpty() && e.eventId().equals(event.id())) {
        teams.computeIfAbsent(e.teamKey(), _ -> new ArrayList<>()).add(e);
      }
    }
    var places = new LinkedHashMap<String, TeamPlace>();
    teams.forEach((team, its) -> places.put(team, place(its)));
    return places;
  }

  private TeamPlace place(List<BoardEntry> entries) {
    var pending = new ArrayList<JudgedPair>();
    var lost = new LinkedHashMap<BoardEntry, Challenge>();
    BoardEntry placed = null;
    boolean hasBroken = false;
    boolean known = true; // whether the place is known up to here
    for (var e : entries) {
      var alone = JudgedPair.withBaseline(event.hash(), e.hash());
      var kept = kept(alone);
      if (kept == null) {
        pending.add(alone);
        known = false;
      } else if (known && kept.judgement().verdict().isRanked()) {
        if (placed == null) {
          placed = e;
          continue;
        }
        var beside = new JudgedPair(event.hash(), e.hash(), placed.hash());
        var besideIt = kept(beside);
        if (besideIt == null) {
          pending.add(beside);
          known = false;
          continue;
        }
        var challenge = new Challenge(e, placed, besideIt);
        boolean wins = challenge.won() && !(challenge.isBeforeBroken() && hasBroken);
        hasBroken |= challenge.isBeforeBroken();
        lost.put(wins ? placed : e, challenge);
        if (wins) {
          placed = e;
        }
      }
    }
    return new TeamPlace(placed, pending, lost);
  }

  private @Nullable Kept kept(JudgedPair pair) {
    var kept = judged.get(pair);
    return kept != null && (quickCounts || !kept.quick()) ? kept : null;
  }

  /// All that has to be judged next in these events, those beside baselines first.
  public static List<JudgedPair> pending(
      List<BoardEvent> events,
      List<BoardEntry> entries,
      Map<JudgedPair, Kept> judged,
      boolean quickCounts,
      Set<JudgedPair> without) {
    var alone = new ArrayList<JudgedPair>();
    var beside = new ArrayList<JudgedPair>();
    for (var event : events) {
      for (var place : new TeamPlaces(event, judged, quickCounts).of(entries).values()) {
        for (var pair : place.pending()) {
          if (!without.contains(pair)) {
            (pair.against().isEmpty() ? alone : beside).add(pair);
          }
        }
      }
    }
    alone.addAll(beside);
    return alone;
  }

  /// How many pairs are judged at most until nothing is pending: each entry once beside the
  /// baseline, and each but a team's first beside another.
  public static int most(List<BoardEvent> events, List<BoardEntry> entries) {
    int most = 0;
    for (var event : events) {
      var teams = new LinkedHashMap<String, Integer>();
      for (var e : entries) {
        if (e.problem().isEmpty() && e.eventId().equals(event.id())) {
          teams.merge(e.teamKey(), 1, Integer::sum);
        }
      }
      most += teams.values().stream().mapToInt(n -> 2 * n - 1).sum();
    }
    return most;
  }
}
