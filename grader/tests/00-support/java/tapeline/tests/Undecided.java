package tapeline.tests;

import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import org.opentest4j.TestAbortedException;

/// Thrown by a performance test whose comparison could not tell faster from slower.
public final class Undecided extends TestAbortedException {
  /// `why` says what was measured, the interval, and what would decide it.
  public Undecided(String why) {
    super(why);
  }

  /// Refuses: code under test could read one from bytes of its own.
  private void readObject(ObjectInputStream in) throws NotSerializableException {
    throw new NotSerializableException(Undecided.class.getName());
  }
}
