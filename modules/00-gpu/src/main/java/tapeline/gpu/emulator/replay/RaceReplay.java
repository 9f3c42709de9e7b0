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
/// @param sentence the results, and the order that changes them; or why there is none
/// @param tried how many other orders were run
/// @param asWritten the accesses to the race's place in the usual order
/// @param other the same in the order that gives another result, of all such that in which the
///   fewest accesses change places
public record RaceReplay(
    Finding finding,
    String missing,
    String sentence,
    int tried,
    List<Touch> asWritten,
    Optional<List<Touch>> other) {

  /// Whether an order was found that gives another result.
  public boolean differs() {
    return other.isPresent();
  }

  /// The rows of a timeline, a warp each: at every place a label, or nothing.
  ///
  /// @param touches in their order
  public Map<String, List<String>> rows(List<Touch> touches) {
    boolean many = touches.stream().map(t -> t.moment().block()).distinct().count() > 1;
    var rows = new LinkedHashMap<String, List<String>>();
    asWritten.forEach(touch -> rows.put(touch.warp(many), new ArrayList<>()));
    for (var touch : touches) {
      rows.forEach((warp, row) -> row.add(warp.equals(touch.warp(many)) ? touch.label() : ""));
    }
    return rows;
  }

  /// The sentence, and a timeline of each order: a row a warp, a column an access.
  @Override
  public String toString() {
    var text = new StringBuilder("replay: " + sentence);
    if (differs()) {
      lines(text, "as written", asWritten);
      lines(text, "held", other.orElseThrow());
    }
    return text.toString();
  }

  private void lines(StringBuilder text, String title, List<Touch> touches) {
    int width = 2 + touches.stream().mapToInt(t -> t.label().length()).max().orElse(0);
    text.append("\n  ").append(title);
    rows(touches)
        .forEach((warp, row) -> {
          var line = new StringBuilder("\n    " + warp + " | ");
          row.forEach(label -> line.append(("%-" + width + "s").formatted(label)));
          text.append(line.toString().stripTrailing());
        });
  }
}
