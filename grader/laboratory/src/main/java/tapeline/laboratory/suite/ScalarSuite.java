package tapeline.laboratory.suite;

import java.io.IOException;

/// The scalar suite.
public final class ScalarSuite {
  private ScalarSuite() {}

  /// Runs it in under two minutes, and prints what came: `mvn -pl grader test -Dmodule=19
  /// -Dreference -Drun=ScalarSuite`.
  static void main() throws IOException {
    SuiteRun.print(StandardSuite.SCALAR);
  }
}
