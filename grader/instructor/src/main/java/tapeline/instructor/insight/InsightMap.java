package tapeline.instructor.insight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.HeatMapChart;
import tapeline.grader.course.ExerciseId;
import tapeline.toolkit.Charts;

/// The picture of the class: a row a module, a column an exercise, the share of works that did not
/// pass it.
final class InsightMap {
  private InsightMap() {}

  static HeatMapChart of(List<ModuleInsight> modules) {
    var shown = modules.stream().filter(m -> !m.exercises().isEmpty()).toList();
    int columns =
        shown.stream()
            .flatMap(m -> m.exercises().stream())
            .map(e -> e.exercise().id())
            .mapToInt(ExerciseId::number)
            .max()
            .orElse(1);
    var names =
        shown.stream()
            .map(m -> m.module().name())
            .sorted(Comparator.reverseOrder()) // the first row is the lowest
            .toList();
    var cells = new ArrayList<Number[]>();
    for (var module : shown) {
      int row = names.indexOf(module.module().name());
      for (var e : module.exercises()) {
        cells.add(new Number[] {e.exercise().id().number() - 1, row, e.openPercent()});
      }
    }
    return Charts.heatMap(
        "Not passed, in % of the class",
        "exercise", IntStream.rangeClosed(1, columns).mapToObj(i -> "" + i).toList(), names, cells);
  }
}
