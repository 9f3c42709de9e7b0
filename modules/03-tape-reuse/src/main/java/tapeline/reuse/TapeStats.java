package tapeline.reuse;

import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// The counted content of a tape; equal recordings have equal stats on every machine.
///
/// @param values numbers kept: variables, instructions' results, constants (folded ones too)
/// @param grads gradient slots in use: variables and instructions, no constants
/// @param instructions ops recorded, which backward will walk through
/// @param bytes reserved by the tape's arrays: 24 for each node there is room for (value, gradient,
///   word) and 8 for each constant there is room for; array headers are not counted
public record TapeStats(int values, int grads, int instructions, long bytes) implements Tabular {
  /// One row.
  @Override
  public TextTable table() {
    return TextTable.of("values", "grads", "instructions", "bytes")
        .row("" + values, "" + grads, "" + instructions, "" + bytes);
  }
}
