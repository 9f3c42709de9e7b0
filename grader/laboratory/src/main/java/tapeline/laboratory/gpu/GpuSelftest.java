package tapeline.laboratory.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.laboratory.gpu.AnswerCheck.CheckedAnswer;
import tapeline.laboratory.gpu.KernelTrial.Ceiling;
import tapeline.laboratory.gpu.KernelTrials.MatrixMultiply;
import tapeline.laboratory.gpu.SpeedTrial.Speed;

/// Checks the module's kernels on this machine's GPU, and times them beside cuBLAS and a copy.
///
/// Each kernel's answer is compared with the CPU's, in `double`, and with the emulator's. Without a
/// GPU the emulator's answers are checked, and there are no times. The exit status is 1 when an
/// answer is wrong.
///
/// ```sh
/// ./tapeline run "GpuSelftest [--emulator] [--cublas PATH] [--out FILE] [--rounds N] [--without KERNEL]..."
/// ```
public final class GpuSelftest {
  private static final long ROOM = 2L << 30; // bytes
  private static final int LARGE_CARD = 40; // multiprocessors

  private GpuSelftest() {}

  /// How large what is timed is: matrices (rows,columns), products (n,n)·(n,n).
  record Sizes(int rows, int columns, int n) {
    /// Arrays of 256 MiB, far more than a card's cache holds, where both sides have room; and
    /// products that take a large card about as long as a small one.
    static Sizes on(Gpu gpu) {
      long room = Math.min(gpu.device().freeBytes(), Runtime.getRuntime().maxMemory());
      int rows = room >= ROOM ? 16384 : 4096;
      return new Sizes(rows, 4096, gpu.limits().multiprocessors() >= LARGE_CARD ? 4096 : 2048);
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
    if (!run(options)) {
      System.exit(1);
    }
  }

  /// Prints what it finds, and returns whether all is well.
  private static boolean run(SelftestOptions options) throws IOException {
    Consumer<String> say = System.out::println;
    var device = options.emulator() ? Gpu.on(new EmulatedGpu()) : Gpu.best(say);
    try (var tested = new TestedGpu(device, () -> Gpu.best(_ -> {}))) {
      var facts = SelftestFacts.of(device);
      say.accept("checking the answers");
      var checks = answers(tested, options.without(), say);
      var report = timed(tested, options, facts, checks, say);
      System.out.print("\n" + report.text());
      if (options.out().isPresent()) {
        write(options.out().get().toRealPath(), report.markdown());
      }
      return report.passed();
    }
  }

  /// The answers with the times of a card; without, where it has not come back.
  static SelftestReport timed(
      TestedGpu tested,
      SelftestOptions options,
      List<String> facts,
      List<CheckedAnswer> checks,
      Consumer<String> say) {
    try {
      if (tested.gpu().emulated()) {
        return new SelftestReport(facts, checks, List.of(), "");
      }
      var best = best(tested, options);
      var sizes = Sizes.on(tested.gpu());
      var speeds = times(tested, best, sizes, options.rounds(), options.without(), say);
      var all = new ArrayList<>(facts);
      SelftestFacts.clocks().ifPresent(all::add);
      return new SelftestReport(all, checks, speeds, "");
    } catch (RuntimeException e) { // as in AnswerCheck
      return new SelftestReport(facts, checks, List.of(), String.valueOf(e.getMessage()));
    }
  }

  /// A reader finds the results of before, or these, whole. What is no file is written as it is.
  private static void write(Path file, String text) throws IOException {
    if (!Files.isRegularFile(file)) {
      Files.writeString(file, text);
      return;
    }
    var beside =
        file.resolveSibling(
            file.getFileName() + ".%d.new".formatted(ProcessHandle.current().pid()));
    Files.writeString(beside, text);
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// cuBLAS, on whichever device is there when it is asked; empty where it is not to be had.
  private static Optional<MatrixMultiply> best(TestedGpu tested, SelftestOptions options) {
    var folders = options.cublas().stream().toList();
    var why =
        folders.isEmpty()
            ? "It comes with a CUDA toolkit; say where by --cublas PATH."
            : "None that loads is in %s, nor where the system looks.".formatted(folders.getFirst());
    try {
      if (tested.cublas(folders).isPresent()) {
        return Optional.of(
            (a, b, c, m, n, k) -> tested.cublas(folders).orElseThrow().matmul(a, b, c, m, n, k));
      }
    } catch (RuntimeException e) { // it is there, and does not start
      why = String.valueOf(e.getMessage());
    }
    System.out.println("No cuBLAS here: products have no ceiling to be compared with. " + why);
    return Optional.empty();
  }

  /// Checks every kernel in small sizes, and the backend's ops.
  static List<CheckedAnswer> answers(TestedGpu tested, List<String> without, Consumer<String> say) {
    if (tested.gpu().device() instanceof EmulatedGpu emulator) {
      emulator.mode(Mode.RACES);
    }
    var results = new ArrayList<CheckedAnswer>();
    try (var check = new AnswerCheck(tested)) {
      for (var trial : kept(KernelTrials.small(), without)) {
        say.accept("  " + trial.kernel() + " " + trial.size());
        results.add(check.check(trial));
      }
    }
    results.addAll(BackendCheck.of(tested));
    return results;
  }

  /// Times every kernel, a copy, and the best product, on a GPU that has a clock.
  ///
  /// @param best the fastest matrix product there is, where there is one
  static List<Speed> times(
      TestedGpu tested,
      Optional<MatrixMultiply> best,
      Sizes sizes,
      int rounds,
      List<String> without,
      Consumer<String> say) {
    var trials = new KernelTrials();
    int n = sizes.n;
    var timed = kept(trials.of(sizes.rows, sizes.columns, n, n, n), without);
    Map<Ceiling, KernelTrial> ceilings = new EnumMap<>(Ceiling.class);
    ceilings.put(Ceiling.COPY, trials.copy(tested, sizes.rows * sizes.columns));
    best.ifPresent(product -> ceilings.put(Ceiling.CUBLAS, trials.product(n, n, n, product)));
    return new SpeedTrial(tested).measure(timed, ceilings, rounds, say);
  }

  private static List<KernelTrial> kept(List<KernelTrial> trials, List<String> without) {
    return trials.stream().filter(trial -> !without.contains(trial.kernel())).toList();
  }
}
