package tapeline.grader.run;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import tapeline.grader.result.Problem;
import tapeline.grader.result.SourceLine;

/// The line of a problem, for tests that know that there is one.
final class ProblemLine {
  private ProblemLine() {}

  static SourceLine line(@Nullable Problem problem) {
    return requireNonNull(requireNonNull(problem).at());
  }
}
