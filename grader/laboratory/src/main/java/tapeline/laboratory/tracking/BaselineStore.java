package tapeline.laboratory.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.toolkit.WholeFile;

/// Baselines and histories in a folder: for each machine a folder, in it one for each workload,
/// with `tracked.json` and the baselines' programs, `baseline-1.jar`, ….
///
/// Old entries stay. Every file is written beside its place and moved there at once, so that a
/// crash leaves the old one or the new one. One process at a time writes.
public final class BaselineStore {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Path folder;
  private final MachineId machine;

  /// The baselines and checks that are kept of a workload, the oldest first.
  private record Kept(MachineId machine, List<Baseline> baselines, List<CheckedVersion> checks) {}

  /// The part of a store that belongs to a machine.
  public BaselineStore(Path store, MachineId machine) {
    this.folder = store.resolve(machine.key());
    this.machine = machine;
  }

  /// Returns the folder of a workload.
  public Path folder(String name) {
    if (!name.matches("\\p{Alnum}[\\p{Alnum}._-]*")) {
      throw new IllegalArgumentException(
          "a workload is named by letters, digits, points, underscores and dashes, got \""
              + name
              + "\"");
    }
    return folder.resolve(name);
  }

  /// The newest baseline of a workload.
  ///
  /// @throws IOException naming the file and the line that cannot be read
  public Optional<Baseline> newest(String name) throws IOException {
    return read(name).baselines().stream().reduce((_, last) -> last);
  }

  /// The other machines, another JVM on this one included, that have baselines of a workload here.
  List<String> others(String name) throws IOException {
    var others = new ArrayList<String>();
    var all = folder.getParent();
    if (all != null && Files.isDirectory(all)) {
      try (var machines = Files.list(all)) {
        for (var other : machines.sorted().toList()) {
          var file = other.resolve(name).resolve("tracked.json");
          if (!other.equals(folder) && Files.isRegularFile(file)) {
            others.add(machine(file));
          }
        }
      }
    }
    return others;
  }

  private static String machine(Path file) throws IOException {
    try {
      return JSON.readTree(file.toFile()).path("machine").toString();
    } catch (JsonProcessingException _) {
      return file + ", which cannot be read";
    }
  }

  /// All checks of a workload, the oldest first.
  ///
  /// @throws IOException naming the file and the line that cannot be read
  public List<CheckedVersion> history(String name) throws IOException {
    return read(name).checks();
  }

  /// The program of a baseline.
  ///
  /// @throws IOException when it is missing, or another one by now
  public PackedProgram program(String name, Baseline baseline) throws IOException {
    var file = jar(name, baseline.number());
    if (!Files.isRegularFile(file)) {
      throw new IOException("%s, the program of a baseline, is missing".formatted(file));
    }
    var program = PackedProgram.read(file);
    if (!program.hash().equals(baseline.program())) {
      throw new IOException(
          "%s is not the program that %s names: its hash is %s"
              .formatted(file, json(name), program.hash()));
    }
    return program;
  }

  /// Adds a baseline, which is the newest one then; those before it stay.
  ///
  /// @throws IOException when its number is not the next one
  public void add(String name, Baseline baseline, PackedProgram program) throws IOException {
    try (var _ = lock(name)) {
      var kept = read(name);
      int next = kept.baselines().size() + 1;
      if (baseline.number() != next) {
        throw new IOException(
            "%s has %d baselines, and nothing is overwritten: the next one is %d, got %d"
                .formatted(folder(name), next - 1, next, baseline.number()));
      }
      // The program first: a baseline counts once it is in the JSON.
      replace(jar(name, next), program.jar());
      write(name, new Kept(machine, and(kept.baselines(), baseline), kept.checks()));
    }
  }

  /// Appends a check. What cannot be read is left as it is.
  public void append(String name, CheckedVersion check) throws IOException {
    try (var _ = lock(name)) {
      var kept = read(name);
      write(name, new Kept(machine, kept.baselines(), and(kept.checks(), check)));
    }
  }

  /// Writes the picture of a trend; where it lies.
  Path picture(String name, String svg) throws IOException {
    var file = folder(name).resolve("trend.svg");
    replace(file, svg.getBytes(UTF_8));
    return file;
  }

  private Kept read(String name) throws IOException {
    var file = json(name);
    if (!Files.exists(file)) {
      if (Files.exists(folder(name).resolve("baseline-1.json"))) {
        throw new IOException(
            folder(name)
                + " holds a baseline-1.json, which is of another form of store: move the folder away"
                + " to begin a new one");
      }
      return new Kept(machine, List.of(), List.of());
    }
    try {
      var json = JSON.readTree(file.toFile());
      for (var counts : json.findValues("counts")) {
        if (counts instanceof ObjectNode older) { // from before these were counted
          older.putIfAbsent("peakBytes", LongNode.valueOf(Budget.Counts.UNKNOWN));
          older.putIfAbsent("launches", LongNode.valueOf(Budget.Counts.UNKNOWN));
        }
      }
      var kept = JSON.treeToValue(json, Kept.class);
      if (!kept.machine().equals(machine)) {
        throw new IOException(
            "%s is of another machine: %s, and this is %s".formatted(file, kept.machine, machine));
      }
      return kept;
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      throw new IOException(
          "%s, line %d, cannot be read: %s. Repair it, or move it away: nothing was written"
              .formatted(
                  file, at == null ? 1 : Math.max(1, at.getLineNr()), e.getOriginalMessage()),
          e);
    }
  }

  private void write(String name, Kept kept) throws IOException {
    replace(json(name), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(kept));
  }

  private static void replace(Path file, byte[] bytes) throws IOException {
    WholeFile.write(
        file,
        part ->
            Files.write(
                part,
                bytes,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.DSYNC)); // what is kept survives a power failure
  }

  private FileChannel lock(String name) throws IOException {
    var at = Files.createDirectories(folder(name));
    var file = at.resolve(".lock");
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      channel.lock(); // waits for another process, which writes for some milliseconds
      return channel;
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new IOException(at + " is being written by another check: try again", e);
    }
  }

  private static <T> List<T> and(List<T> all, T last) {
    return Stream.concat(all.stream(), Stream.of(last)).toList();
  }

  private Path json(String name) {
    return folder(name).resolve("tracked.json");
  }

  private Path jar(String name, int number) {
    return folder(name).resolve("baseline-" + number + ".jar");
  }
}
