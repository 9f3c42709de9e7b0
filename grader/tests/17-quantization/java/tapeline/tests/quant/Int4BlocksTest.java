package tapeline.tests.quant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.quant.BlockFormat;
import tapeline.quant.Int4Blocks;
import tapeline.tests.Seeds;

@Tag("17.6")
class Int4BlocksTest {
  private static final Int4Blocks FORMAT = new Int4Blocks();

  /// The bytes of a block in hexadecimal.
  private static String hex(byte[] blocks) {
    var text = new StringBuilder();
    for (byte b : blocks) {
      text.append("%02X ".formatted(b));
    }
    return text.toString().strip();
  }

  private static float[] zeros() {
    return new float[32];
  }

  @Test
  void where_each_number_is() {
    var x = zeros();
    x[0] = -8;
    x[1] = 1;
    x[16] = 2;
    x[31] = 7;
    assertThat(hex(FORMAT.encode(x)))
        .as("numbers 0, 1, 16 and 31 are −8, 1, 2 and 7, the scale is 1: 0 is the code 8")
        .isEqualTo("00 3C A0 89 88 88 88 88 88 88 88 88 88 88 88 88 88 F8");
  }

  @Test
  void the_largest_magnitude_is_minus_8() {
    var x = zeros();
    x[0] = 8;
    x[1] = 1;
    x[2] = -7;
    assertThat(hex(FORMAT.encode(x)))
        .as("8 is the largest magnitude: the scale is −1, 0xBC00, and 8 has the code 0")
        .startsWith("00 BC 80 87 8F 88");
  }

  @Test
  void the_other_end_is_cut_off() {
    var x = zeros();
    x[3] = -16;
    x[4] = 15.9f;
    x[20] = -4;
    assertThat(hex(FORMAT.encode(x)))
        .as("−16 gives the scale 2, in which 15.9 is 8 steps above 0: the last code is 7 above")
        .startsWith("00 40 88 88 88 80 6F 88");
  }

  @Test
  void codes_are_the_nearest() {
    var x = zeros();
    x[0] = -8;
    x[1] = 2.6f;
    x[2] = -2.6f;
    x[3] = 2.4f;
    assertThat(hex(FORMAT.encode(x)))
        .as("2.6, −2.6 and 2.4 with the scale 1")
        .startsWith("00 3C 80 8B 85 8A");
    x[0] = -8.00195f;
    x[1] = 6.5005f;
    assertThat(hex(FORMAT.encode(x)))
        .as("6.5005 is nearest to 7 with the scale 1 that is written, where 1.00024 was wanted")
        .startsWith("00 3C 80 8F 85 8A");
  }

  @Test
  void a_last_block_is_filled_with_zeros() {
    var x = new float[33];
    x[32] = -8;
    var blocks = FORMAT.encode(x);
    assertThat(blocks.length).as("bytes of 33 numbers").isEqualTo(36);
    assertThat(hex(blocks))
        .as("the second block, of one number")
        .endsWith("00 3C 80 88 88 88 88 88 88 88 88 88 88 88 88 88 88 88");
    var back = new float[33];
    FORMAT.decode(blocks, back);
    assertThat(back).as("32 zeros and −8").isEqualTo(x);
  }

  @Test
  void numbers_come_back_within_half_a_step() {
    var random = Seeds.random("int4");
    var x = new float[3200];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    var blocks = FORMAT.encode(x);
    var back = new float[x.length];
    FORMAT.decode(blocks, back);
    int wrong = 0;
    for (int i = 0; i < x.length; i++) {
      double scale = BlockFormat.scale(blocks, i / 32 * 18);
      boolean within = x[i] / scale <= 7;
      wrong += within && Math.abs((double) x[i] - back[i]) > 0.5001 * Math.abs(scale) ? 1 : 0;
    }
    assertThat(wrong)
        .as("of 3,200 numbers up to 7 steps, those that are further than half a step from theirs")
        .isEqualTo(0);
    assertThat(hex(FORMAT.encode(back)))
        .as("the blocks of what comes back, against those that it came from")
        .isEqualTo(hex(blocks));
  }
}
