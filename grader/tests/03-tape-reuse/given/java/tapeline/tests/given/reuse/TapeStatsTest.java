package tapeline.tests.given.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.reuse.FlatTape;
import tapeline.reuse.TapeStats;

class TapeStatsTest {
  private final FlatTape tape = new FlatTape();

  @Test
  void a_new_tape_is_empty_and_has_room_for_16_and_16() {
    assertThat(tape.stats())
        .as("stats() of a new tape: 16 nodes of 24 bytes and 16 constants of 8 are reserved")
        .isEqualTo(new TapeStats(0, 0, 0, 16 * 24 + 16 * 8));
  }

  @Test
  void x_squared_plus_sin_x_is_4_nodes_and_3_instructions() {
    int x = tape.variable(3);
    tape.add(tape.mul(x, x), tape.sin(x));
    assertThat(tape.stats())
        .as("stats() of x² + sin x: x, x², sin x and the sum are nodes, and x is no instruction")
        .isEqualTo(new TapeStats(4, 4, 3, 512));
  }

  @Test
  void constants_are_values_without_gradients() {
    int x = tape.variable(3);
    tape.mul(x, tape.add(tape.constant(1), tape.constant(2)));
    assertThat(tape.stats())
        .as("stats() of x·(1 + 2): 1, 2 and the folded 3 are values; x and the product are nodes")
        .isEqualTo(new TapeStats(5, 2, 1, 512));
  }

  @Test
  void the_17th_node_reserves_16_more() {
    for (int i = 0; i < 17; i++) {
      tape.variable(i);
    }
    assertThat(tape.stats())
        .as("stats() of 17 variables: room for 32 nodes and 16 constants")
        .isEqualTo(new TapeStats(17, 17, 0, 32 * 24 + 16 * 8));
  }

  @Test
  void the_17th_constant_reserves_16_more() {
    for (int i = 0; i < 17; i++) {
      tape.constant(i);
    }
    assertThat(tape.stats())
        .as("stats() of 17 constants: room for 16 nodes and 32 constants")
        .isEqualTo(new TapeStats(17, 0, 0, 16 * 24 + 32 * 8));
  }
}
