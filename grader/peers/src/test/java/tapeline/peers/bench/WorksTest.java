package tapeline.peers.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorksTest {
  private static List<PeerWork> of(int module) {
    return Works.all().stream().filter(w -> w.module() == module).toList();
  }

  @Test
  void the_scalar_tape_computes_in_float64_and_all_others_in_float32() {
    assertThat(of(3)).isNotEmpty().allMatch(w -> w.dtype().equals("float64"));
    assertThat(Works.all())
        .filteredOn(w -> w.module() != 3)
        .allMatch(w -> w.dtype().equals("float32"));
  }

  @Test
  void an_engine_under_its_profiler_is_beside_itself() {
    assertThat(of(11)).isNotEmpty().allMatch(w -> w.peer().equals("itself alone"));
  }
}
