package tapeline.instructor.board.run;

import java.io.IOException;
import java.util.List;
import tapeline.instructor.board.JudgedPair;
import tapeline.instructor.judge.verdict.Judgement;

/// Where pairs are judged: in this process, or on a cluster.
public interface PairExecutor {
  /// Its name in the run's record.
  String name();

  /// Judges the pairs, in any order, and hands each judgement over as soon as it is there.
  void judge(List<JudgedPair> pairs, Sink sink) throws IOException, InterruptedException;

  /// Hears what becomes of the pairs. For use by one thread.
  interface Sink {
    /// Whether the pair is to be judged: no other run has it. It is asked before a pair is judged.
    boolean claim(JudgedPair pair);

    /// A pair is being judged; `share` of it is done.
    void doing(JudgedPair pair, double share);

    /// A pair was judged.
    void judged(JudgedPair pair, Judgement judgement);

    /// Something that who waits should know of.
    void note(String line);

    /// The judge itself failed. The pair is not judged, and is tried again by the next run.
    void failed(JudgedPair pair, String why);
  }
}
