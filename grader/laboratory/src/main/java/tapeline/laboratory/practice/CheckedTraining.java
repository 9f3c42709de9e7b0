package tapeline.laboratory.practice;

import java.util.function.IntFunction;
import tapeline.profile.TrainingStep;

/// A training that the checklist can start anew, with another batch size too.
///
/// @param batch the size that it is meant for
/// @param start makes it from its beginning, given a batch size
/// @param guessing the loss of a model that knows nothing: the logarithm of the number of classes
/// @param <B> a batch
public record CheckedTraining<B>(
    String name,
    int batch,
    IntFunction<TrainingStep<B>> start,
    double guessing,
    TrainingNotes notes) {

  /// From its beginning, with its own batch size.
  TrainingStep<B> fresh() {
    return start.apply(batch);
  }
}
