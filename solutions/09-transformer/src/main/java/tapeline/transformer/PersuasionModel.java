package tapeline.transformer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;
import tapeline.data.Datasets;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.toolkit.ProgressBar;

/// A small transformer learns to write like Jane Austen, one character at a time.
public final class PersuasionModel {
  private static final int CONTEXT = 32;
  private static final int WIDTH = 32;
  private static final int HEADS = 4;
  private static final int LAYERS = 1;
  private static final int BATCH = 8;
  private static final int STEPS = 2000;
  private static final float RATE = 1e-2f;
  private static final double SHARE = 0.9;
  private static final int WINDOWS = 200;
  private static final int SEEDS = 5;

  private PersuasionModel() {}

  /// Trains on the first 90 % of a text, and validates on the rest. The seed decides where the
  /// weights start, and which windows are seen.
  ///
  /// @param onLoss hears of the loss of each step
  public static TextRun train(String text, long seed, int steps, DoubleConsumer onLoss) {
    long start = System.nanoTime();
    var random = new SplittableRandom(seed);
    var vocabulary = Vocabulary.of(text);
    int[] all = vocabulary.encode(text);
    int cut = (int) (SHARE * all.length);
    var training = Arrays.copyOf(all, cut);
    var validation = Arrays.copyOfRange(all, cut, all.length);
    var size = new CharModel.Size(vocabulary.size(), CONTEXT, WIDTH, HEADS, LAYERS);
    var model = new CharModel(size, random);
    var adam = new Adam(Schedule.cosine(RATE, steps / 20, steps));
    var trainer = new TextTrainer(model, adam, BATCH, random);
    for (int step = 0; step < steps; step++) {
      onLoss.accept(trainer.step(training));
    }
    return new TextRun(
        seed,
        steps,
        TextTrainer.loss(model, WINDOWS, training),
        TextTrainer.loss(model, WINDOWS, validation),
        CharEntropy.unigram(all),
        (System.nanoTime() - start) / 1e9,
        model);
  }

  /// Prints the table of five trainings, and what the last model writes: `mvn -pl grader test
  /// -Drun=PersuasionModel`.
  static void main() {
    var text = Datasets.persuasion();
    var runs = new ArrayList<TextRun>();
    try (var bar = ProgressBar.of("training", (long) SEEDS * STEPS)) {
      for (int seed = 1; seed <= SEEDS; seed++) {
        runs.add(train(text, seed, STEPS, _ -> bar.step()));
      }
    }
    IO.println(TextRun.table(runs));
    var vocabulary = Vocabulary.of(text);
    var sampler = new Sampler(runs.getLast().model(), 0.7f);
    var written = sampler.cached(vocabulary.encode("Anne "), 400, new SplittableRandom(1));
    IO.println(vocabulary.decode(written));
  }
}
