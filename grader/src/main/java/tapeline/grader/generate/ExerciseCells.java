package tapeline.grader.generate;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tapeline.grader.course.ExerciseId;

/// The exercises' cells of a notebook.
public final class ExerciseCells {
  private final Notebook notebook;

  private ExerciseCells(Notebook notebook) {
    this.notebook = notebook;
  }

  /// Reads a notebook's JSON; `name` is what errors call it. An empty text has no cells.
  ///
  /// @throws IllegalArgumentException when it is no JSON, naming the line
  public static ExerciseCells of(String name, String json) {
    return new ExerciseCells(Notebook.parse(name, json.isBlank() ? "{}" : json));
  }

  /// The lines below `%%exercise`, by exercise; the first cell of an exercise counts.
  public SortedMap<ExerciseId, String> bodies() {
    var bodies = new TreeMap<ExerciseId, String>();
    for (var cell : notebook.cells()) {
      if (cell.isExercise()) {
        bodies.putIfAbsent(cell.exercise(), cell.body());
      }
    }
    return bodies;
  }

  /// The notebook's JSON with other lines in the cells of these exercises.
  public String with(Map<ExerciseId, String> bodies) {
    var byCell = new HashMap<Integer, String>();
    for (var cell : notebook.cells()) {
      if (cell.isExercise() && bodies.containsKey(cell.exercise())) {
        byCell.put(cell.number(), bodies.get(cell.exercise()));
      }
    }
    return notebook.with(byCell);
  }
}
