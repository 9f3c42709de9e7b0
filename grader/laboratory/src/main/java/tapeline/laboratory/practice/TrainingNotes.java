package tapeline.laboratory.practice;

import java.util.List;
import java.util.Map;

/// The part of good practice that only the author of a training can tell.
///
/// @param choices what was chosen, and why: `"batch 32" → "the largest that fits the cache"`
/// @param watched what is looked at in each step: `loss`, `norm of the gradients`
/// @param changes what was made faster, in order
public record TrainingNotes(
    Map<String, String> choices, List<String> watched, List<Change> changes) {
  /// Notes of who has written none.
  public static final TrainingNotes NONE = new TrainingNotes(Map.of(), List.of(), List.of());

  /// Keeps its own copies.
  public TrainingNotes {
    choices = Map.copyOf(choices);
    watched = List.copyOf(watched);
    changes = List.copyOf(changes);
  }

  /// An optimisation.
  ///
  /// @param profile what a profile had said before; empty when there was none
  public record Change(String what, String profile) {}
}
