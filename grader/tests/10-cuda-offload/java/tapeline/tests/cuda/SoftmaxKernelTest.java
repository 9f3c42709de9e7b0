package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tests.Seeds;

@Tag("10.4")
class SoftmaxKernelTest {
  private static final float INF = Float.POSITIVE_INFINITY;

  @AutoClose final CudaLab lab = new CudaLab();

  @Test
  void two_rows_by_hand() {
    float ln2 = (float) Math.log(2);
    CloseFloats.to(
        new double[] {0.25, 0.25, 0.5, 1.0 / 3, 1.0 / 3, 1.0 / 3},
        run("by hand", 3, 0, 0, ln2, 5, 5, 5),
        3,
        "softmax of [[0,0,ln 2],[5,5,5]]");
  }

  @Test
  void rows_of_any_length() {
    var random = Seeds.random("softmax");
    for (int columns : new int[] {1, 5, 100, 255, 256, 257, 1000}) {
      float[] x = CudaLab.normal(random, 3 * columns);
      for (int i = 0; i < x.length; i++) {
        x[i] *= 5; // weights of many sizes
      }
      var what = "softmax of (3,%d)".formatted(columns);
      CloseFloats.to(ExactKernels.softmax(x, columns), run(what, columns, x), columns, what);
    }
  }

  @Test
  void stays_finite_for_logits_of_1000() {
    CloseFloats.to(
        new double[] {1, 0, 0.5, 0.5, 1, 0},
        run("1000", 2, 1000, 0, -1000, -1000, 3e38f, -3e38f),
        2,
        "softmax of [[1000,0],[−1000,−1000],[3e38,−3e38]]: subtract the row's largest first");
  }

  @Test
  void the_largest_may_stand_anywhere() {
    for (int at : new int[] {0, 33, 255, 256, 599}) {
      var x = new float[600];
      x[at] = 200;
      var y = run("200 at " + at, 600, x);
      assertThat(y[at])
          .as("softmax of 599 zeros and a 200 at place %d, at that place", at)
          .isEqualTo(1);
    }
  }

  @Test
  void minus_infinity_has_no_weight() {
    CloseFloats.to(
        new double[] {0.5, 0, 0.5, 0, 0, 0},
        run("−∞", 3, 0, -INF, 0, -INF, -INF, -INF),
        3,
        "softmax of [[0,−∞,0],[−∞,−∞,−∞]]: −∞ − −∞ is NaN, and a row of nothing else is zeros");
  }

  @Test
  void nan_spoils_its_row_alone() {
    CloseFloats.to(
        new double[] {Double.NaN, Double.NaN, 0.5, 0.5},
        run("NaN", 2, Float.NaN, 1, 2, 2),
        2,
        "softmax of [[NaN,1],[2,2]]");
  }

  @Test
  void a_float_is_computed_as_one() {
    run("two numbers", 2, 1, 2);
    lab.noDoubles();
  }

  @Test
  void y_is_written_once_and_never_read() {
    run("(2,1024)", 1024, CudaLab.normal(Seeds.random("once"), 2 * 1024));
    assertThat(lab.device.lastReport().stores().requests())
        .as(
            "softmax of (2,1024): stores to global memory by its warps, one for 32 numbers of y;"
                + " compute the powers anew instead of keeping them there")
        .isEqualTo(64);
  }

  @Test
  void neighbours_read_neighbours() {
    float[] x = CudaLab.normal(Seeds.random("coalesced rows"), 2 * 1024);
    CloseFloats.to(
        ExactKernels.softmax(x, 1024), run("(2,1024)", 1024, x), 1024, "softmax of (2,1024)");
    var report = lab.device.lastReport();
    assertThat(report.loads().requests())
        .as(
            "softmax of (2,1024): loads by its warps, one for 32 numbers of x: 64 each time that it is"
                + " read; one number at a time it takes 2048")
        .isLessThanOrEqualTo(5 * 64);
    var total = report.total();
    assertThat(total.sectorsPerRequest())
        .as("softmax of (2,1024): sectors a request touches; 4 for 32 neighbours, 1 for one number")
        .isLessThanOrEqualTo(4);
    assertThat(total.wavefronts())
        .as("softmax of (2,1024): wavefronts of shared memory, as few as its requests can have")
        .isEqualTo(total.idealWavefronts());
  }

  private float[] run(String what, int columns, float... x) {
    var y = lab.room("y", x.length);
    lab.kernels.softmax(lab.floats("x", x), y, columns);
    lab.clean("softmax, " + what);
    return y.toFloats();
  }
}
