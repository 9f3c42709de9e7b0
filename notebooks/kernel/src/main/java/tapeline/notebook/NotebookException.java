package tapeline.notebook;

/// What was asked for cannot be done, and the message is all there is to say: no stack would help.
public final class NotebookException extends RuntimeException {
  public NotebookException(String message) {
    super(message, null, false, false);
  }
}
