package tapeline.laboratory.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.instruments.machine.SystemInfo;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.laboratory.report.ComparisonFile.Entrant;
import tapeline.toolkit.ScratchFolder;

/// A comparison, and the programs that it compared: all that is needed to make it again.
public record Experiment(ComparisonFile file, PackedProgram a, PackedProgram b) {
  /// Packs both programs, and compares what was packed: what is kept is what was measured.
  ///
  /// @param seed of all that is drawn
  /// @param revision of the code
  /// @param progress hears of each fork
  /// @throws IllegalArgumentException when a side has a launcher, as one that is pinned
  /// @throws IOException when a JVM cannot be started, or ends
  public static Experiment run(
      Contender a, Contender b, Plan plan, long seed, String revision, Consumer<Fork> progress)
      throws IOException {
    for (var side : List.of(a, b)) {
      if (!side.launcher().isEmpty()) {
        throw new IllegalArgumentException(
            "an experiment starts its JVMs by nothing else, as another machine could not, got \"%s\" of %s"
                .formatted(String.join(" ", side.launcher()), side.name()));
      }
    }
    return run(a, program(a), b, program(b), plan, seed, revision, progress);
  }

  private static PackedProgram program(Contender c) throws IOException {
    return PackedProgram.of(c.classPath(), List.of(c.workload()), _ -> false);
  }

  /// Compares the same programs here, by the same plan and with the same seeds. The conditions are
  /// the same but for the JDK: it is the one that runs.
  ///
  /// @throws IOException when a JVM cannot be started, or ends
  public Experiment again(Consumer<Fork> progress) throws IOException {
    return run(
        contender(file.a()),
        a,
        contender(file.b()),
        b,
        file.plan(),
        file.seed(),
        file.revision(),
        progress);
  }

  private Contender contender(Entrant side) {
    var c = file.conditions();
    var jdk = Runtime.version().toString();
    var here =
        new Conditions(
            c.task(), c.dtype(), c.batch(), c.device(), c.threads(), c.cache(), jdk, c.flags());
    return new Contender(side.name(), side.workload(), List.of(), side.flags(), here);
  }

  private static Experiment run(
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
          new ComparisonFile(
              new Entrant(a.name(), a.workload(), a.flags(), programA.hash()),
              new Entrant(b.name(), b.workload(), b.flags(), programB.hash()),
              a.conditions(),
              plan,
              duel.alpha(),
              seed,
              revision,
              machine,
              when,
              duel.forks().stream().map(ForkTimes::of).toList());
      return new Experiment(file, programA, programB);
    }
  }

  private static Contender from(Path jar, Contender c) {
    return new Contender(c.name(), c.workload(), List.of(jar), c.flags(), c.conditions());
  }
}
