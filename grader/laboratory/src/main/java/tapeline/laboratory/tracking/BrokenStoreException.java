package tapeline.laboratory.tracking;

import java.io.IOException;

/// Thrown when a store of baselines cannot be read, or must not be written: it names the file, and
/// the line where there is one.
public final class BrokenStoreException extends IOException {
  private static final long serialVersionUID = 1;

  BrokenStoreException(String message) {
    super(message);
  }
}
