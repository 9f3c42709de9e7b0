package tapeline.laboratory.practice;

import java.util.List;
import java.util.Locale;
import tapeline.toolkit.TextTable;

/// A point of the checklist, and what became of it.
///
/// @param evidence the figures or the words that it rests on
public record PracticeLine(String point, State state, String evidence) {

  /// The outcome of a point.
  public enum State {
    DONE,
    NOT_DONE,
    NOT_APPLICABLE;

    /// Returns the state as the table shows it, for example `not done`.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  static PracticeLine judged(String point, boolean done, String evidence) {
    return new PracticeLine(point, done ? State.DONE : State.NOT_DONE, evidence);
  }

  static PracticeLine notApplicable(String point, String evidence) {
    return new PracticeLine(point, State.NOT_APPLICABLE, evidence);
  }

  /// The lines as a table.
  public static TextTable table(List<PracticeLine> lines) {
    var table = TextTable.of("point", "state", "evidence");
    lines.forEach(l -> table.row(l.point, l.state.toString(), l.evidence));
    return table;
  }
}
