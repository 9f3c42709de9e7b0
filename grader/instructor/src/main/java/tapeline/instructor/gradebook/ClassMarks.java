package tapeline.instructor.gradebook;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import tapeline.grader.course.Exercise;

/// The marks of a class.
final class ClassMarks {
  private ClassMarks() {}

  /// A mark for everybody on the list and everybody who handed in, by the ids.
  static List<Mark> of(
      List<HandedIn> all,
      Map<String, StudentResult> results,
      Roster roster,
      LatePolicy late,
      List<Exercise> exercises) {
    int points = exercises.stream().mapToInt(Exercise::points).sum();
    var marks = new ArrayList<Mark>();
    var seen = new HashSet<String>();
    for (var one : all) {
      var result = results.get(one.student().id());
      long days = late.lateDays(one.when());
      double total = late.total(result == null ? 0 : result.earned(), days);
      var student = roster.known(one.student());
      marks.add(new Mark(student, result, one.when(), days, points, total));
      seen.add(student.id());
    }
    for (var student : roster.students().values()) {
      if (!seen.contains(student.id())) {
        marks.add(new Mark(student, null, null, 0, points, 0));
      }
    }
    marks.sort((a, b) -> a.student().id().compareTo(b.student().id()));
    return marks;
  }
}
