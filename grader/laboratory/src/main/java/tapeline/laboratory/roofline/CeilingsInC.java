package tapeline.laboratory.roofline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import tapeline.instruments.machine.Processor;
import tapeline.instruments.machine.RateMeter;
import tapeline.instruments.machine.WorkingSets;
import tapeline.roofline.machine.FmaChain;
import tapeline.roofline.machine.Streams;
import tapeline.toolkit.ScratchFolder;
import tapeline.toolkit.TextTable;

/// Do the ceilings that module 12 measures in Java agree with those of a program in C?
///
/// A compiler of C makes `ceilings.c`, with its loops of multiply–adds and its triad. Java and C
/// take turns, nine each, so that what disturbs one disturbs the other; the ratio is that of each
/// pair of turns. On an idle machine it is within 5 % of 1.
public final class CeilingsInC {
  private static final String SOURCE = "ceilings.c";
  private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");
  private static final String NATIVE =
      System.getProperty("os.arch").equals("aarch64") ? "-mcpu=native" : "-march=native";
  private static final int TURNS = 9;
  private static final int MILLIS = 200;
  private static final int NUMBERS = 1 << 16;
  private static final RateMeter METER = new RateMeter(1, MILLIS);

  private CeilingsInC() {}

  /// Prints the table; without a compiler of C it says so.
  static void main() throws IOException {
    try (var folder = ScratchFolder.of("ceilings")) {
      program(folder.path())
          .ifPresentOrElse(
              CeilingsInC::compare,
              () -> IO.println("no compiler of C was found, of " + String.join(", ", COMPILERS)));
    }
  }

  private static void compare(Path program) {
    var x = new float[NUMBERS];
    var chains = FmaChain.STEPS.stream().map(FmaChain::new).toList();
    var best =
        chains.stream().max(Comparator.comparingDouble(chain -> rate(chain, x))).orElseThrow();
    long largest = Processor.here().caches().stream().mapToLong(c -> c).max().orElse(1 << 25);
    var sets = new WorkingSets(List.of(4 * largest), 1, METER);
    var table = TextTable.of("ceiling", "Java", "C", "unit", "Java/C", "least to most");
    compare(
        table,
        "multiply–adds, one core",
        "GFLOP/s",
        () -> rate(best, x),
        () -> said(program, "fma", MILLIS));
    compare(
        table,
        "triad, memory",
        "GB/s",
        () -> Streams.triad(sets).rate(0),
        () -> said(program, "triad", 4 * largest / 12, MILLIS));
    IO.print(table.note("medians of %d turns of each, one after the other".formatted(TURNS)));
  }

  private static double rate(FmaChain chain, float... x) {
    double flops = chain.cost(x.length).flops();
    return METER.rate("chain", flops, List.of(() -> chain.run(x))).perSecond();
  }

  private static void compare(
      TextTable table, String what, String unit, DoubleSupplier java, DoubleSupplier c) {
    var inJava = new double[TURNS];
    var inC = new double[TURNS];
    for (int i = 0; i < TURNS; i++) {
      inJava[i] = java.getAsDouble();
      inC[i] = c.getAsDouble();
    }
    double[] ratios =
        IntStream.range(0, TURNS).mapToDouble(i -> inJava[i] / inC[i]).sorted().toArray();
    table.row(
        what,
        digits(median(inJava) / 1e9),
        digits(median(inC) / 1e9),
        unit,
        digits(ratios[TURNS / 2]),
        digits(ratios[0]) + " to " + digits(ratios[TURNS - 1]));
  }

  private static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static String digits(double value) {
    return TextTable.number(value, 3);
  }

  /// The program, made by the first compiler that is there; empty when none is.
  ///
  /// @throws IllegalStateException when one is there and refuses the source
  static Optional<Path> program(Path folder) throws IOException {
    var source = folder.resolve(SOURCE);
    try (var in = CeilingsInC.class.getResourceAsStream(SOURCE)) {
      Files.copy(Objects.requireNonNull(in, SOURCE), source);
    }
    var program = folder.resolve("ceilings");
    for (var compiler : COMPILERS) {
      try {
        run(compiler, "-O3", NATIVE, "-ffp-contract=fast", source, "-o", program);
        return Optional.of(program);
      } catch (IOException _) {
        // there is none of this name
      }
    }
    return Optional.empty();
  }

  /// The number that the program prints.
  static double said(Path program, Object... words) {
    var command = new ArrayList<Object>(List.of(program));
    command.addAll(List.of(words));
    try {
      return Double.parseDouble(run(command.toArray()).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What a program prints.
  ///
  /// @throws IOException when there is no such program
  /// @throws IllegalStateException when it fails
  private static String run(Object... words) throws IOException {
    var command = Arrays.stream(words).map(Object::toString).toList();
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IllegalStateException("%s failed: %s".formatted(String.join(" ", command), said));
    }
    return said;
  }
}
