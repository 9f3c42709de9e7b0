package tapeline.laboratory.parallel;

import java.util.ArrayList;
import java.util.List;

/// In which order a stage of a pipeline goes forward and backward through the micro-batches of a
/// batch.
public enum PipelineSchedule {
  /// All forward, then all backward (Huang et al. 2019, arXiv 1811.06965): a stage holds what all
  /// micro-batches need for backward.
  GPIPE,
  /// Backward as early as can be, one forward and one backward in turn (Narayanan et al. 2019, doi
  /// 10.1145/3341301.3359646): a stage holds as many micro-batches as there are stages from it on.
  ONE_FORWARD_ONE_BACKWARD;

  /// One pass of a micro-batch.
  ///
  /// @param forward or backward
  public record Pass(boolean forward, int micro) {}

  /// The passes of a stage, in their order.
  public List<Pass> passes(int stage, int stages, int micros) {
    int ahead = this == GPIPE ? micros : Math.min(micros, stages - 1 - stage);
    var passes = new ArrayList<Pass>();
    for (int i = 0; i < ahead; i++) {
      passes.add(new Pass(true, i));
    }
    for (int i = ahead; i < micros; i++) {
      passes.add(new Pass(true, i));
      passes.add(new Pass(false, i - ahead));
    }
    for (int i = micros - ahead; i < micros; i++) {
      passes.add(new Pass(false, i));
    }
    return passes;
  }

  /// The most micro-batches that a stage holds at a time.
  public int held(int stage, int stages, int micros) {
    int held = 0;
    int most = 0;
    for (var pass : passes(stage, stages, micros)) {
      held += pass.forward ? 1 : -1;
      most = Math.max(most, held);
    }
    return most;
  }

  /// The share of the time in which a stage has nothing to do, by formula: `(p − 1)/(m + p − 1)`,
  /// the same for both orders.
  public static double bubble(int stages, int micros) {
    return (stages - 1.0) / (micros + stages - 1);
  }

  @Override
  public String toString() {
    return this == GPIPE ? "GPipe" : "1F1B";
  }
}
