package tapeline.tests.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.reuse.FlatTape;
import tapeline.reuse.Polynomial;
import tapeline.reuse.TapeStats;

@Tag("03.8")
class SizePredictionTest {
  @Test
  void three_steps_by_hand() {
    assertThat(Polynomial.predict(3))
        .as("predict(3): x, 3 products, 3 sums and 4 coefficients, in the room of a new tape")
        .isEqualTo(new TapeStats(11, 7, 6, 512));
  }

  @Test
  void the_prediction_is_what_the_tape_counts() {
    for (int n : new int[] {0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 100, 1000, 10_000}) {
      var tape = new FlatTape();
      Polynomial.chain(tape, tape.variable(0.5), new double[n + 1]);
      assertThat(Polynomial.predict(n))
          .as("predict(%d) against stats() of a tape with that chain", n)
          .isEqualTo(tape.stats());
    }
  }

  @Test
  void a_chain_of_50_million_steps_needs_more_bytes_than_an_int_holds() {
    assertThat(Polynomial.predict(50_000_000).bytes())
        .as("predict(50 000 000).bytes(): 2²⁷ nodes of 24 bytes and 2²⁶ constants of 8, as a long")
        .isEqualTo(24L * (1 << 27) + 8L * (1 << 26));
  }
}
