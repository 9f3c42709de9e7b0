package tapeline.cuda.selftest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tapeline.cuda.selftest.KernelTrial.Ceiling;
import tapeline.cuda.selftest.KernelTrials.MatrixMultiply;
import tapeline.cuda.selftest.SpeedTrial.Speed;
import tapeline.gpu.Gpu;
import tapeline.gpu.driver.Cublas;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;

/// Checks the module's kernels on this machine's GPU, and times them beside cuBLAS and a copy.
///
/// Each kernel's answer is compared with the CPU's, in `double`, and with the emulator's. Without a
/// GPU the emulator's answers are checked, and there are no times. The exit status is 1 when an
/// answer is wrong.
///
/// ```text
/// gpu-selftest [--emulator] [--cublas PATH] [--out FILE] [--rounds N]
/// ```
public final class GpuSelftest {
  private static final Path DRIVER = Path.of("/proc/driver/nvidia/version");
  private static final Pattern VERSION = Pattern.compile("\\b\\d{3}\\.\\d+(\\.\\d+)?\\b");
  private static final long LARGE_CARD = 16L << 30; // bytes

  private GpuSelftest() {}

  /// How large what is timed is: matrices (rows,columns), products (n,n)·(n,n).
  record Sizes(int rows, int columns, int n) {
    /// Far more than a card's cache holds; arrays of 256 MiB where the card has room for them.
    static Sizes on(Gpu gpu) {
      boolean large = gpu.limits().memoryBytes() >= LARGE_CARD;
      return large ? new Sizes(16384, 4096, 4096) : new Sizes(4096, 4096, 2048);
    }
  }

  public static void main(String... words) throws IOException {
    SelftestOptions options;
    try {
      options = SelftestOptions.parse(words);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    try (var gpu = options.emulator() ? Gpu.on(new EmulatedGpu()) : Gpu.best()) {
      var cublas = gpu.emulated() ? Optional.<Cublas>empty() : cublas(gpu, options);
      var best = cublas.<MatrixMultiply>map(found -> found::matmul);
      System.out.println("checking the answers");
      var checks = answers(gpu);
      var speeds =
          gpu.emulated()
              ? List.<Speed>of()
              : times(gpu, best, Sizes.on(gpu), options.rounds(), System.out::println);
      var report = new SelftestReport(facts(gpu), checks, speeds);
      System.out.println();
      System.out.print(report.text());
      if (options.out().isPresent()) {
        Files.writeString(options.out().get(), report.markdown());
      }
      cublas.ifPresent(Cublas::close);
      if (!report.passed()) {
        System.exit(1);
      }
    }
  }

  private static Optional<Cublas> cublas(Gpu gpu, SelftestOptions options) {
    var found = Cublas.find(gpu, options.cublas().stream().toArray(Path[]::new));
    if (found.isEmpty()) {
      System.out.println(
          "No cuBLAS here: products have no ceiling to be compared with. It comes with a CUDA"
              + " toolkit; say where by --cublas PATH.");
    }
    return found;
  }

  /// Checks every kernel in small sizes, and the backend's ops.
  static List<CheckResult> answers(Gpu gpu) {
    if (gpu.device() instanceof EmulatedGpu emulator) {
      emulator.mode(Mode.RACES);
    }
    var results = new ArrayList<CheckResult>();
    try (var check = new KernelCheck(gpu)) {
      KernelTrials.small().forEach(trial -> results.add(check.check(trial)));
    }
    results.addAll(BackendCheck.of(gpu));
    return results;
  }

  /// Times every kernel, a copy, and the best product, on a GPU that has a clock.
  ///
  /// @param best the fastest matrix product there is, where there is one
  static List<Speed> times(
      Gpu gpu, Optional<MatrixMultiply> best, Sizes sizes, int rounds, Consumer<String> say) {
    var trials = new KernelTrials();
    int n = sizes.n;
    var timed = trials.of(sizes.rows, sizes.columns, n, n, n);
    Map<Ceiling, KernelTrial> ceilings = new EnumMap<>(Ceiling.class);
    ceilings.put(Ceiling.COPY, trials.copy(gpu, sizes.rows * sizes.columns));
    best.ifPresent(product -> ceilings.put(Ceiling.CUBLAS, trials.product(n, n, n, product)));
    return new SpeedTrial(gpu).measure(timed, ceilings, rounds, say);
  }

  static List<String> facts(Gpu gpu) {
    var facts = new ArrayList<String>();
    facts.add("date: " + LocalDate.now(ZoneOffset.UTC));
    facts.add("device: " + gpu.name());
    driver().ifPresent(version -> facts.add("NVIDIA driver: " + version));
    facts.add(
        "Java: %s on %s %s"
            .formatted(
                Runtime.version(), System.getProperty("os.name"), System.getProperty("os.arch")));
    return facts;
  }

  private static Optional<String> driver() {
    try {
      return Files.isReadable(DRIVER)
          ? VERSION.matcher(Files.readString(DRIVER)).results().map(m -> m.group()).findFirst()
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
