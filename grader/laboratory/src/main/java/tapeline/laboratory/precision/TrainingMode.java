package tapeline.laboratory.precision;

import java.util.List;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.precision.FloatFormat;
import tapeline.precision.LossScaler;
import tapeline.precision.MasterWeights;
import tapeline.precision.MixedPrecision;
import tapeline.precision.MixedTrainer;

/// A precision in which the laboratory trains.
public enum TrainingMode {
  FLOAT32("float32"),
  BFLOAT16("bfloat16"),
  FLOAT16("float16, scaled"),
  FLOAT16_UNSCALED("float16, not scaled");

  public final String title;

  TrainingMode(String title) {
    this.title = title;
  }

  /// A trainer of these parameters. Master weights but in float32.
  public MixedTrainer trainer(List<Parameter> parameters, Optimizer optimizer) {
    if (this == FLOAT32) {
      return new MixedTrainer(parameters, optimizer, MixedPrecision.float32(), LossScaler.none());
    }
    var format = this == BFLOAT16 ? FloatFormat.BFLOAT16 : FloatFormat.FLOAT16;
    return new MixedTrainer(
        parameters,
        new MasterWeights(parameters, optimizer, format),
        new MixedPrecision(format),
        this == FLOAT16 ? new LossScaler() : LossScaler.none());
  }
}
