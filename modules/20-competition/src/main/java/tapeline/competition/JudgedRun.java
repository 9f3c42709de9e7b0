package tapeline.competition;

import java.util.List;
import java.util.Map;
import tapeline.bench.Conditions;

/// The result of running an entry beside the baseline, not judged yet.
///
/// @param baseline the conditions of the baseline
/// @param entry the conditions of the entry
/// @param size of its inputs
/// @param answers all of them, each beside the right one
/// @param value what an answer took, in the unit of the event's metric
/// @param ratio the baseline's value over the entry's
public record JudgedRun(
    Conditions baseline,
    Conditions entry,
    Map<String, Integer> size,
    List<JudgedAnswer> answers,
    double value,
    double ratio) {
  public JudgedRun {
    size = Map.copyOf(size);
    answers = List.copyOf(answers);
  }

  /// An answer.
  ///
  /// @param given by the entry
  /// @param right as computed in float64; all its numbers are finite
  public record JudgedAnswer(float[] given, double[] right) {}

  /// The judgement of a run, with its reason.
  public record Standing(Place place, String reason) {}

  /// The places of an entry.
  public enum Place {
    /// It is ranked.
    RANKED,
    /// A person looks at it first.
    REVIEW,
    /// It has no place.
    OUT
  }
}
