package tapeline.instructor.board.run;

import java.io.IOException;
import java.util.List;
import tapeline.instructor.board.JudgedPair;

/// Judges one pair after the other on this machine: two at once would disturb each other.
public final class LocalExecutor implements PairExecutor {
  private final PairWork work;

  public LocalExecutor(PairWork work) {
    this.work = work;
  }

  @Override
  public String name() {
    return "local";
  }

  @Override
  public void judge(List<JudgedPair> pairs, Sink sink) {
    for (var pair : pairs) {
      if (!sink.claim(pair)) {
        continue;
      }
      sink.doing(pair, 0);
      try {
        sink.judged(pair, work.judgeOnBoard(pair, share -> sink.doing(pair, share)));
      } catch (IOException e) {
        sink.failed(pair, String.valueOf(e.getMessage()));
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        // A mistake of the judge in one event, or a file that it misses, stops no other event.
        sink.failed(pair, said(e));
      }
    }
  }

  /// The error that was thrown, and its cause where it has one.
  private static String said(Throwable e) {
    return e.getCause() == null ? e.toString() : e + ", by " + e.getCause();
  }
}
