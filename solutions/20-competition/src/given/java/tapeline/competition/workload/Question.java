package tapeline.competition.workload;

import java.util.Optional;

/// One input, and what the judge alone knows of it.
public interface Question {
  /// The input's arrays.
  float[][] input();

  /// How many numbers the answer has.
  int answerLength();

  /// The mark of an answer.
  Mark mark(float[] answer);

  /// The bound below which no machine can go, in the unit of the event's metric.
  double floor();

  /// The mark of an answer.
  ///
  /// @param problem why it is wrong; empty when it is right as far as one answer can show
  /// @param right how many of its parts are right, where a share counts
  /// @param parts how many there are; 0 where no share counts
  record Mark(Optional<String> problem, int right, int parts) {
    static final Mark RIGHT = new Mark(Optional.empty(), 0, 0);

    static Mark share(int right, int parts) {
      return new Mark(Optional.empty(), right, parts);
    }

    static Mark wrong(String problem) {
      return new Mark(Optional.of(problem), 0, 0);
    }
  }
}
