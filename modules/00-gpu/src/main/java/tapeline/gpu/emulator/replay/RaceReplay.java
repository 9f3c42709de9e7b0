package tapeline.gpu.emulator.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tapeline.gpu.emulator.fault.Finding;

/// A race, and whether another order of its accesses gives another result.
///
/// @param missing what would order the two warps
/// @param why in words, why no other result is shown; empty where one is
/// @param tried how many other orders were run
/// @param other of the orders that were tried and give another result, the one in which the fewest
///   accesses change places
public record RaceReplay(
    Finding finding,
    String missing,
    String why,
    int tried,
    OrderedRun asWritten,
    Optional<OrderedRun> other) {

  /// Returns whether an order was found that gives another result.
  public boolean differs() {
    return other.isPresent();
  }

  /// The two results, and the order that changes the first one; or why there is none.
  public String sentence() {
    return other.map(run -> asWritten.heading() + "; " + run.heading()).orElse(why);
  }

  /// `warp 1`, or `lane 8 of warp 1`, and of which block where that is not the same for all.
  public String who(Touch touch) {
    return touch.who(
        asWritten.touches().stream().map(t -> t.access().block()).distinct().count() > 1);
  }

  /// The rows of a run's timeline, one for each warp: at every place a label, or nothing.
  public Map<String, List<String>> rows(OrderedRun run) {
    var rows = new LinkedHashMap<String, List<String>>();
    asWritten.touches().forEach(touch -> rows.put(who(touch), new ArrayList<>()));
    for (var touch : run.touches()) {
      rows.forEach((who, row) -> row.add(who.equals(who(touch)) ? touch.label() : ""));
    }
    return rows;
  }

  /// The sentence, and a timeline of each run: a row for each warp, a column an access.
  @Override
  public String toString() {
    var text = new StringBuilder("replay: " + sentence());
    other.ifPresent(run -> {
      text.append("\n  as written; ").append(missing);
      lines(text, asWritten);
      text.append("\n  held");
      lines(text, run);
    });
    return text.toString();
  }

  private void lines(StringBuilder text, OrderedRun run) {
    int width = 2 + run.touches().stream().mapToInt(t -> t.label().length()).max().orElse(0);
    rows(run)
        .forEach((warp, row) -> {
          var line = new StringBuilder("\n    " + warp + " | ");
          row.forEach(label -> line.append(("%-" + width + "s").formatted(label)));
          text.append(line.toString().stripTrailing());
        });
  }
}
