package tapeline.grader.generate;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tapeline.grader.course.ExerciseId;

/// The exercises' cells of a notebook.
public final class ExerciseCells {
  private final String name;
  private final Notebook notebook;

  private ExerciseCells(String name, Notebook notebook) {
    this.name = name;
    this.notebook = notebook;
  }

  /// Reads a notebook's JSON; `name` is what errors call it. An empty text has no cells.
  ///
  /// @throws IllegalArgumentException when it is no JSON, naming the line
  public static ExerciseCells of(String name, String json) {
    return new ExerciseCells(name, Notebook.parse(name, json.isBlank() ? "{}" : json));
  }

  /// The lines below `%%exercise`, by exercise; the first cell of an exercise counts.
  ///
  /// @throws IllegalArgumentException when a cell names none, naming the cell
  public SortedMap<ExerciseId, String> bodies() {
    var bodies = new TreeMap<ExerciseId, String>();
    for (var cell : notebook.cells()) {
      if (cell.isExercise()) {
        bodies.putIfAbsent(exercise(cell), cell.body());
      }
    }
    return bodies;
  }

  /// The notebook's JSON with other lines in the cells of these exercises.
  public String with(Map<ExerciseId, String> bodies) {
    var byCell = new HashMap<Integer, String>();
    for (var cell : notebook.cells()) {
      if (cell.isExercise() && bodies.containsKey(exercise(cell))) {
        byCell.put(cell.number(), bodies.get(exercise(cell)));
      }
    }
    return notebook.with(byCell);
  }

  private ExerciseId exercise(Notebook.Cell cell) {
    try {
      return cell.exercise();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: cell %d: %s".formatted(name, cell.number(), e.getMessage()), e);
    }
  }
}
