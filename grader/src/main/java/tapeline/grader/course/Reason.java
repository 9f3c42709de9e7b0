package tapeline.grader.course;

import java.io.UncheckedIOException;

/// An error in words, for a learner who reads no stack.
public final class Reason {
  private Reason() {}

  /// The message; behind it the cause where a file could not be read or written.
  public static String of(RuntimeException error) {
    var message = String.valueOf(error.getMessage());
    var cause = String.valueOf(error.getCause());
    return error instanceof UncheckedIOException && !message.endsWith(cause)
        ? message + ": " + cause
        : message;
  }
}
