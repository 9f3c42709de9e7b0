package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.cuda.CourseKernels;
import tapeline.cuda.StreamPipeline;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuTiming;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LazyGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;

@Tag("10.9")
class StreamPipelineTest {
  private static final int PIECE = 4096;
  private static final int MANY = 10 * PIECE - 1234; // the last piece is shorter

  @Test
  void arrays_of_any_length() {
    try (var gpu = Gpu.on(new EmulatedGpu().mode(Mode.RACES))) {
      for (int n : new int[] {1, 99, 100, 101, 250, 1000}) {
        var y = new float[n];
        double time = run(gpu, 100, y);
        CloseFloats.to(expected(n), y, "3·x for %d numbers in pieces of 100".formatted(n));
        assertThat(time).as("milliseconds on the emulator, which has no clock").isNaN();
      }
    }
  }

  @Test
  void the_gpu_may_be_as_late_as_it_likes() {
    for (int n : new int[] {PIECE - 1, 2 * PIECE, MANY}) {
      var y = new float[n];
      try (var gpu = Gpu.on(new LazyGpu())) {
        run(gpu, PIECE, y);
      }
      CloseFloats.to(
          expected(n),
          y,
          ("3·x for %d numbers in pieces of %d, on a GPU that does nothing until somebody waits"
                  + " for it")
              .formatted(n, PIECE));
    }
  }

  @Test
  void no_piece_is_taken_for_another() {
    int pieces = 5;
    var x = new float[pieces * 100];
    for (int i = 0; i < x.length; i++) {
      x[i] = 1 + i / 100;
    }
    var y = new float[x.length];
    try (var gpu = Gpu.on(new LazyGpu());
        var pipeline = pipeline(gpu, 100)) {
      pipeline.run(x, y);
    }
    assertThat(new float[] {y[0], y[100], y[200], y[300], y[400]})
        .as("the first number of each piece, 3·1 to 3·5, from a GPU that waits as long as it may")
        .containsExactly(3, 6, 9, 12, 15);
  }

  @Test
  void a_second_run_starts_afresh() {
    var x = input(3 * PIECE);
    var y = new float[3 * PIECE];
    var shorter = new float[PIECE + 1];
    try (var gpu = Gpu.on(new LazyGpu());
        var pipeline = pipeline(gpu, PIECE)) {
      pipeline.run(x, y);
      pipeline.run(Arrays.copyOf(x, PIECE + 1), shorter);
    }
    CloseFloats.to(expected(PIECE + 1), shorter, "3·x for 4097 numbers after a run with 12288");
    CloseFloats.to(expected(3 * PIECE), y, "the result of the first run after the second one");
  }

  @Test
  void a_stage_is_told_how_many_numbers_there_are() {
    var told = new ArrayList<Integer>();
    try (var gpu = Gpu.on(new EmulatedGpu());
        var pipeline = new StreamPipeline(gpu, 100, (_, _, _, n) -> told.add(n))) {
      pipeline.run(input(250), new float[250]);
    }
    assertThat(told)
        .as("the n of each launch for 250 numbers in pieces of 100")
        .containsExactly(100, 100, 50);
  }

  /// Alone, the copies and kernels of ten pieces take 477 µs: 15 or 16 µs each.
  @Test
  void copies_and_kernels_overlap() {
    var lazy = new LazyGpu();
    try (var gpu = Gpu.on(lazy)) {
      run(gpu, PIECE, new float[MANY]);
      assertThat((double) lazy.now() / lazy.busyNanos())
          .as("the time of the pipeline, as a share of its copies and kernels one after the other")
          .isLessThan(0.65);
    }
  }

  @Test
  void the_time_is_that_of_the_work() {
    var lazy = new LazyGpu();
    try (var gpu = Gpu.on(lazy)) {
      double time = run(gpu, PIECE, new float[MANY]);
      assertThat(Math.abs(time - lazy.now() / 1e6) < 0.001)
          .as(
              "whether the time is the GPU's from start to end, %.3f ms, to a thousandth",
              lazy.now() / 1e6)
          .isTrue();
    }
  }

  @Test
  void a_clock_around_the_launch_shows_a_sixteenth() {
    var lazy = new LazyGpu();
    try (var gpu = Gpu.on(lazy);
        var x = gpu.floatsOf("x", input(PIECE));
        var y = gpu.floats("y", PIECE)) {
      var kernels = new CourseKernels(gpu);
      Runnable launch = () -> kernels.scale(3, x, y);
      double wrong = GpuTiming.measureWrong(gpu, 5, launch, lazy::now).median();
      double right = GpuTiming.measureRight(gpu, 1, 5, launch).median();
      double piped = run(gpu, PIECE, new float[PIECE]);
      assertThat(wrong)
          .as("ms on the host's clock around a launch: to ask for it")
          .isEqualTo(0.001);
      assertThat(right / wrong)
          .as("the kernel by events, beside the clock around its launch")
          .isBetween(16.0, 18.0);
      assertThat(piped / right > 2.5)
          .as("whether up, kernel and down of one piece, %.3f ms alone each, take longer", right)
          .isTrue();
    }
  }

  private static double run(Gpu gpu, int piece, float[] y) {
    try (var pipeline = pipeline(gpu, piece)) {
      return pipeline.run(input(y.length), y);
    }
  }

  private static StreamPipeline pipeline(Gpu gpu, int piece) {
    var kernels = new CourseKernels(gpu);
    return new StreamPipeline(gpu, piece, (stream, x, y, n) -> kernels.scale(stream, 3, x, y, n));
  }

  private static float[] input(int n) {
    return CudaLab.normal(Seeds.random("pipeline"), n);
  }

  private static double[] expected(int n) {
    return Arrays.stream(InFloat64.of(input(n))).map(v -> 3 * v).toArray();
  }
}
