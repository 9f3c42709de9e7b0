package tapeline.tests.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.compress.SignBits;
import tapeline.tests.Seeds;

@Tag("18.7")
class SignBitsTest {
  @Test
  void the_bytes_by_hand() {
    assertThat(new SignBits().encode(new float[] {1, -1, -4, 2, 0, 1, -2, 5, -2}))
        .as("the mean 2 as a float, then the bits of +−−+++−+ and −")
        .containsExactly(0x40, 0, 0, 0, 0b0100_0110, 1);
  }

  @Test
  void random_gradients_come_back_as_signs() {
    var random = Seeds.random("signs");
    for (int length : new int[] {1, 7, 8, 9, 100}) {
      var gradient = new float[length];
      double sum = 0;
      for (int i = 0; i < length; i++) {
        gradient[i] = (float) random.nextGaussian();
        sum += Math.abs(gradient[i]);
      }
      var message = new SignBits().encode(gradient);
      assertThat(message).as("the message of %d signs", length).hasSize(4 + (length + 7) / 8);
      var back = new SignBits().decode(message, length);
      for (int i = 0; i < length; i++) {
        assertThat(back[i])
            .as("number %d of %d, %s, there and back", i, length, gradient[i])
            .isCloseTo((float) (gradient[i] < 0 ? -(sum / length) : sum / length), within(1e-5f));
      }
    }
  }
}
