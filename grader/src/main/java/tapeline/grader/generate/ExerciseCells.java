package tapeline.grader.generate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;

/// The exercises' cells of a notebook.
public final class ExerciseCells {
  private static final JsonMapper JSON = new JsonMapper();

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

  /// The notebook's JSON with the course's stub in each of these cells.
  ///
  /// @throws IllegalArgumentException when the course has no such exercise, naming the cell
  public String stubbed(Course course) {
    var stubs = new HashMap<Integer, String>();
    for (var cell : notebook.cells()) {
      if (cell.isExercise()) {
        var stub = stub(course, cell);
        if (!cell.body().equals(stub)) {
          stubs.put(cell.number(), stub);
        }
      }
    }
    return notebook.with(stubs);
  }

  /// Returns whether a cell has been run, and the notebook saved.
  public boolean hasRun() {
    try {
      return JSON.readTree(notebook.text())
          .path("cells")
          .valueStream()
          .anyMatch(c -> c.path("execution_count").isNumber() || !c.path("outputs").isEmpty());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(name + ": a notebook is JSON", e);
    }
  }

  /// Returns whether the other notebook has the same cells, whatever stands in those of exercises.
  public boolean hasCellsOf(ExerciseCells other) {
    return notebook.frame().equals(other.notebook.frame());
  }

  private String stub(Course course, Notebook.Cell cell) {
    return named(
        cell,
        () -> {
          var id = cell.exercise();
          var exercise = course.module(id.module()).exercise(id);
          return Mirror.stub(course, exercise).stripTrailing() + "\n";
        });
  }

  private ExerciseId exercise(Notebook.Cell cell) {
    return named(cell, cell::exercise);
  }

  private <T> T named(Notebook.Cell cell, Supplier<T> read) {
    try {
      return read.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: cell %d: %s".formatted(name, cell.number(), e.getMessage()), e);
    }
  }
}
