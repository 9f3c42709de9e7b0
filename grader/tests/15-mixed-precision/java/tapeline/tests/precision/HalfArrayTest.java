package tapeline.tests.precision;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.precision.FloatFormat.*;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.precision.HalfArray;
import tapeline.precision.MixedPrecision;
import tapeline.precision.OpPrecision;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("15.5")
class HalfArrayTest {
  private static float[] some(String purpose) {
    return BFLOAT16.round(Tensor.normal(Seeds.random(purpose), 5, 7)).toArray();
  }

  @Test
  void numbers_of_the_format_come_back() {
    var x = some("half array");
    var packed = HalfArray.exactly(BFLOAT16, x);
    assertThat(packed.map(HalfArray::unpack))
        .as("35 bfloat16s, packed and unpacked")
        .hasValueSatisfying(y -> assertThat(y).isEqualTo(x));
    assertThat(packed.map(HalfArray::bytes)).as("the bytes of 35 packed bfloat16s").hasValue(70L);
  }

  @Test
  void a_number_that_would_be_far_off_refuses_all() {
    assertThat(HalfArray.exactly(BFLOAT16, Float.MAX_VALUE, 1).isPresent())
        .as("whether the largest float and 1 are packed as bfloat16: it would come back as ∞")
        .isFalse();
  }

  @Test
  void a_number_that_would_change_refuses_all() {
    for (int at : new int[] {0, 17, 34}) {
      var x = some("refused");
      x[at] = Math.nextUp(x[at]);
      assertThat(HalfArray.exactly(BFLOAT16, x).isPresent())
          .as(
              "whether 35 bfloat16s are packed of which number %d is the next float, and would come"
                  + " back as another",
              at)
          .isFalse();
    }
    assertThat(HalfArray.exactly(FLOAT16, 1, 65536).isPresent())
        .as("whether 1 and 65536 are packed as float16: 65536 would come back as ∞")
        .isFalse();
    assertThat(HalfArray.exactly(FLOAT16, 1, 0x1p-26f).isPresent())
        .as("whether 1 and 2⁻²⁶ are packed as float16: 2⁻²⁶ would come back as 0")
        .isFalse();
  }

  @Test
  void zeros_infinities_and_nan_come_back() {
    var x = new float[] {0, -0f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN};
    for (var format : List.of(BFLOAT16, FLOAT16)) {
      assertThat(HalfArray.exactly(format, x).map(HalfArray::unpack))
          .as("0, −0, ∞, −∞ and NaN, packed as %s and unpacked", format)
          .hasValueSatisfying(y -> assertThat(y).containsExactly(x));
    }
    assertThat(HalfArray.exactly(FLOAT16).isPresent()).as("whether no numbers are packed").isTrue();
  }

  @Test
  void a_tape_keeps_half_the_bytes_and_has_the_same_gradients() {
    var kept = new ArrayList<Long>();
    var gradients = new ArrayList<float[]>();
    var w = Tensor.normal(Seeds.random("weight"), 7, 7);
    for (boolean packs : new boolean[] {false, true}) {
      var precision = new MixedPrecision(FLOAT16, _ -> OpPrecision.LOW, packs);
      try (var _ = precision.use()) {
        var tape = new TensorTape();
        var x = tape.variable(FLOAT16.round(Tensor.of(some("tape"), 5, 7)));
        var c = tape.constant(FLOAT16.round(w));
        var y = x.matmul(c).tanh().matmul(c).sigmoid();
        kept.add(tape.stats().savedBytes());
        tape.backward(y, Tensor.full(0.3f, 5, 7));
        gradients.add(x.gradient().toArray());
      }
    }
    // x, w, tanh (kept by two ops) and sigmoid
    assertThat(kept)
        .as("bytes that a tape keeps of 3·35 + 49 float16s: plain, and packed")
        .containsExactly(4L * (3 * 35 + 49), 2L * (3 * 35 + 49));
    assertThat(gradients.get(1))
        .as("the gradient through the tape that packs, against the plain one's")
        .isEqualTo(gradients.get(0));
  }
}
