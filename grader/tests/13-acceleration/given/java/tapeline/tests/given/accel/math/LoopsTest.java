package tapeline.tests.given.accel.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.TensorOp;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.vector.FloatRange;
import tapeline.vector.math.ElementFunction;
import tapeline.vector.math.MapLoops;
import tapeline.vector.math.RowLoops;
import tapeline.vector.math.SlopeLoops;

class LoopsTest {
  private static final int[] LENGTHS = {0, 1, 7, 16, 17, 100};

  @Test
  void values_and_slopes_are_those_of_plain_java_and_nothing_beside_the_range_is_written() {
    for (var op : UnaryOp.values()) {
      var f = ElementFunction.valueOf(op.name());
      for (int n : LENGTHS) {
        var x = Tensor.uniform(Seeds.random("x"), 0.01f, 3, n + 5);
        var dy = Tensor.normal(Seeds.random("dy"), n + 5);
        var cpu = new CpuBackend();
        var y = cpu.map(op, x);
        var dx = cpu.slope(op, dy, x, y);
        var to = new float[n + 5];
        MapLoops.map(f, new FloatRange(x.data(), 3), new FloatRange(to, 2), n);
        compare(op + " of " + n, to, y.data(), n);
        to = new float[n + 5];
        boolean fromY = new Arithmetic.Map(op).keeps() == TensorOp.Keeps.OUTPUT;
        var known = new FloatRange((fromY ? y : x).data(), 3);
        SlopeLoops.slope(f, new FloatRange(dy.data(), 3), known, new FloatRange(to, 2), n);
        compare("the slope of " + op + " of " + n, to, dx.data(), n);
      }
    }
  }

  private static void compare(String what, float[] to, float[] from, int n) {
    for (int i = 0; i < to.length; i++) {
      float expected = 2 <= i && i < 2 + n ? from[i + 1] : 0;
      assertThat(to[i])
          .as(what + ", number " + i)
          .isCloseTo(expected, within(2e-6f + 2e-6f * Math.abs(expected)));
    }
  }

  @Test
  void a_sum_of_many_equal_numbers_keeps_its_digits() {
    var tenths = Tensor.full(0.1f, 10_000_003).data();
    assertThat(RowLoops.sum(tenths, 3, 10_000_000)).isCloseTo(1_000_000f, within(1f));
  }

  @Test
  void softmax_of_a_masked_row_is_zeros_and_its_logsumexp_minus_infinity() {
    var row = Tensor.full(Float.NEGATIVE_INFINITY, 5).data();
    var y = new float[] {1, 1, 1, 1, 1, 1};
    RowLoops.softmax(row, 0, y, 0, 5);
    assertThat(y).containsExactly(0, 0, 0, 0, 0, 1);
    assertThat(RowLoops.logSumExp(row, 0, 5)).isEqualTo(Float.NEGATIVE_INFINITY);
  }

  @Test
  void exp_of_a_softmax_is_as_near_as_it_says_and_has_the_same_bits_in_vectors_and_alone() {
    var x = new float[4096];
    for (int i = 0; i < x.length; i++) x[i] = -110f * i / x.length;
    x[1] = Float.NEGATIVE_INFINITY;
    x[2] = Float.NaN;
    var y = new float[x.length];
    RowLoops.expSum(x, 0, 0, y, 0, x.length);
    for (int i = 0; i < x.length; i++) {
      float alone = RowLoops.expSum(x, i, 0, 1);
      assertThat((Float) alone).as("exp(%s)", x[i]).isEqualTo((Float) y[i]);
      if (x[i] >= -87.68) {
        double exp = Math.exp(x[i]);
        assertThat((double) y[i])
            .as("exp(%s)", x[i])
            .isCloseTo(exp, within(1.02 * Math.ulp((float) exp)));
      } else if (x[i] < -87.69) {
        assertThat(y[i]).as("exp(%s)", x[i]).isZero();
      }
    }
    assertThat(y[2]).isNaN();
  }

  @Test
  void rows_are_those_of_plain_java() {
    for (int n : new int[] {1, 7, 16, 33}) {
      var x = Tensor.normal(Seeds.random("rows"), 1, n).times(40);
      var y = new float[n];
      RowLoops.softmax(x.data(), 0, y, 0, n);
      assertThat(y)
          .as("softmax of %d", n)
          .containsExactly(new CpuBackend().softmax(x).data(), within(1e-6f));
      assertThat(RowLoops.logSumExp(x.data(), 0, n))
          .isCloseTo(new CpuBackend().logSumExp(x).item(), within(1e-5f));
    }
  }
}
