package tapeline.kernel.cell;

import org.jspecify.annotations.Nullable;
import tapeline.grader.report.Html;
import tapeline.toolkit.Todo;

/// The note of a cell that needs an exercise that is still to be done. It is no error.
///
/// @param exercise its number, `01.4`
/// @param title the part that is to be written, `record`
/// @param name the name that the cell uses and that waits for the exercise; empty when the cell
///   came upon the exercise itself
public record NotStarted(String exercise, String title, String name) {
  private static final int DEPTH = 10;

  /// The note of a cell that threw this, or null when no exercise is the reason.
  public static @Nullable NotStarted of(@Nullable Throwable thrown) {
    var cause = thrown;
    for (int i = 0; cause != null && i < DEPTH; i++) {
      if (cause instanceof Todo todo) {
        var message = String.valueOf(todo.getMessage());
        return new NotStarted(todo.exercise(), message.substring(message.indexOf(": ") + 2), "");
      }
      cause = cause.getCause();
    }
    return null;
  }

  /// Returns the note for a cell that uses a name which waits.
  NotStarted by(String name) {
    return new NotStarted(exercise, title, name);
  }

  @Override
  public String toString() {
    var waiting = name.isEmpty() ? "" : name + " waits for ";
    var begin = "%s%s (%s)".formatted(waiting, exercise, title);
    return "not started: %s. Write it in the cell that begins %%%%exercise %s; %%hint %s helps."
        .formatted(begin, exercise, exercise);
  }

  /// Returns the note in HTML, with its commands as code.
  public String html() {
    var html = new Html().raw("<p>not started: ");
    if (!name.isEmpty()) {
      html.element("code", name).raw(" waits for ");
    }
    html.element("b", exercise).text(" (" + title + "). Write it in the cell that begins ");
    html.element("code", "%%exercise " + exercise).raw("; ");
    return html.element("code", "%hint " + exercise).raw(" helps.</p>").toString();
  }
}
