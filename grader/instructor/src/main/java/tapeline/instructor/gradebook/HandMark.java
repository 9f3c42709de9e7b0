package tapeline.instructor.gradebook;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A total that a person set, in place of what grading and lateness would give.
///
/// @param reason for it, which the marks show
record HandMark(double total, String reason) {

  /// Those in a CSV file with the columns `id`, `total` and `reason`, by the ids.
  ///
  /// @throws IllegalArgumentException when a column or a reason is missing, a total is no number of
  ///   points, or an id is there twice
  static Map<String, HandMark> read(Path file) {
    var table = CsvTable.read(file, "a list of marks by hand", "id", "total", "reason");
    var marks = new HashMap<String, HandMark>();
    for (var row : table.rows()) {
      var id = table.cell(row, "id");
      var total = table.cell(row, "total");
      var reason = table.cell(row, "reason");
      if (reason.isEmpty() || !total.matches("\\d{1,6}(\\.\\d{1,2})?")) {
        throw new IllegalArgumentException(
            "a mark by hand has a total and a reason, %s has \"%s\" and \"%s\" for %s"
                .formatted(file, total, reason, id));
      }
      if (marks.put(id, new HandMark(Double.parseDouble(total), reason)) != null) {
        throw new IllegalArgumentException(
            "a student has one mark by hand, %s has %s twice".formatted(file, id));
      }
    }
    return Map.copyOf(marks);
  }

  /// @throws IllegalArgumentException when one is for somebody who is not on the list and handed in
  ///   nothing
  static void requireKnown(Set<String> byHand, Roster roster, List<HandedIn> all) {
    var known = new HashSet<>(roster.students().keySet());
    all.forEach(h -> known.add(h.student().id()));
    for (var id : byHand) {
      if (!known.contains(id)) {
        throw new IllegalArgumentException(
            "a mark by hand is for somebody on the roster or who handed in, got " + id);
      }
    }
  }
}
