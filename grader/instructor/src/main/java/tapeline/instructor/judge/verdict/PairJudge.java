package tapeline.instructor.judge.verdict;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import tapeline.competition.Event;

/// Judges a pair.
@FunctionalInterface
public interface PairJudge extends AutoCloseable {
  /// Judges the submission at `entry`, a folder or an archive.
  ///
  /// @param against another submission; empty for the event's baseline
  /// @param seed of all that is drawn
  /// @param progress hears which share of the work is done, from 0 to 1
  /// @throws IOException when the judge itself fails; whatever an entry does is a [Judgement]
  Judgement judge(
      Event event, Path entry, Optional<Path> against, long seed, DoubleConsumer progress)
      throws IOException;

  /// Ends what it keeps open: nothing, for most.
  @Override
  default void close() throws IOException {}
}
