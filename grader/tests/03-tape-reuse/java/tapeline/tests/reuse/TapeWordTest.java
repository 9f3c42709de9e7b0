package tapeline.tests.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.reuse.TapeWord;
import tapeline.tests.Seeds;

@Tag("03.1")
class TapeWordTest {
  private static final int LIMIT = 1 << 28;

  @Test
  void the_word_of_op_1_on_slots_2_and_3_has_each_field_in_its_place() {
    assertThat(TapeWord.pack(1, 2, 3))
        .as("pack(1, 2, 3): the op starts at bit 58, the left operand at bit 29, the right at 0")
        .isEqualTo(0x0400_0000_4000_0003L);
  }

  @Test
  void a_constant_on_the_right_leaves_the_other_fields_alone() {
    var random = Seeds.random("words of right constants");
    for (int op = 0; op < 64; op++) {
      comesBack(op, random.nextInt(LIMIT), ~random.nextInt(LIMIT));
    }
  }

  @Test
  void a_constant_on_the_left_leaves_the_op_alone() {
    var random = Seeds.random("words of left constants");
    for (int op = 0; op < 64; op++) {
      comesBack(op, ~random.nextInt(LIMIT), random.nextInt(LIMIT));
    }
  }

  private static void comesBack(int op, int left, int right) {
    long word = TapeWord.pack(op, left, right);
    assertThat(new int[] {TapeWord.op(word), TapeWord.left(word), TapeWord.right(word)})
        .as(
            "op, left and right of pack(%d, %d, %d) = 0x%016X: a field must keep its own bits only",
            op, left, right, word)
        .containsExactly(op, left, right);
  }
}
