package tapeline.laboratory.practice;

import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import tapeline.profile.TrainingStep;

/// A training that the checklist can start anew, with another batch size too.
///
/// @param batch the size that it is meant for
/// @param start makes it from its beginning, given a batch size
/// @param baseline the loss that a simpler predictor has on a batch, such as [ConstantPredictor]'s
/// @param <B> a batch
public record CheckedTraining<B>(
    String name,
    int batch,
    IntFunction<TrainingStep<B>> start,
    ToDoubleFunction<B> baseline,
    TrainingNotes notes) {

  /// From its beginning, with its own batch size.
  TrainingStep<B> fresh() {
    return start.apply(batch);
  }
}
