package tapeline.scalar;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import tapeline.toolkit.GraphPicture;
import tapeline.toolkit.GraphPicture.Look;
import tapeline.toolkit.GraphPicture.Node;
import tapeline.toolkit.GraphPicture.Row;
import tapeline.toolkit.Picture;

/// Draws a tape as the graph it is: each slot a box with its value and its gradient, each operand
/// an arrow.
///
/// ```java
/// var picture = TapePicture.of(tape, Map.of("x", x, "y", y)); // a notebook shows it
/// ```
///
/// Variables are in colour. Grey and dashed is what no gradient goes to: constants, and ops on
/// constants only. The operands of an op arrive in their order, the first on top.
public final class TapePicture {
  private static final MathContext DIGITS = new MathContext(4);

  private TapePicture() {}

  /// The picture of what stands on `tape` now.
  ///
  /// @throws IllegalArgumentException when the tape has no slot, or more than 100
  public static Picture of(Tape tape) {
    return of(tape, Map.of());
  }

  /// The picture of what stands on `tape` now, where these slots bear these names.
  ///
  /// @throws IllegalArgumentException when the tape has no slot, or more than 100; when a named
  ///   slot is of another tape, or has two names
  public static Picture of(Tape tape, Map<String, Scalar> names) {
    var entries = tape.entries();
    var nameOf = new HashMap<Integer, String>();
    names.forEach((name, slot) -> {
      if (slot.tape() != tape || nameOf.putIfAbsent(slot.index(), name) != null) {
        throw new IllegalArgumentException(
            "a name needs a slot of this tape that has none yet, got %s for %s"
                .formatted(name, slot));
      }
    });
    var varies = new boolean[entries.size()];
    var nodes = new ArrayList<Node>();
    for (var e : entries) {
      int i = e.index();
      boolean variable = e.op().equals("variable");
      varies[i] = variable || e.operands().stream().anyMatch(k -> varies[k]);
      var look = variable ? Look.INPUT : varies[i] ? Look.STEP : Look.FIXED;
      var title = nameOf.getOrDefault(i, e.op());
      var tag = nameOf.containsKey(i) ? e.op() + " #" + i : "#" + i;
      var rows = new ArrayList<Row>();
      rows.add(new Row("value", number(e.value())));
      e.gradient().ifPresent(g -> rows.add(new Row("gradient", number(g))));
      nodes.add(new Node(look, title, tag, rows, e.operands()));
    }
    return new Picture(GraphPicture.svg("A tape, slots: " + entries.size(), nodes));
  }

  /// Four digits at most, and no zeros at the end: `−0.5`, `3.607`, `1.2E−7`.
  private static String number(double d) {
    if (!Double.isFinite(d)) return Double.toString(d).replace("Infinity", "∞").replace('-', '−');
    var rounded = new BigDecimal(d).round(DIGITS).stripTrailingZeros();
    var plain = rounded.toPlainString();
    return (plain.length() > 9 ? rounded.toString() : plain).replace('-', '−');
  }
}
