package tapeline.notebook;

/// A request that cannot be done: the message is all there is to say, and no stack would help.
public final class NotebookException extends RuntimeException {
  public NotebookException(String message) {
    super(message, null, false, false);
  }
}
