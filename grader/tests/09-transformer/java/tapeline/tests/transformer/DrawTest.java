package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;
import tapeline.transformer.CharModel;
import tapeline.transformer.Sampler;

@Tag("09.7")
class DrawTest {
  private static final double JUST_BELOW_1 = Math.nextDown(1.0);

  @Test
  void the_point_lies_in_the_piece_of_its_token() {
    float[] probabilities = {0.25f, 0.5f, 0.25f};
    for (double point : new double[] {0, 0.1, 0.2499}) {
      draws(0, point, probabilities);
    }
    for (double point : new double[] {0.2501, 0.5, 0.7499}) {
      draws(1, point, probabilities);
    }
    for (double point : new double[] {0.7501, 0.9, JUST_BELOW_1}) {
      draws(2, point, probabilities);
    }
  }

  @Test
  void a_piece_begins_with_its_first_point() {
    draws(1, 0.25, 0.25f, 0.5f, 0.25f);
    draws(2, 0.75, 0.25f, 0.5f, 0.25f);
  }

  @Test
  void a_token_without_probability_never_comes() {
    draws(1, 0, 0, 1, 0);
    draws(1, JUST_BELOW_1, 0, 1, 0);
    draws(2, 0.5, 0.5f, 0, 0.5f);
  }

  @Test
  void a_point_behind_the_last_piece_belongs_to_it() {
    draws(2, 0.9999999, 0.3f, 0.3f, 0.399999f);
    draws(1, 0.9999999, 0.3f, 0.699999f, 0, 0);
    draws(1, 0.9999999, 0.699999f, 0.3f);
  }

  @Test
  void a_temperature_below_0_is_refused() {
    draws(1, 0.5, 0.5f, 0.5f);
    var model = new CharModel(new CharModel.Size(3, 4, 2, 1, 1), Seeds.random("temperature"));
    assertThat(Thrown.by(() -> new Sampler(model, -0.5f)))
        .as("what a temperature of −0.5 throws")
        .isEqualTo("IllegalArgumentException: a temperature is at least 0, got -0.5");
  }

  private static void draws(int token, double point, float... probabilities) {
    assertThat(Sampler.draw(probabilities, point))
        .as("the token at %s, the pieces being %s long", point, Arrays.toString(probabilities))
        .isEqualTo(token);
  }
}
