package tapeline.instructor.board.run;

import java.io.IOException;
import tapeline.instructor.judge.verdict.PairJudge;

/// Makes the judge.
@FunctionalInterface
public interface JudgeFactory {
  /// A judge, which [#close] ends.
  ///
  /// @param quick with fewer and shorter forks
  PairJudge judge(boolean quick) throws IOException;

  /// Ends a judge that keeps something open.
  static void close(PairJudge judge) throws IOException {
    if (judge instanceof AutoCloseable open) {
      try {
        open.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException("the judge did not end: " + e.getMessage(), e);
      }
    }
  }
}
