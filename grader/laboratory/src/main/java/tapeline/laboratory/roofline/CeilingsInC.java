package tapeline.laboratory.roofline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SignFlip;
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
/// Java and C take turns, each in a process of its own: not every JVM compiles the loop as well,
/// and a process keeps the pages of memory that it was given, by which a triad may differ by 20 %.
/// A turn's rate is that of its best slice of a few milliseconds, since all that disturbs a slice
/// makes it slower. The ratio is the median of the pairs of turns, with its interval; what other
/// machines on the same host do disturbs the triad more, so it takes more pairs. Both triads use
/// vectors of the same width, the JVM's: on some processors narrower ones move more bytes.
final class CeilingsInC {
  private static final String SOURCE = "ceilings.c";
  static final List<String> COMPILERS = List.of("cc", "gcc", "clang");
  private static final List<String> NATIVE =
      System.getProperty("os.arch").equals("aarch64")
          ? List.of("-mcpu=native")
          : List.of("-march=native", "-mprefer-vector-width=" + 8 * VectorWidths.widest());
  private static final int PEAKS = 9; // turns of each
  private static final int TRIADS = 41;
  private static final RateMeter METER = new RateMeter(40, 1);

  private CeilingsInC() {}

  /// Both measured anew, beside what the machine file holds.
  ///
  /// @return the table, or a line that says why there is none
  static String beside(Ceilings oneCore) throws IOException {
    try (var folder = ScratchFolder.of("ceilings")) {
      return compare(program(folder.path(), COMPILERS), oneCore).toString();
    } catch (IllegalStateException e) { // costs the roofline nothing else
      return "no ceilings in C: " + e.getMessage();
    }
  }

  private static TextTable compare(Path program, Ceilings oneCore) throws IOException {
    long largest = Processor.here().caches().stream().mapToLong(c -> c).max().orElse(1 << 25);
    var table = TextTable.of("ceiling", "file", "Java", "C", "unit", "Java/C", "95 %", "turns");
    compare(
        table,
        "multiply–adds",
        oneCore.peak(),
        "GFLOP/s",
        PEAKS,
        () -> VectorWidths.peak("multiply–adds", METER).most(),
        () -> said(program, "fma"));
    compare(
        table,
        "triad, memory",
        oneCore.memory(),
        "GB/s",
        TRIADS,
        () -> Double.parseDouble(OwnJvm.said(CeilingsInC.class, List.of(), 4 * largest)),
        () -> said(program, "triad", 4 * largest / 12));
    return table.note("one core; medians; Java and C in turns");
  }

  /// In a JVM of its own: prints the bytes/s of the triad in so many bytes.
  static void main(String[] arguments) {
    var sets = new WorkingSets(List.of(Long.parseLong(arguments[0])), 1, METER);
    Streams.triad(sets); // compiles it
    IO.println(Streams.triad(sets).rates().getFirst().most());
  }

  /// A turn: numbers a second.
  private interface Turn {
    double rate() throws IOException;
  }

  private static void compare(
      TextTable table, String what, Ceiling file, String unit, int turns, Turn java, Turn c)
      throws IOException {
    var inJava = new double[turns];
    var inC = new double[turns];
    var logs = new double[turns];
    for (int i = 0; i < turns; i++) {
      if (i % 2 == 0) inJava[i] = java.rate();
      inC[i] = c.rate();
      if (i % 2 == 1) inJava[i] = java.rate();
      logs[i] = Math.log(inJava[i] / inC[i]);
    }
    double rate = Sample.of(inJava).median();
    var range = SignFlip.interval(0.95, logs).exp();
    table.row(
        what,
        digits(file.perSecond() / 1e9),
        digits(rate / 1e9),
        digits(Sample.of(inC).median() / 1e9),
        unit,
        digits(Math.exp(Sample.of(logs).median())),
        "%.3f to %.3f".formatted(range.low(), range.high()),
        "" + turns);
    if (file.perSecond() < 0.9 * rate) {
      table.note(what + ": the file has less, so something disturbed MeasureMachine; run it again");
    }
  }

  private static String digits(double value) {
    return TextTable.number(value, 3);
  }

  /// The program, made by the first of the compilers that is there and makes it.
  ///
  /// @throws IllegalStateException when none does, with what each said
  static Path program(Path folder, List<String> compilers) throws IOException {
    var source = folder.resolve(SOURCE);
    try (var in = CeilingsInC.class.getResourceAsStream(SOURCE)) {
      Files.write(source, Objects.requireNonNull(in, SOURCE).readAllBytes());
    }
    var program = folder.resolve("ceilings");
    var why = new ArrayList<String>();
    for (var compiler : compilers) {
      try {
        var command = new ArrayList<Object>(List.of(compiler, "-O3"));
        command.addAll(NATIVE);
        command.addAll(List.of("-ffp-contract=fast", source, "-o", program));
        run(command.toArray());
        return program;
      } catch (IOException _) {
        why.add("there is no " + compiler);
      } catch (IllegalStateException e) {
        why.add(e.getMessage());
      }
    }
    throw new IllegalStateException(String.join("; ", why));
  }

  /// The number that the program prints.
  static double said(Path program, Object... words) throws IOException {
    var command = new ArrayList<Object>(List.of(program));
    command.addAll(List.of(words));
    return Double.parseDouble(run(command.toArray()).strip());
  }

  /// The text that a program prints.
  ///
  /// @throws IOException when there is no such program
  /// @throws IllegalStateException when it fails
  private static String run(Object... words) throws IOException {
    var command = Arrays.stream(words).map(Object::toString).toList();
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IllegalStateException(
          "%s failed: %s".formatted(String.join(" ", command), said.strip()));
    }
    return said;
  }
}
