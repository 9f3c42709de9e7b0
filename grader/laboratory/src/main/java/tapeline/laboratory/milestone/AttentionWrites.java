package tapeline.laboratory.milestone;

import java.util.SplittableRandom;
import tapeline.data.Datasets;
import tapeline.toolkit.ProgressBar;
import tapeline.transformer.CharEntropy;
import tapeline.transformer.PersuasionModel;
import tapeline.transformer.Sampler;
import tapeline.transformer.Vocabulary;

/// 2017: one block of causal attention learns Jane Austen's *Persuasion*, and writes.
final class AttentionWrites implements MilestoneProgram {
  private static final int STEPS = 1500;
  private static final int MEAN = 25; // steps, for a point of the chart
  private static final int WRITTEN = 300;
  private static final float TEMPERATURE = 0.7f;

  @Override
  public double run(Drawing drawing, double effort) {
    var text = Datasets.persuasion();
    var vocabulary = Vocabulary.of(text);
    int[] tokens = vocabulary.encode(text);
    int steps = MilestoneProgram.rounds(STEPS, effort);
    drawing.begin("Attention learns to write", "steps", "loss, nats a character");
    drawing.level("counting characters", CharEntropy.unigram(tokens));
    drawing.level("counting pairs", CharEntropy.bigram(tokens));
    var losses = new double[2]; // how many since the last point, and their sum
    var step = new int[1];
    try (var bar = ProgressBar.of("windows of 32 characters", steps)) {
      var run =
          PersuasionModel.train(
              text,
              1,
              steps,
              loss -> {
                losses[0]++;
                losses[1] += loss;
                step[0]++;
                if (losses[0] == MEAN || step[0] == steps) {
                  drawing.add("attention", step[0], losses[1] / losses[0]);
                  losses[0] = 0;
                  losses[1] = 0;
                }
                bar.step();
              });
      bar.say(
          vocabulary.decode(
              new Sampler(run.model(), TEMPERATURE)
                  .cached(vocabulary.encode("Anne "), WRITTEN, new SplittableRandom(1))));
      return run.validation();
    }
  }
}
