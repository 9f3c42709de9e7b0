package tapeline.instructor.gradebook;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Exercise;

/// The marks of a class.
///
/// @param results by the students' ids
/// @param byHand marks by hand, by the students' ids
record ClassMarks(
    Map<String, StudentResult> results,
    Roster roster,
    LatePolicy late,
    Map<String, HandMark> byHand) {

  /// A mark for everybody on the list and everybody who handed in, by the ids.
  List<Mark> of(List<HandedIn> all, List<Exercise> exercises) {
    int points = exercises.stream().mapToInt(Exercise::points).sum();
    var students = new TreeMap<String, Student>(roster.students());
    var handedIn = new TreeMap<String, HandedIn>();
    for (var one : all) {
      students.putIfAbsent(one.student().id(), one.student());
      handedIn.put(one.student().id(), one);
    }
    var marks = new ArrayList<Mark>();
    for (var student : students.values()) {
      marks.add(mark(student, handedIn.get(student.id()), points, exercises));
    }
    return marks;
  }

  private Mark mark(Student student, @Nullable HandedIn one, int points, List<Exercise> exercises) {
    var hand = byHand.get(student.id());
    var graded = results.get(student.id());
    var result = hand == null ? graded : hand.on(graded, student.id(), exercises);
    var when = one == null ? null : one.when(student);
    var own = student.deadline() != null || one == null ? student : one.student();
    long days = when == null ? 0 : late.lateDays(when, own.deadline());
    var from = one == null ? "" : one.timeFrom(student);
    var set = hand == null ? null : hand.total();
    double total = set != null ? set : late.total(result == null ? 0 : result.earned(), days);
    return new Mark(student, result, when, days, from, points, total, hand);
  }
}
