package tapeline.competition;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.bench.stats.Sample;
import tapeline.instruments.machine.SystemInfo;
import tapeline.toolkit.ProgressBar;

/// Measures an entry at home, beside the event's baseline, and writes what came of it into its
/// manifest.
///
/// `./tapeline run "Rehearsal FOLDER"`, with a folder that [EntryFolder] has begun. It is no
/// judgement: the judge draws other inputs and sizes on another machine. But an entry that is not
/// faster here will hardly be there.
public final class Rehearsal {
  private static final int CHECKS = 5;

  private Rehearsal() {}

  static void main(String[] args) throws IOException, ReflectiveOperationException {
    if (args.length != 1) {
      throw new IllegalArgumentException(
          "a rehearsal needs the folder of an entry, got %d words".formatted(args.length));
    }
    IO.println(run(Path.of(args[0]), Plan.STANDARD));
  }

  /// Measures the entry in a folder at the first public size, and completes its manifest: hash,
  /// environment, samples, claim.
  ///
  /// @throws IllegalArgumentException when its event cannot be rehearsed, or its answers are wrong
  public static Comparison run(Path folder, Plan plan)
      throws IOException, ReflectiveOperationException {
    var beside = folder.resolve(Archive.MANIFEST + ".part"); // a log by hand is never half there
    Files.deleteIfExists(beside); // of a rehearsal that was killed: no part of the entry
    var manifest = Manifest.read(Files.readString(folder.resolve(Archive.MANIFEST)));
    var event = Events.named(manifest.event());
    try (var classes = EntryFolder.compile(folder)) {
      requireRight(event, manifest.main(), classes);
      var comparison = compare(event, manifest.main(), classes, plan);
      var done = completed(manifest, folder, comparison.forks());
      Files.writeString(beside, done.write());
      Files.move(
          beside,
          folder.resolve(Archive.MANIFEST),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      return comparison;
    }
  }

  private static void requireRight(Event event, String main, EntryFolder.Classes classes)
      throws IOException, ReflectiveOperationException {
    var random = new SplittableRandom(20);
    try (var loader = classes.loader()) {
      var entry = (Contestant) loader.loadClass(main).getDeclaredConstructor().newInstance();
      var baseline = RehearsalWork.contestant(event.baseline());
      for (int i = 0; i < CHECKS; i++) {
        var size = event.publicSizes().get(i % event.publicSizes().size());
        long seed = random.nextLong();
        var right = baseline.answer(input(event, size, seed));
        var doubles = new double[right.length];
        Arrays.setAll(doubles, j -> right[j]);
        var answer = new JudgedRun.JudgedAnswer(entry.answer(input(event, size, seed)), doubles);
        if (!Qualifying.isRight(event, answer)) {
          throw new IllegalArgumentException(
              "a wrong answer is not timed, and one of size %s is wrong".formatted(size));
        }
      }
    }
  }

  private static float[][] input(Event event, Map<String, Integer> size, long seed) {
    return EventInputs.draw(event.kind(), size, new SplittableRandom(seed))
        .orElseThrow(() ->
            new IllegalArgumentException(
                "two right answers of \"%s\" may differ: it is not rehearsed, and needs no samples"
                    .formatted(event.workload())));
  }

  private static Comparison compare(
      Event event, String main, EntryFolder.Classes classes, Plan plan) throws IOException {
    var size = event.publicSizes().getFirst();
    var conditions = Conditions.cpu(event.id() + " " + size, event.dtype(), 1);
    var a = contender("baseline", event.baseline(), event, classes, conditions);
    var b = contender("entry", main, event, classes, conditions);
    try (var bar = ProgressBar.of("pairs of processes", plan.most())) {
      return new Duel(a, b, plan, new SplittableRandom().nextLong(), _ -> bar.step()).run();
    }
  }

  private static Contender contender(
      String name, String main, Event event, EntryFolder.Classes classes, Conditions conditions) {
    var size = event.publicSizes().getFirst();
    var flags = new ArrayList<>(RehearsalWork.flags(main, event.kind(), size));
    flags.addAll(classes.flags()); // of both sides
    var type = RehearsalWork.class.getName();
    return new Contender(name, type, classes.classPath(), flags, conditions);
  }

  /// The manifest with what was measured. The claim is computed from the samples alone, as the
  /// check does. The comparison's interval is wider: it counts that there were other looks.
  public static Manifest completed(Manifest m, Path folder, List<Fork> forks) throws IOException {
    var samples = forks.stream().map(f -> new Manifest.Times(list(f.a()), list(f.b()))).toList();
    return new Manifest(
        m.entry(),
        m.team(),
        m.authors(),
        m.event(),
        m.main(),
        Archive.hash(folder),
        m.techniques(),
        environment(),
        samples,
        ClaimCheck.recomputed(samples),
        m.log());
  }

  /// The machine, as a manifest has it, and the flags of a rehearsal.
  static Manifest.Environment environment() {
    var machine = SystemInfo.now();
    return new Manifest.Environment(
        Runtime.version().toString(),
        List.of("-Xbatch", "-XX:+UseSerialGC"),
        machine.processor(),
        machine.threads(),
        machine.system());
  }

  private static List<Double> list(Sample sample) {
    return Arrays.stream(sample.values()).boxed().toList();
  }
}
