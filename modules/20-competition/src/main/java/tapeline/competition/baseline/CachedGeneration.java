package tapeline.competition.baseline;

import java.util.SplittableRandom;
import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;
import tapeline.transformer.CharModel;
import tapeline.transformer.Sampler;

/// Module 09's transformer and its cache of keys and values.
public final class CachedGeneration implements Contestant {
  private CharModel model = new CharModel(new CharModel.Size(1, 1, 1, 1, 0), random());

  private static SplittableRandom random() {
    return new SplittableRandom(1);
  }

  @Override
  public void setUp(float[][] given) {
    float[] sizes = given[0]; // vocabulary, width, heads, layers, context
    model =
        new CharModel(
            new CharModel.Size(
                (int) sizes[0], (int) sizes[4], (int) sizes[1], (int) sizes[2], (int) sizes[3]),
            random());
    var parameters = model.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      var value = parameters.get(i).value();
      value.assign(Tensor.of(given[i + 1], value.shape().toArray()));
    }
  }

  @Override
  public float[] answer(float[][] input) {
    var prompt = new int[input[0].length];
    for (int i = 0; i < prompt.length; i++) {
      prompt[i] = (int) input[0][i];
    }
    int count = (int) input[1][0];
    int[] text = new Sampler(model, 0).cached(prompt, count, random());
    var answer = new float[count];
    for (int i = 0; i < count; i++) {
      answer[i] = text[prompt.length + i];
    }
    return answer;
  }
}
