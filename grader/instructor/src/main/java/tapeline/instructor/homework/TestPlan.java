package tapeline.instructor.homework;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.run.TestEvent;

/// Which tests an exercise has, known from a run of the reference solution: a submission passes
/// only if each reports once.
///
/// Repetitions are counted, not told apart: their names show arguments, which may be the
/// submission's own objects.
record TestPlan(Map<ExerciseId, Map<String, Integer>> tests) {

  /// The plan of a run of the reference solution.
  static TestPlan of(List<TestEvent> events) {
    return new TestPlan(count(events));
  }

  /// Returns the plan without the tests of these classes.
  TestPlan without(List<String> classes) {
    var names = classes.stream().map(c -> c.substring(c.lastIndexOf('.') + 1) + ".").toList();
    var left = new TreeMap<ExerciseId, Map<String, Integer>>();
    tests.forEach((id, counts) -> {
      var others = new TreeMap<>(counts);
      others.keySet().removeIf(test -> names.stream().anyMatch(test::startsWith));
      left.put(id, others);
    });
    return new TestPlan(left);
  }

  private static Map<ExerciseId, Map<String, Integer>> count(List<TestEvent> events) {
    var counts = new TreeMap<ExerciseId, Map<String, Integer>>();
    for (var e : events) {
      var method = e.name().contains(" ") ? e.name().substring(0, e.name().indexOf(' ')) : e.name();
      counts
          .computeIfAbsent(e.exercise(), _ -> new TreeMap<>())
          .merge(e.testClass() + "." + method, 1, Integer::sum);
    }
    return counts;
  }

  /// An event more for each of `exercises` whose tests did not report once each.
  List<TestEvent> broken(List<TestEvent> events, Collection<ExerciseId> exercises) {
    var reported = count(events);
    var broken = new ArrayList<TestEvent>();
    for (var id : exercises) {
      var planned = tests.getOrDefault(id, Map.of());
      var ran = reported.getOrDefault(id, Map.of());
      if (!planned.equals(ran)) {
        var text =
            "%d of %d planned tests reported; each has to report once"
                .formatted(sum(ran), sum(planned));
        broken.add(TestEvent.of(id + "\t\tthe plan", "unplanned", text, 0, "", List.of()));
      }
    }
    return broken;
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(n -> n).sum();
  }
}
