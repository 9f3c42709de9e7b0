package tapeline.instruments.machine;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;
import tapeline.toolkit.WholeFile;

/// The ceilings of a machine, kept in a file: they hold on that machine alone.
///
/// @param processor of which machine
/// @param jdk with which they were measured
/// @param date on which, as ISO 8601
/// @param flopsPerSecond of arithmetic
/// @param bytesPerSecond of the caches and of memory
/// @param loadsPerSecond that wait for each other, so one over the latency
public record MachineFile(
    Processor processor,
    String jdk,
    String date,
    List<Ceiling> flopsPerSecond,
    List<Ceiling> bytesPerSecond,
    List<Ceiling> loadsPerSecond)
    implements Tabular {
  /// The machine file's path, in the course's folder for build results.
  public static final Path PATH =
      Path.of(System.getProperty("tapeline.root", ""), "target", "roofline", "machine.json");

  private static final String HOW = "measure with: ./tapeline run MeasureMachine";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  public MachineFile {
    Objects.requireNonNull(processor, "no processor");
    flopsPerSecond = List.copyOf(flopsPerSecond);
    bytesPerSecond = List.copyOf(bytesPerSecond);
    loadsPerSecond = List.copyOf(loadsPerSecond);
  }

  /// The rates that were measured on this machine, with the JDK and the date of today.
  public static MachineFile of(
      Processor here, List<Ceiling> flops, List<Ceiling> bytes, List<Ceiling> loads) {
    var jdk = Runtime.version().toString();
    return new MachineFile(
        here, jdk, LocalDate.now(ZoneId.systemDefault()).toString(), flops, bytes, loads);
  }

  /// Reads what [#write] wrote.
  ///
  /// @throws IllegalStateException when there is no such file, it cannot be read, or it holds
  ///   something else
  public static MachineFile read(Path file) {
    if (!Files.exists(file)) {
      throw new IllegalStateException(
          "the ceilings of this machine are not measured yet, there is no %s: %s"
              .formatted(file, HOW));
    }
    try {
      return JSON.readValue(file.toFile(), MachineFile.class);
    } catch (IOException e) {
      var why = e instanceof JacksonException j ? j.getOriginalMessage() : e.getMessage();
      throw new IllegalStateException("%s holds no machine (%s): %s".formatted(file, why, HOW), e);
    }
  }

  /// Writes this, and the folders on the way. A reader meanwhile finds the file of before.
  public void write(Path file) throws IOException {
    WholeFile.write(
        file, part -> JSON.writerWithDefaultPrettyPrinter().writeValue(part.toFile(), this));
  }

  /// This, if it was measured on a processor like `here`.
  ///
  /// @throws IllegalStateException when the name or the number of cores is another
  public MachineFile ofThisMachine(Processor here) {
    if (!processor.name().equals(here.name()) || processor.cores() != here.cores()) {
      throw new IllegalStateException(
          "ceilings hold on the machine that they were measured on: kept are those of %s with %d cores, this is %s with %d; %s"
              .formatted(processor.name(), processor.cores(), here.name(), here.cores(), HOW));
    }
    return this;
  }

  /// The ceilings in their usual units: GFLOP/s, GB/s, and ns a load.
  @Override
  public TextTable table() {
    var table = TextTable.of("ceiling", "median", "least to most", "unit");
    flopsPerSecond.forEach(c -> row(table, c, "GFLOP/s"));
    bytesPerSecond.forEach(c -> row(table, c, "GB/s"));
    for (var c : loadsPerSecond) {
      table.row(
          c.name() + " latency",
          digits(1e9 / c.perSecond()),
          range(1e9 / c.most(), 1e9 / c.least()),
          "ns");
    }
    return table.note(
        "%s, %d cores; JDK %s, %s".formatted(processor.name(), processor.cores(), jdk, date));
  }

  private static void row(TextTable table, Ceiling c, String unit) {
    table.row(c.name(), digits(c.perSecond() / 1e9), range(c.least() / 1e9, c.most() / 1e9), unit);
  }

  private static String range(double least, double most) {
    return digits(least) + " to " + digits(most);
  }

  private static String digits(double value) {
    return TextTable.number(value, 3);
  }

  /// The part of it that a roofline needs.
  @JsonIgnore
  public Ceilings ceilings() {
    return new Ceilings(
        "%s, %d cores".formatted(processor.name(), processor.cores()),
        flopsPerSecond,
        bytesPerSecond);
  }
}
