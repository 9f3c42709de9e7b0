package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.cuda.CudaBackend;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("10.8")
class CudaMatmulTest {
  @AutoClose final CudaLab lab = new CudaLab();
  private final CudaBackend cuda = new CudaBackend(lab.gpu);

  @Test
  void two_rows_by_hand() {
    var a = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
    var b = Tensor.of(new float[] {5, 6, 7, 8, 9, 10}, 2, 3);
    assertThat(cuda.matmul(a, b).toArray())
        .as("[[1,2],[3,4]] times [[5,6,7],[8,9,10]]")
        .containsExactly(21, 24, 27, 47, 54, 61);
  }

  @Test
  void matrices_of_any_size_and_view() {
    var random = Seeds.random("cuda matmul");
    check(Tensor.normal(random, 19, 37), Tensor.normal(random, 37, 29));
    check(Tensor.normal(random, 37, 19).transpose(), Tensor.normal(random, 37, 29));
    check(Tensor.normal(random, 19, 37), Tensor.normal(random, 29, 37).transpose());
    check(Tensor.normal(random, 20, 40).slice(1, 3, 8), Tensor.normal(random, 6, 7).slice(0, 1, 6));
    check(Tensor.normal(random, 1, 5), Tensor.normal(random, 5, 1));
  }

  @Test
  @Tag("slow")
  void large_matrices_are_multiplied_in_blocks() {
    var random = Seeds.random("large");
    check(Tensor.normal(random, 130, 9), Tensor.normal(random, 9, 140));
    assertThat(lab.device.lastReport().kernel())
        .as("the kernel for (130,9)·(9,140): both sides of the result are at least 128")
        .isEqualTo("matmul_blocked");
    check(Tensor.normal(random, 20, 9), Tensor.normal(random, 9, 140));
    assertThat(lab.device.lastReport().kernel())
        .as("the kernel for (20,9)·(9,140): of a block of 128 rows most would be thrown away")
        .isEqualTo("matmul_tiled");
    check(Tensor.normal(random, 130, 1), Tensor.normal(random, 1, 20));
    assertThat(lab.device.lastReport().kernel())
        .as("the kernel for (130,1)·(1,20): of a block of 128 columns most would be thrown away")
        .isEqualTo("matmul_tiled");
    check(Tensor.normal(random, 130, 1), Tensor.normal(random, 1, 127));
    assertThat(lab.device.lastReport().kernel())
        .as("the kernel for (130,1)·(1,127): more numbers than a block has, and n is below 128")
        .isEqualTo("matmul_tiled");
    check(Tensor.normal(random, 128, 3), Tensor.normal(random, 3, 128));
    assertThat(lab.device.lastReport().kernel())
        .as("the kernel for (128,3)·(3,128): 128 is enough")
        .isEqualTo("matmul_blocked");
  }

  @Test
  void the_axes_before_the_last_two_broadcast() {
    var random = Seeds.random("cuda batches");
    check(Tensor.normal(random, 2, 3, 4), Tensor.normal(random, 4, 5));
    check(Tensor.normal(random, 3, 4), Tensor.normal(random, 2, 4, 5));
    check(Tensor.normal(random, 2, 1, 3, 4), Tensor.normal(random, 5, 4, 2));
  }

  @Test
  void what_is_empty_is_not_sent() {
    check(Tensor.full(1, 2, 3), Tensor.full(1, 3, 4));
    check(Tensor.zeros(3, 0), Tensor.zeros(0, 5));
    check(Tensor.zeros(0, 4), Tensor.zeros(4, 5));
    check(Tensor.zeros(2, 0, 3, 4), Tensor.zeros(4, 5));
    assertThat(cuda.transfers().launches())
        .as("launches for (2,3)·(3,4), and for three products without a number in them")
        .isEqualTo(1);
  }

  @Test
  void other_shapes_are_refused_with_both() {
    check(Tensor.full(1, 3, 4), Tensor.full(1, 4, 2));
    assertThat(Thrown.by(() -> cuda.matmul(Tensor.zeros(3, 4), Tensor.zeros(5, 2))))
        .as("(3,4)·(5,2)")
        .isEqualTo("IllegalArgumentException: matmul needs (…,m,k)·(…,k,n), got (3,4)·(5,2)");
  }

  @Test
  void each_number_is_moved_once() {
    var before = cuda.transfers();
    check(Tensor.full(2, 6, 10), Tensor.full(3, 10, 7));
    assertThat(cuda.transfers().since(before))
        .as("what (6,10)·(10,7) moved: 60 + 70 floats up in two copies, 42 down in one")
        .hasToString("2 uploads of 520 bytes, 1 download of 168 bytes, 1 launch");
  }

  @Test
  void a_transposed_view_goes_up_as_it_lies() {
    var before = cuda.transfers();
    check(Tensor.full(2, 10, 6).transpose(), Tensor.full(3, 10, 7));
    assertThat(cuda.transfers().since(before))
        .as(
            "what (6,10)·(10,7) moved, where A is the view of a (10,6): as many floats, and the second"
                + " launch turns A on the GPU, which matrix(scratch, \"A\", a) asks for")
        .hasToString("2 uploads of 520 bytes, 1 download of 168 bytes, 2 launches");
  }

  @Test
  void no_buffer_is_left_behind() {
    long before = 0;
    for (int i = 0; i < 4; i++) {
      check(Tensor.full(1, 30 + i, 20), Tensor.full(2, 20, 40));
      before = i == 0 ? lab.device.freeBytes() : before; // the kernels are loaded by now
    }
    assertThat(before - lab.device.freeBytes())
        .as("bytes of the GPU that three products have kept")
        .isZero();
  }

  /// The matrices fit, the result does not.
  @Test
  void no_buffer_is_left_behind_by_a_failure() {
    var small = new EmulatedGpu(1 << 20);
    try (var gpu = Gpu.on(small)) {
      var backend = new CudaBackend(gpu);
      backend.matmul(Tensor.full(1, 200, 3), Tensor.full(2, 3, 200));
      long before = small.freeBytes();
      var error = "nothing";
      try {
        backend.matmul(Tensor.full(1, 600, 4), Tensor.full(2, 4, 600));
      } catch (GpuException e) {
        error = e.error();
      }
      assertThat(error).as("a result of 1,440,000 bytes on 1 MiB").isEqualTo("out of memory");
      assertThat(before - small.freeBytes())
          .as("bytes of the GPU that A and B keep when there is no room for the result")
          .isZero();
    }
  }

  private void check(Tensor a, Tensor b) {
    var what = "%s·%s".formatted(a.shape(), b.shape());
    var y = cuda.matmul(a, b);
    if (y.shape().size() > 0 && a.shape().length(-1) > 0) {
      lab.clean(what);
    }
    var expected = new CpuBackend().matmul(a, b);
    assertThat(y.shape()).as("the shape of " + what).isEqualTo(expected.shape());
    int columns = Math.max(1, y.shape().length(-1));
    CloseFloats.to(InFloat64.of(expected.toArray()), y.toArray(), columns, what);
  }
}
