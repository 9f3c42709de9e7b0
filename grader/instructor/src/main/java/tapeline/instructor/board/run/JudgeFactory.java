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
}
