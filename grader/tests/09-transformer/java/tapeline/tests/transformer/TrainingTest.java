package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.data.Datasets;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.transformer.CharModel;
import tapeline.transformer.PersuasionModel;
import tapeline.transformer.Sampler;
import tapeline.transformer.TextTrainer;
import tapeline.transformer.Vocabulary;

/// What training comes to, from fixed seeds: a model that learns less than it can has a mistake in
/// it. The bounds leave room for other roundings than the reference's.
@Tag("09.6")
class TrainingTest {
  private static final int SEEDS = 5;

  @Test
  void it_learns_a_sentence_by_heart_and_says_it() {
    var sentence = "the cat sat on the mat, and the mat lay under the cat. ";
    var text = sentence.repeat(4);
    var vocabulary = Vocabulary.of(text);
    int[] tokens = vocabulary.encode(text);
    var random = new SplittableRandom(1);
    var model = new CharModel(new CharModel.Size(vocabulary.size(), 24, 24, 2, 1), random);
    var trainer =
        new TextTrainer(model, new Adam(Schedule.cosine(1e-2f, 10, 150)), 4, random);
    for (int step = 0; step < 150; step++) {
      trainer.step(tokens);
    }
    int[] prompt = vocabulary.encode("the cat sat ");
    var said = new Sampler(model, 0).cached(prompt, 36, random);
    assertThat(vocabulary.decode(said))
        .as("how the model goes on after \"the cat sat \", having seen its sentence 600 times")
        .isEqualTo(sentence.substring(0, 48));
  }

  @Test
  void before_it_learns_it_knows_nothing() {
    int[] tokens = new SplittableRandom(2).ints(500, 0, 11).toArray();
    var model = new CharModel(new CharModel.Size(11, 16, 24, 2, 2), new SplittableRandom(1));
    assertThat(Math.abs(TextTrainer.loss(model, 20, tokens) - Math.log(11)) < 0.05)
        .as("whether a new model's loss on 11 characters is ln 11, that of a guess")
        .isTrue();
  }

}
