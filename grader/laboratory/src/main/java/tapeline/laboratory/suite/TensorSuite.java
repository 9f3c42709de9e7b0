package tapeline.laboratory.suite;

import java.io.IOException;

/// The tensor suite.
public final class TensorSuite {
  private TensorSuite() {}

  /// Runs it in under two minutes, and prints what came: `mvn -pl grader test -Dmodule=19
  /// -Dreference -Drun=TensorSuite`.
  static void main() throws IOException {
    SuiteRun.print(StandardSuite.TENSOR);
  }
}
