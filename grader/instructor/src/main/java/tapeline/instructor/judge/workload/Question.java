package tapeline.instructor.judge.workload;

import java.util.Optional;

/// One input, and what the judge alone knows of it.
public interface Question {
  /// The input's arrays.
  float[][] input();

  /// How many numbers the answer has.
  int answerLength();

  /// What an answer is worth.
  Mark mark(float[] answer);

  /// What no machine can go below, in the unit of the event's metric.
  double floor();

  /// What an answer is worth.
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
