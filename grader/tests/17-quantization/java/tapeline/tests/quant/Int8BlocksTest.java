package tapeline.tests.quant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.quant.BlockFormat;
import tapeline.quant.Int8Blocks;
import tapeline.tests.Seeds;

@Tag("17.3")
class Int8BlocksTest {
  @Test
  void a_block_by_hand() {
    assertThat(new Int8Blocks(3).encode(127, -63.6f, 1.2f))
        .as("127, −63.6 and 1.2 with the scale 1, which is 0x3C00 in float16: 00 3C 7F C0 01")
        .containsExactly(0x00, 0x3C, 127, -64, 1);
  }

  @Test
  void the_largest_magnitude_may_be_negative() {
    assertThat(new Int8Blocks(2).encode(-254, 2))
        .as("−254 and 2 with the scale 2, 0x4000")
        .containsExactly(0x00, 0x40, -127, 1);
  }

  @Test
  void small_numbers_have_a_small_scale() {
    assertThat(new Int8Blocks(2).encode(127 / 256f, -1 / 256f))
        .as("127/256 and −1/256 with the scale 1/256, 0x1C00")
        .containsExactly(0x00, 0x1C, 127, -1);
  }

  @Test
  void each_group_has_a_scale() {
    assertThat(new Int8Blocks(2).encode(127, 1, 63.5f, -1))
        .as("127 and 1 with the scale 1, 63.5 and −1 with the scale 0.5, 0x3800")
        .containsExactly(0x00, 0x3C, 127, 1, 0x00, 0x38, 127, -2);
  }

  @Test
  void a_large_number_at_the_end_of_a_group_is_none_of_the_next() {
    assertThat(new Int8Blocks(2).encode(1, 127, 63.5f, -1))
        .as("1 and 127 with the scale 1, 63.5 and −1 with the scale 0.5, 0x3800")
        .containsExactly(0x00, 0x3C, 1, 127, 0x00, 0x38, 127, -2);
  }

  @Test
  void the_last_group_may_be_smaller() {
    assertThat(new Int8Blocks(2).encode(127, 1, 254))
        .as("three numbers in groups of two: the fourth code is 0")
        .containsExactly(0x00, 0x3C, 127, 1, 0x00, 0x40, 127, 0);
  }

  @Test
  void zeros_come_back() {
    var back = new float[5];
    var format = new Int8Blocks(2);
    format.decode(format.encode(0, 0, 3, 0, 0), back);
    assertThat(back[0]).as("the first of 0, 0, 3, 0, 0 in groups of two").isEqualTo(0);
    assertThat(back[4]).as("the last of them").isEqualTo(0);
    assertThat(back[2]).as("the third of them").isBetween(2.99f, 3.01f);
  }

  @Test
  void numbers_come_back_within_half_a_step() {
    var random = Seeds.random("int8");
    var format = new Int8Blocks(8);
    var x = new float[4000];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) (random.nextGaussian() * Math.exp(i / 8 % 5));
    }
    var blocks = format.encode(x);
    var back = new float[x.length];
    format.decode(blocks, back);
    int wrong = 0;
    for (int i = 0; i < x.length; i++) {
      double step = BlockFormat.scale(blocks, i / 8 * format.bytes());
      wrong += Math.abs((double) x[i] - back[i]) > 0.5001 * step ? 1 : 0;
    }
    assertThat(wrong)
        .as("of 4,000 numbers, those that are further than half of the written scale from theirs")
        .isEqualTo(0);
  }
}
