package tapeline.tests.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.compress.ErrorFeedback;
import tapeline.compress.GradientExchange;
import tapeline.compress.GradientExchange.Exchanged;
import tapeline.compress.LocalRing;
import tapeline.tests.Seeds;

@Tag("18.8")
class ErrorFeedbackTest {
  /// Says whole numbers alone, cut off towards 0; one worker, no ring.
  private static final GradientExchange WHOLE =
      (_, gradient) -> {
        var said = new float[gradient.length];
        for (int i = 0; i < said.length; i++) {
          said[i] = (int) gradient[i];
        }
        return new Exchanged(said.clone(), said);
      };

  private static List<Float> means(GradientExchange exchange, float... gradients) {
    return LocalRing.run(
            1,
            link -> {
              var means = new ArrayList<Float>();
              for (float g : gradients) {
                means.add(exchange.exchange(link, new float[] {g}).mean()[0]);
              }
              return means;
            })
        .getFirst();
  }

  @Test
  void what_was_cut_off_is_said_later() {
    assertThat(means(new ErrorFeedback(WHOLE), 0.75f, 0.75f, 0.75f, 0.75f))
        .as("whole numbers said of 0.75, four times")
        .containsExactly(0f, 1f, 1f, 1f);
  }

  @Test
  void the_gradient_itself_stays() {
    var gradient = new float[] {0.75f, -1.5f};
    var feedback = new ErrorFeedback(WHOLE);
    LocalRing.run(
        1,
        link -> {
          feedback.exchange(link, gradient);
          return feedback.exchange(link, gradient);
        });
    assertThat(gradient)
        .as("the gradient (0.75, −1.5) after two exchanges: others read it, too")
        .containsExactly(0.75f, -1.5f);
  }

  /// The said is not the mean where there are several workers.
  @Test
  void the_error_is_of_what_this_worker_said() {
    GradientExchange others =
        (_, gradient) -> new Exchanged(new float[] {100}, new float[] {(int) gradient[0]});
    var feedback = new ErrorFeedback(others);
    means(feedback, 1.25f, 1.25f);
    assertThat(feedback.error())
        .as("the error after 1.25 twice, of which 1 and 1 were said, where the mean was 100")
        .containsExactly(0.5f);
  }

  @Test
  void nothing_is_forgotten() {
    var random = Seeds.random("feedback");
    var feedback = new ErrorFeedback(WHOLE);
    var gradients = new float[200];
    double sum = 0;
    for (int i = 0; i < gradients.length; i++) {
      gradients[i] = random.nextInt(-40, 41) / 16f; // sums are exact
      sum += gradients[i];
    }
    double said = means(feedback, gradients).stream().mapToDouble(x -> x).sum();
    assertThat(said + feedback.error()[0])
        .as("all that was said in 200 steps, and the error: the sum of the gradients")
        .isEqualTo(sum);
  }
}
