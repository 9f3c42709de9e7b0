package tapeline.laboratory.roofline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.Ceilings;
import tapeline.instruments.machine.Processor;
import tapeline.instruments.machine.RateMeter;
import tapeline.instruments.machine.WorkingSets;
import tapeline.roofline.machine.Streams;
import tapeline.toolkit.ScratchFolder;
import tapeline.toolkit.TextTable;

/// A second opinion on the ceilings: a program in C, with its own loops of multiply–adds and its
/// own triad, beside module 12's in Java.
///
/// Java and C take turns, nine each; a turn's rate is that of its best slice of a few milliseconds,
/// since all that disturbs a slice makes it slower. Each turn of multiply–adds has a JVM of its
/// own, since not every one compiles them as well. The ratio is that of each pair of turns: within
/// 5 % of 1 where nothing else uses the memory.
final class CeilingsInC {
  private static final String SOURCE = "ceilings.c";
  private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");
  private static final String NATIVE =
      System.getProperty("os.arch").equals("aarch64") ? "-mcpu=native" : "-march=native";
  private static final int TURNS = 9;
  private static final RateMeter METER = new RateMeter(100, 1);

  private CeilingsInC() {}

  /// Both measured anew, beside what the machine file holds.
  ///
  /// @return the table, or a line that says why there is none
  static String beside(Ceilings oneCore) throws IOException {
    try (var folder = ScratchFolder.of("ceilings")) {
      return program(folder.path())
          .map(program -> compare(program, oneCore).toString())
          .orElse("no compiler of C was found, of " + String.join(", ", COMPILERS));
    }
  }

  private static TextTable compare(Path program, Ceilings oneCore) {
    long largest = Processor.here().caches().stream().mapToLong(c -> c).max().orElse(1 << 25);
    var sets = new WorkingSets(List.of(4 * largest), 1, METER);
    var table = TextTable.of("ceiling", "file", "Java", "C", "unit", "Java/C", "least to most");
    compare(
        table,
        "multiply–adds",
        oneCore.peak(),
        "GFLOP/s",
        CeilingsInC::peak,
        () -> said(program, "fma"));
    compare(
        table,
        "triad, memory",
        oneCore.memory(),
        "GB/s",
        () -> Streams.triad(sets).rates().getFirst(),
        () -> said(program, "triad", 4 * largest / 12));
    return table.note("one core; medians of %d turns of each, in turns".formatted(TURNS));
  }

  private static Ceiling peak() {
    try {
      return VectorWidths.peak("multiply–adds", METER);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void compare(
      TextTable table,
      String what,
      Ceiling file,
      String unit,
      Supplier<Ceiling> java,
      DoubleSupplier c) {
    var inJava = new DescriptiveStatistics();
    var inC = new DescriptiveStatistics();
    var ratios = new DescriptiveStatistics();
    for (int i = 0; i < TURNS; i++) {
      double rate = java.get().most();
      double other = c.getAsDouble();
      inJava.addValue(rate / 1e9);
      inC.addValue(other / 1e9);
      ratios.addValue(rate / other);
    }
    table.row(
        what,
        digits(file.perSecond() / 1e9),
        digits(inJava.getPercentile(50)),
        digits(inC.getPercentile(50)),
        unit,
        digits(ratios.getPercentile(50)),
        "%s to %s".formatted(digits(ratios.getMin()), digits(ratios.getMax())));
    if (file.perSecond() < 0.9e9 * inJava.getPercentile(50)) {
      table.note(what + ": the file has less, so something disturbed MeasureMachine; run it again");
    }
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
