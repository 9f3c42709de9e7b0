package tapeline.instructor.board.run;

import java.io.IOException;
import tapeline.instructor.judge.verdict.PairJudge;

/// Makes the judge.
@FunctionalInterface
public interface JudgeFactory {
  /// A judge, which the caller closes.
  ///
  /// @param quick with fewer and shorter forks
  PairJudge judge(boolean quick) throws IOException;

  /// Requires of this machine what a judge needs, before any work.
  ///
  /// @throws IllegalStateException with what is missing, and how to get it
  default void require() {}
}
