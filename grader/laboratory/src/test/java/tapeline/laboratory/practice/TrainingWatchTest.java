package tapeline.laboratory.practice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.data.Dataset;
import tapeline.laboratory.practice.TrainingWatch.Alarm;
import tapeline.laboratory.practice.TrainingWatch.Signal;
import tapeline.nn.Parameter;
import tapeline.profile.TrainingStep;
import tapeline.tensor.Tensor;

/// A watch over trainings whose signals are made up, and over one with a bad batch.
class TrainingWatchTest {
  /// Returns the alarms of steps with these losses, gradients, numbers of inputs, seconds and
  /// samples.
  private static List<String> alarms(double[]... steps) {
    return alarms(2, steps);
  }

  private static List<String> alarms(int first, double[]... steps) {
    var rest = new ArrayDeque<>(List.of(steps));
    var weight = new Parameter("weight", Tensor.vector(0));
    var clock = new long[1];
    var training =
        new TrainingStep<>(
            "made up",
            rest::remove,
            step -> {
              var tape = new TensorTape();
              var x = tape.variable(Tensor.zeros((int) step[2]));
              tape.backward(x.times(x).sum());
              weight.setGradient(Tensor.vector((float) step[1]));
              clock[0] += (long) (1e9 * step[3]);
              return step[0];
            },
            List.of(weight));
    var heard = new ArrayList<Alarm>();
    var watch = new TrainingWatch(first, () -> clock[0], List.of(heard::add));
    for (var _ : steps) {
      watch.step(training, step -> (int) step[4]);
    }
    return heard.stream().map(a -> a.step() + " " + a.signal()).toList();
  }

  private static double[] step(double loss, double norm, int inputs, double seconds) {
    return new double[] {loss, norm, inputs, seconds, 10};
  }

  @Test
  void each_signal_is_told_when_it_leaves_its_band_and_again_when_it_has_been_back() {
    var usual = step(1, 1, 100, 1);
    assertThat(alarms(usual, usual, step(2, 5, 110, 5), usual)).as("at the limits").isEmpty();
    assertThat(
            alarms(
                usual,
                usual,
                step(2.1, 1, 100, 1),
                step(3, 5.1, 100, 1),
                step(1, 1, 200, 1),
                step(2.1, 1, 100, 5.1)))
        .containsExactly("3 LOSS", "4 NORM", "5 BYTES", "6 LOSS", "6 RATE");
    assertThat(alarms(usual, usual, new double[] {1, 1, 100, 5.1, 11}))
        .as("a slower step with more samples")
        .isEmpty();
    assertThat(alarms(usual, usual, step(Double.NaN, Float.NaN, 100, 1)))
        .containsExactly("3 LOSS", "3 NORM");
    assertThat(alarms(step(Double.NaN, 1, 100, 1))).as("among the first").containsExactly("1 LOSS");
  }

  /// A first step runs while the compiler is at work, and takes ten times as long.
  @Test
  void a_cold_first_step_does_not_say_which_rate_is_usual() {
    var cold = step(1, 1, 100, 10);
    var usual = step(1, 1, 100, 1);
    assertThat(alarms(3, cold, usual, usual, step(1, 1, 100, 5)))
        .as("a fifth of the median rate")
        .isEmpty();
    assertThat(alarms(3, cold, usual, usual, step(1, 1, 100, 5.1))).containsExactly("4 RATE");
  }

  @Test
  void a_step_that_the_clock_did_not_see_has_no_rate() {
    var usual = step(1, 1, 100, 1);
    var unseen = step(1, 1, 100, 0);
    assertThat(alarms(3, unseen, usual, usual, step(1, 1, 100, 5.1)))
        .as("10 samples in 0 s, and a slow step")
        .containsExactly("4 RATE");
    assertThat(alarms(usual, usual, new double[] {1, 1, 100, 0, 0}))
        .as("no samples in 0 s")
        .isEmpty();
  }

  @Test
  void a_bad_batch_is_heard_of_in_its_step() {
    for (int bad : new int[] {0, 40}) {
      var heard = new ArrayList<Alarm>();
      var clock = new long[1];
      var watch = new TrainingWatch(20, () -> clock[0] += 1000, List.of(heard::add));
      var training = WatchedTraining.training(bad);
      for (int step = 0; step < 45; step++) {
        watch.step(training, Dataset::size);
      }
      assertThat(heard.stream().filter(a -> a.step() <= 40).map(a -> a.step() + " " + a.signal()))
          .as("bad step %d", bad)
          .containsExactlyElementsOf(
              bad == 0 ? List.of() : List.of("40 " + Signal.LOSS, "40 " + Signal.NORM));
    }
  }
}
