package tapeline.laboratory.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.toolkit.ScratchFolder;

/// A comparison, and the programs that it compared: all that is needed to make it again.
public record Experiment(ComparisonFile file, PackedProgram a, PackedProgram b) {
  /// Packs both programs, and compares what was packed: what is kept is what was measured.
  ///
  /// @param seed of all that is drawn
  /// @param revision of the code
  /// @param progress hears of each fork
  /// @throws IOException when a JVM cannot be started, or ends
  public static Experiment run(
      Contender a, Contender b, Plan plan, long seed, String revision, Consumer<Fork> progress)
      throws IOException {
    return run(a, program(a), b, program(b), plan, seed, revision, progress);
  }

  /// The same for programs that are packed already; class paths of the contenders are not asked.
  static Experiment run(
      Contender a,
      PackedProgram programA,
      Contender b,
      PackedProgram programB,
      Plan plan,
      long seed,
      String revision,
      Consumer<Fork> progress)
      throws IOException {
    var when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    var machine = SystemInfo.now(); // before: afterwards the load would be our own
    try (var folder = ScratchFolder.of("programs")) {
      var jarA = folder.path().resolve("a.jar");
      var jarB = folder.path().resolve("b.jar");
      programA.write(jarA);
      programB.write(jarB);
      var duel = new Duel(from(jarA, a), from(jarB, b), plan, seed, progress).run();
      var file =
          ComparisonFile.of(
              duel,
              new ComparisonFile.Entrant(a.name(), a.workload(), a.flags(), programA.hash()),
              new ComparisonFile.Entrant(b.name(), b.workload(), b.flags(), programB.hash()),
              a.conditions(),
              plan,
              seed,
              revision,
              machine,
              when);
      return new Experiment(file, programA, programB);
    }
  }

  private static PackedProgram program(Contender c) throws IOException {
    return PackedProgram.of(c.classPath(), List.of(c.workload()), _ -> false);
  }

  private static Contender from(Path jar, Contender c) {
    return new Contender(c.name(), c.workload(), List.of(jar), c.flags(), c.conditions());
  }
}
