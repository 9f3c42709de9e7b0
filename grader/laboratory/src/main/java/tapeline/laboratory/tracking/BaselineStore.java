package tapeline.laboratory.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tapeline.laboratory.packing.PackedProgram;

/// Baselines and histories in a folder: for each machine a folder, in it one for each workload,
/// with `baseline-1.json`, `baseline-1.jar`, …, and `history.jsonl`, a check a line.
///
/// Nothing is overwritten. Every file is written beside its place and moved there at once, so that
/// a crash leaves the old one or the new one. One process at a time writes.
public final class BaselineStore {
  private static final String MACHINE = "machine.json";

  private final Path folder;

  private BaselineStore(Path folder) {
    this.folder = folder;
  }

  /// The part of a store that belongs to a machine; it is made when there is none.
  ///
  /// @throws BrokenStoreException when another machine's name stands there, or it cannot be read
  public static BaselineStore open(Path store, MachineId machine) throws IOException {
    var it = new BaselineStore(store.resolve(machine.key()));
    var file = it.folder.resolve(MACHINE);
    if (Files.exists(file)) {
      var there = StoreFiles.read(file, 0, Files.readString(file), MachineId.class);
      if (!there.equals(machine)) {
        throw new BrokenStoreException(
            "%s is a store of another machine: %s, and this is %s".formatted(file, there, machine));
      }
    } else {
      Files.createDirectories(it.folder);
      StoreFiles.replace(file, StoreFiles.JSON.writeValueAsBytes(machine));
    }
    return it;
  }

  /// Where what belongs to a workload lies.
  public Path folder(String name) {
    if (!name.matches("\\p{Alnum}[\\p{Alnum}._-]*")) {
      throw new IllegalArgumentException(
          "a workload is named by letters, digits, points and dashes, got \"" + name + "\"");
    }
    return folder.resolve(name);
  }

  /// The newest baseline of a workload.
  ///
  /// @throws BrokenStoreException when it cannot be read, or its program is not the one it names
  public Optional<Baseline> newest(String name) throws IOException {
    int number = count(name);
    if (number == 0) {
      return Optional.empty();
    }
    var file = json(name, number);
    var baseline = StoreFiles.read(file, 0, Files.readString(file), Baseline.class);
    if (baseline.number() != number) {
      throw new BrokenStoreException(
          "%s is named as baseline %d, and says that it is %d"
              .formatted(file, number, baseline.number()));
    }
    return Optional.of(baseline);
  }

  /// The program of a baseline.
  ///
  /// @throws BrokenStoreException when it is missing, or another one by now
  public PackedProgram program(String name, Baseline baseline) throws IOException {
    var file = jar(name, baseline.number());
    if (!Files.isRegularFile(file)) {
      throw new BrokenStoreException("%s, the program of a baseline, is missing".formatted(file));
    }
    var program = PackedProgram.read(file);
    if (!program.hash().equals(baseline.program())) {
      throw new BrokenStoreException(
          "%s is not the program that %s names: its hash is %s"
              .formatted(file, json(name, baseline.number()), program.hash()));
    }
    return program;
  }

  /// Adds a baseline, which is the newest one then; those before it stay.
  ///
  /// @throws BrokenStoreException when its number is not the next one
  public void add(String name, Baseline baseline, PackedProgram program) throws IOException {
    var at = Files.createDirectories(folder(name));
    try (var _ = StoreFiles.lock(at)) {
      if (baseline.number() != count(name) + 1) {
        throw new BrokenStoreException(
            "%s has %d baselines, and nothing is overwritten: the next one is %d, got %d"
                .formatted(at, count(name), count(name) + 1, baseline.number()));
      }
      // The program first: a baseline counts once its JSON is there.
      StoreFiles.replace(jar(name, baseline.number()), program.jar());
      StoreFiles.replace(
          json(name, baseline.number()),
          StoreFiles.JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(baseline));
    }
  }

  /// All checks of a workload, the oldest first.
  ///
  /// @throws BrokenStoreException naming the file and the line that cannot be read
  public List<CheckedVersion> history(String name) throws IOException {
    var file = folder(name).resolve("history.jsonl");
    var checks = new ArrayList<CheckedVersion>();
    if (Files.exists(file)) {
      int line = 0;
      for (var text : StoreFiles.lines(file)) {
        line++;
        checks.add(StoreFiles.read(file, line, text, CheckedVersion.class));
      }
    }
    return checks;
  }

  /// Appends a check. A history that cannot be read is left as it is.
  public void append(String name, CheckedVersion check) throws IOException {
    var at = Files.createDirectories(folder(name));
    try (var _ = StoreFiles.lock(at)) {
      history(name);
      var file = at.resolve("history.jsonl");
      var before = Files.exists(file) ? Files.readString(file).stripTrailing() + "\n" : "";
      StoreFiles.replace(
          file,
          (before.stripLeading() + StoreFiles.JSON.writeValueAsString(check) + "\n")
              .getBytes(UTF_8));
    }
  }

  private int count(String name) {
    int number = 0;
    while (Files.exists(json(name, number + 1))) {
      number++;
    }
    return number;
  }

  private Path json(String name, int number) {
    return folder(name).resolve("baseline-" + number + ".json");
  }

  private Path jar(String name, int number) {
    return folder(name).resolve("baseline-" + number + ".jar");
  }
}
