package tapeline.peers.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.accel.fuse.Unwritten;
import tapeline.tensor.Shape;

/// The comparison of the answers, before anything is timed.
class PeerWorkTest {
  /// An engine that has only answers.
  private interface Answering extends EnginePass {
    @Override
    default void forward() {}

    @Override
    default void backward() {}
  }

  private static Answering with(double value, double... gradients) {
    var answers = new ArrayList<double[]>();
    answers.add(new double[] {value});
    for (double g : gradients) {
      answers.add(new double[] {g});
    }
    return () -> answers;
  }

  @Test
  void a_wrong_gradient_does_not_hide_behind_a_large_value() {
    var pair = new PeerWork.Pair(with(100, 2, 3), with(100, 1, 3));
    assertThatThrownBy(() -> pair.differenceWithin(0.5))
        .isInstanceOf(PeerWork.WrongAnswer.class)
        .hasMessageContaining("the answers differ by 1.0e+00");
  }

  @Test
  void a_gradient_that_cancels_is_measured_by_the_others() {
    var pair = new PeerWork.Pair(with(1e-9, 1e-9, 3), with(1e-9, 2e-9, 3));
    assertThat(pair.differenceWithin(1e-6)).isPositive();
  }

  @Test
  void a_small_value_has_no_floor() {
    var pair = new PeerWork.Pair(with(1e-9, 3), with(2e-9, 3));
    assertThatThrownBy(() -> pair.differenceWithin(0.1)).isInstanceOf(PeerWork.WrongAnswer.class);
  }

  @Test
  void on_vectors_the_answers_are_those_of_a_step_in_used_arrays() {
    Answering leaving =
        () -> {
          var tensor = Unwritten.of(Shape.of(1 << 12));
          double found = tensor.at(7);
          for (int i = 0; i < 1 << 12; i++) {
            tensor.set(3, i);
          }
          return List.of(new double[] {found});
        };
    assertThat(new VectorPass(leaving, true).answers().getFirst()).containsExactly(3);
  }
}
