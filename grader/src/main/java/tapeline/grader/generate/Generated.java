package tapeline.grader.generate;

import java.util.ArrayList;
import java.util.List;

/// The changes that a generation made, or that a check found.
///
/// @param written whether the changes were made; a check only finds them
public record Generated(boolean written, List<Change> changes) {

  /// Whether the modules and notebooks are exactly what is generated. A kept edit is a difference:
  /// on a clean checkout there is none.
  public boolean isUpToDate() {
    return changes.isEmpty();
  }

  /// The report: a line a change, then a line that sums up.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    changes.forEach(c -> lines.add(written ? c.done() : c.found()));
    if (isUpToDate()) {
      lines.add("modules and notebooks are what solutions generates");
    } else if (!written) {
      lines.add("%d differ from what solutions generates".formatted(changes.size()));
    }
    return lines;
  }
}
