package tapeline.peers.bench;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.peers.Torch;
import tapeline.peers.Twin;
import tapeline.tensor.Tensor;

class TheirPassTest {
  private static Twin square(List<NDArray> seen) {
    return Twin.of(
        List.of(Tensor.of(new float[] {2, 3}, 2)),
        (_, x) -> x.getFirst().square(),
        x -> {
          seen.add(x.getFirst());
          return x.getFirst().square();
        });
  }

  @Test
  void without_a_gradient_the_same_array_serves_each_pass_and_what_it_gave_is_freed() {
    try (var manager = Torch.start(1)) {
      var seen = new ArrayList<NDArray>();
      var pass =
          new TheirPass(manager, square(seen), Tensor.of(new float[] {1, 1}, 2), PassKind.FORWARD);
      int before = manager.getManagedArrays().size();
      pass.forward();
      pass.forward();
      assertThat(seen.getFirst()).isSameAs(seen.getLast());
      assertThat(manager.getManagedArrays()).hasSize(before);
      assertThat(pass.answers().getFirst()).containsExactly(4, 9);
    }
  }

  @Test
  void each_pass_with_a_gradient_begins_without_one() {
    try (var manager = Torch.start(1)) {
      var ones = Tensor.of(new float[] {1, 1}, 2);
      var pass = new TheirPass(manager, square(new ArrayList<>()), ones, PassKind.GRADIENTS);
      pass.forward();
      pass.backward();
      assertThat(pass.answers().get(1)).containsExactly(4, 6);
    }
  }
}
