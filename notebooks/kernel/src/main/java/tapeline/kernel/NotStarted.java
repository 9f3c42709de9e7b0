package tapeline.kernel;

import tapeline.toolkit.Todo;

/// What a cell shows that needs an exercise that is still to be done. It is no error.
record NotStarted(String exercise, String what, String because) {
  static NotStarted of(Todo todo) {
    var message = String.valueOf(todo.getMessage());
    return new NotStarted(todo.exercise(), message.substring(message.indexOf(": ") + 2), "");
  }

  /// The same, of a cell that uses a name which waits.
  NotStarted by(String name) {
    return new NotStarted(exercise, what, name + " waits for ");
  }

  @Override
  public String toString() {
    return "not started: %s%s %s. Write it in the cell that begins %%%%exercise %s; %%hint %s helps."
        .formatted(because, exercise, what, exercise, exercise);
  }
}
