package tapeline.laboratory.milestone;

import java.util.SplittableRandom;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.Shifts;
import tapeline.data.Datasets;
import tapeline.nn.GradientDescent;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.tensor.Tensor;
import tapeline.toolkit.ProgressBar;

/// 1998: two layers of convolutions read digits that were shifted anew in each epoch.
final class ConvolutionDigits implements MilestoneProgram {
  private static final int WIDTH = 8;
  private static final int EPOCHS = 15;
  private static final int BATCH = 16;
  private static final double FIRST_RATE = 0.2;
  private static final double LAST_RATE = 0.02;
  private static final double SHARE = 0.8;

  @Override
  public double run(Drawing drawing, double effort) {
    var random = new SplittableRandom(1);
    var parts = Datasets.digits().shuffled(random).split(SHARE);
    var training = parts.training();
    int epochs = MilestoneProgram.rounds(EPOCHS, effort);
    var model = DigitsNetwork.of(WIDTH, random);
    drawing.begin("Convolutions read digits", "epochs", "share that is right");
    try (var bar = ProgressBar.of("shifted digits", epochs)) {
      drawing.add("digits it never saw", 0, Metrics.accuracy(model, parts.test()));
      for (int epoch = 0; epoch < epochs; epoch++) {
        double way = epochs == 1 ? 0 : epoch / (epochs - 1.0);
        float rate = (float) (FIRST_RATE * Math.pow(LAST_RATE / FIRST_RATE, way));
        var shifted = Shifts.of(training, random);
        new Trainer(model, new GradientDescent(rate), BATCH, random).epoch(shifted);
        drawing.add("digits it never saw", epoch + 1, Metrics.accuracy(model, parts.test()));
        bar.step();
      }
    }
    IO.println("parameters: " + parameters(model));
    return Metrics.accuracy(model, parts.test());
  }

  private static int parameters(Sequential model) {
    return model.parameters().stream().map(p -> p.value()).mapToInt(ConvolutionDigits::size).sum();
  }

  private static int size(Tensor tensor) {
    return tensor.shape().size();
  }
}
