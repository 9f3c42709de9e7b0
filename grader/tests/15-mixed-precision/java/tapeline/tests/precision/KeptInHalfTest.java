package tapeline.tests.precision;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.precision.FloatFormat.*;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.PackedData;
import tapeline.autograd.TensorTape;
import tapeline.precision.FloatFormat;
import tapeline.precision.MixedPrecision;
import tapeline.precision.OpPrecision;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("15.4")
class KeptInHalfTest {
  private static Tensor some(FloatFormat format, String purpose) {
    return format.round(Tensor.normal(Seeds.random(purpose), 5, 7));
  }

  /// The numbers that come back of a tensor which a tape keeps packed; empty when it keeps the
  /// tensor itself.
  private static float[] back(MixedPrecision precision, Tensor tensor) {
    var packed = precision.pack(tensor);
    return packed == null ? new float[0] : packed.unpack();
  }

  @Test
  void numbers_of_the_format_come_back_from_half_the_bytes() {
    for (var format : List.of(BFLOAT16, FLOAT16)) {
      var x = some(format, "half");
      var packed = new MixedPrecision(format).pack(x);
      assertThat(packed == null ? 0 : packed.bytes())
          .as("the bytes in which a tape keeps 35 numbers of %s", format)
          .isEqualTo(70);
      assertThat(back(new MixedPrecision(format), x))
          .as("35 numbers of %s, packed and unpacked", format)
          .isEqualTo(x.toArray());
    }
  }

  @Test
  void a_number_that_would_change_refuses_all() {
    for (int at : new int[] {0, 17, 34}) {
      var x = some(BFLOAT16, "refused");
      x.data()[at] = Math.nextUp(x.data()[at]);
      assertThat(new MixedPrecision(BFLOAT16).pack(x) == null)
          .as(
              "whether 35 numbers are kept as they are of which number %d is no bfloat16, and would"
                  + " come back as another",
              at)
          .isTrue();
    }
    assertThat(new MixedPrecision(FLOAT16).pack(Tensor.vector(1, 65536)) == null)
        .as("whether 1 and 65536 are kept as they are: in float16 65536 would come back as ∞")
        .isTrue();
  }

  @SuppressWarnings("ReferenceEquality") // one object, not equal ones
  private static boolean same(@Nullable PackedData a, @Nullable PackedData b) {
    return a != null && a == b;
  }

  @Test
  void the_same_data_is_there_once() {
    var precision = new MixedPrecision(BFLOAT16);
    var x = some(BFLOAT16, "once");
    var first = precision.pack(x);
    assertThat(same(first, precision.pack(x.transpose())))
        .as("whether a tensor and its transpose, which have the same data, are kept as the same")
        .isTrue();
    assertThat(same(first, precision.pack(x.copy())))
        .as("whether a copy, which has data of its own, is kept as the same as that")
        .isFalse();
  }

  @Test
  void data_that_was_written_is_packed_anew() {
    var precision = new MixedPrecision(BFLOAT16);
    var x = Tensor.vector(1, 2, 3);
    assertThat(back(precision, x)).as("1, 2 and 3, packed").containsExactly(1, 2, 3);
    x.data()[1] = 7;
    assertThat(back(precision, x))
        .as("the same data with a 7 in place of the 2, packed again")
        .containsExactly(1, 7, 3);
    x.data()[2] = 1 / 3f;
    assertThat(precision.pack(x) == null)
        .as("whether the same data with 1/3 in it, which is no bfloat16, is kept as it is")
        .isTrue();
  }

  @Test
  void data_that_was_written_is_there_once_too() {
    var precision = new MixedPrecision(BFLOAT16);
    var x = Tensor.vector(1, 2, 3);
    precision.pack(x);
    x.data()[1] = 7;
    assertThat(same(precision.pack(x), precision.pack(x)))
        .as("whether data that was packed, written and packed twice is kept once")
        .isTrue();
  }

  @Test
  void a_tape_keeps_half_the_bytes_and_has_the_same_gradients() {
    var kept = new ArrayList<Long>();
    var gradients = new ArrayList<float[]>();
    var w = FLOAT16.round(Tensor.normal(Seeds.random("weight"), 7, 7));
    for (boolean packs : new boolean[] {false, true}) {
      var precision = new MixedPrecision(FLOAT16, _ -> OpPrecision.LOW, packs);
      try (var _ = precision.use()) {
        var tape = new TensorTape();
        var x = tape.variable(some(FLOAT16, "tape"));
        var c = tape.constant(w);
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
