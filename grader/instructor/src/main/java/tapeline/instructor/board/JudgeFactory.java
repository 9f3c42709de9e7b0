package tapeline.instructor.board;

import java.io.IOException;
import tapeline.instructor.judge.PairJudge;

/// Makes the judge.
@FunctionalInterface
public interface JudgeFactory {
  /// @param quick with fewer and shorter forks
  PairJudge judge(boolean quick) throws IOException;
}
