package tapeline.toolkit;

/// Thrown where an exercise is still to be written; the grader reports it as *not started*.
///
/// ```java
/// throw new Todo("03.2", "backward");
/// ```
public final class Todo extends UnsupportedOperationException {
  private final String exercise;

  /// Marks `exercise`, for example `"03.2"`; `what` names the method or value that is missing.
  public Todo(String exercise, String what) {
    super("exercise " + exercise + " is still to be written: " + what);
    this.exercise = exercise;
  }

  /// The exercise's number, for example `"03.2"`.
  public String exercise() {
    return exercise;
  }
}
