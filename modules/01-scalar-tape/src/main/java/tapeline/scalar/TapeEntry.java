package tapeline.scalar;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// One slot of a tape, for tables and drawings.
///
/// The entries of a tape are the nodes of its graph; each operand is an edge to a lower index.
///
/// @param index the slot's place on the tape, from 0
/// @param op a [ScalarOp]'s name, or `variable`, or `constant`
/// @param operands the indices of the operands: none, one or two
/// @param gradient `∂output/∂slot` after a backward; empty before it, for a slot recorded after its
///   output, and for a slot that depends on constants only
public record TapeEntry(
    int index, String op, List<Integer> operands, double value, OptionalDouble gradient) {

  /// Copies `operands`.
  public TapeEntry {
    operands = List.copyOf(operands);
  }

  /// For example `#2 = MUL(#0, #1) = 6.0, gradient 1.0`.
  @Override
  public String toString() {
    var from =
        operands.isEmpty()
            ? op
            : operands.stream().map(i -> "#" + i).collect(Collectors.joining(", ", op + "(", ")"));
    var known = gradient.isPresent() ? ", gradient " + gradient.getAsDouble() : "";
    return "#" + index + " = " + from + " = " + value + known;
  }
}
