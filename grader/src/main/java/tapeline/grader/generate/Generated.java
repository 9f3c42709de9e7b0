package tapeline.grader.generate;

import java.util.ArrayList;
import java.util.List;

/// The files that a generation wrote and removed, or that a check found to differ, by their paths
/// from the course's root.
///
/// @param done whether they were written and removed; a check only finds them
/// @param written those that are missing or not what is generated
/// @param removed those of modules that nothing generates
public record Generated(boolean done, List<String> written, List<String> removed) {

  /// Returns whether the modules and notebooks are exactly what is generated.
  public boolean isUpToDate() {
    return written.isEmpty() && removed.isEmpty();
  }

  /// The report: a line a file, then a line that sums up.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    written.forEach(path -> lines.add((done ? "written: " : "out of date: ") + path));
    removed.forEach(path -> lines.add((done ? "removed: " : "left over: ") + path));
    if (isUpToDate()) {
      lines.add("modules and notebooks are what solutions generates");
    } else if (!done) {
      lines.add("%d differ from what solutions generates".formatted(lines.size()));
    }
    return lines;
  }
}
