package tapeline.instructor.judge.arena;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import tapeline.competition.Contestant;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.Mode;

/// Runs an entry's kernel on the emulator, and counts. All of this JVM's code is the course's own:
/// of the entry there is the text of `kernel.ptx`, on the class path.
///
/// Given are the kernel's name, as numbers of characters, and six numbers: the block's x, y and z,
/// the rows and columns of C that it computes, and the bytes of shared memory that the launch asks
/// for. An answer is C, then sectors and instructions, each as two numbers of 20 bits, the higher
/// first.
public final class KernelRunner implements Contestant {
  private static final int MOST_PTX = 1 << 20;
  private static final long MOST_JUMPS = 1 << 22; // of a block

  /// How many numbers an answer has after C.
  public static final int COUNTS = 4;

  /// The base in which a count is written.
  public static final int BASE = 1 << 20;

  private final EmulatedGpu emulator =
      new EmulatedGpu().mode(Mode.RACES).cores(1).budget(MOST_JUMPS);
  private final Gpu gpu = Gpu.on(emulator);
  private float[] launch = {};
  private String name = "";

  @Override
  public void setUp(float[][] given) {
    var letters = new StringBuilder();
    for (float letter : given[0]) {
      letters.append((char) letter);
    }
    name = letters.toString();
    launch = given[1];
    kernel();
  }

  private GpuKernel kernel() {
    try (var in = KernelRunner.class.getResourceAsStream("/kernel.ptx")) {
      byte[] bytes = in == null ? new byte[0] : in.readNBytes(MOST_PTX + 1);
      if (bytes.length > MOST_PTX) {
        throw new IllegalArgumentException("kernel.ptx has at most %d bytes".formatted(MOST_PTX));
      }
      return gpu.load(new String(bytes, UTF_8)).kernel(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public float[] answer(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    try (var a = gpu.floatsOf("A", input[1]);
        var b = gpu.floatsOf("B", input[2]);
        var c = gpu.floats("C", m * n)) {
      var block = new Dim3((int) launch[0], (int) launch[1], (int) launch[2]);
      var grid = new Dim3(Math.ceilDiv(n, (int) launch[4]), Math.ceilDiv(m, (int) launch[3]), 1);
      kernel().launch(GpuLaunch.of(grid, block).shared((int) launch[5]), a, b, c, m, k, n);
      gpu.synchronize();
      return answer(c.toFloats(), emulator.lastReport());
    }
  }

  private static float[] answer(float[] c, LaunchReport report) {
    if (!report.findings().isEmpty()) {
      throw new IllegalStateException(report.findings().getFirst().toString());
    }
    var answer = Arrays.copyOf(c, c.length + COUNTS);
    var total = report.total();
    write(total.sectors(), answer, c.length);
    write(total.lanes(), answer, c.length + 2);
    return answer;
  }

  private static void write(long count, float[] to, int at) {
    to[at] = Math.min(count / BASE, BASE);
    to[at + 1] = count % BASE;
  }
}
