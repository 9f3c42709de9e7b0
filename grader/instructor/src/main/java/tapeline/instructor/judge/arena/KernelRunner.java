package tapeline.instructor.judge.arena;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Contestant;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.Mode;
import tapeline.instructor.judge.arena.GivenKernel.Product;

/// Runs an entry's kernel on the emulator, and counts. All of this JVM's code is the course's own:
/// of the entry there is the text of `kernel.ptx`, on the class path.
///
/// Given is a [GivenKernel]. An answer is C, then sectors and instructions, each as two numbers of
/// 20 bits, the higher first.
public final class KernelRunner implements Contestant {
  private static final long MOST_JUMPS = 1 << 22; // of a block

  /// How many numbers an answer has after C.
  public static final int COUNTS = 4;

  private static final int BASE = 1 << 20;

  private final EmulatedGpu emulator =
      new EmulatedGpu().mode(Mode.RACES).cores(1).budget(MOST_JUMPS);
  private final Gpu gpu = Gpu.on(emulator);
  private @Nullable GivenKernel kernel;

  @Override
  public void setUp(float[][] given) {
    kernel = GivenKernel.of(given);
    kernel.on(gpu);
  }

  @Override
  public float[] answer(float[][] input) {
    var given = Objects.requireNonNull(kernel);
    try (var product = Product.room(gpu, (int) input[0][0], (int) input[0][1], (int) input[0][2])) {
      product.a().upload(input[1]);
      product.b().upload(input[2]);
      given.launch(given.on(gpu), product);
      gpu.synchronize();
      return answer(product.c().toFloats(), emulator.lastReport());
    }
  }

  private static float[] answer(float[] c, LaunchReport report) {
    if (!report.findings().isEmpty()) {
      throw new IllegalStateException(report.findings().getFirst().toString());
    }
    var total = report.total();
    if (total.tensorFlops() > 0) { // the clock and the card's peak are those of its lanes
      throw new IllegalStateException("tensor cores are outside of this event");
    }
    return with(c, total.sectors(), total.lanes());
  }

  /// Numbers, and two counts after them.
  static float[] with(float[] c, long first, long second) {
    var answer = Arrays.copyOf(c, c.length + COUNTS);
    write(first, answer, c.length);
    write(second, answer, c.length + 2);
    return answer;
  }

  private static void write(long count, float[] to, int at) {
    to[at] = Math.min(count / BASE, BASE);
    to[at + 1] = count % BASE;
  }

  /// The count whose two numbers begin there.
  public static long count(float[] answer, int at) {
    return ((long) answer[at]) * BASE + (long) answer[at + 1];
  }
}
