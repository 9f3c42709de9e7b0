package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;

/// A worker ended on an order that runs no test, so no code under test is to blame.
public final class WorkerEnded extends UncheckedIOException {
  WorkerEnded(String message, IOException cause) {
    super(message, cause);
  }
}
