package tapeline.laboratory.profile;

import static java.util.Map.Entry.comparingByKey;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tapeline.cuda.CudaBackend;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.gpu.trace.TracedGpu;
import tapeline.instruments.jvm.FlameGraph;
import tapeline.instruments.jvm.FlightRecording;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.instruments.trace.ChromeTrace;
import tapeline.instruments.trace.TraceEntry;
import tapeline.instruments.trace.TraceValidator;
import tapeline.laboratory.output.OutputFolder;
import tapeline.profile.Profiler;
import tapeline.profile.TrainingStep;
import tapeline.tensor.Backend;
import tapeline.toolkit.TextTable;

/// Writes a training step as files to look at: traces and flame graphs; and prints what a flight
/// recording says of it. `./tapeline run TraceStep`
public final class TraceStep {
  private static final int WARM_UP = 300;
  private static final int TRACED = 3;
  private static final int SAMPLED = 400;

  private TraceStep() {}

  static void main() throws IOException {
    var folder = Files.createDirectories(OutputFolder.of("profile"));
    var training = TrainingStep.transformer();
    run(training, WARM_UP);
    var plain = FlightRecording.of(folder.resolve("plain.jfr"), () -> run(training, SAMPLED));
    trace(training, folder);
    var watched =
        FlightRecording.of(folder.resolve("profiled.jfr"), () -> profiled(training, SAMPLED));
    pictures(training, plain, watched, folder);
    onGpu(folder);
    IO.println(plain.hotMethods().first(8));
    IO.println(plain.allocationSites().first(8));
  }

  private static void run(TrainingStep<?> training, int steps) {
    for (int i = 0; i < steps; i++) {
      training.run();
    }
  }

  private static void profiled(TrainingStep<?> training, int steps) {
    try (var profiler = Profiler.start(ProfileSchedule.once(0, 1, steps))) {
      steps(profiler, training, 1 + steps);
    }
  }

  private static void steps(Profiler profiler, TrainingStep<?> training, int steps) {
    for (int i = 0; i < steps; i++) {
      training.run();
      profiler.step();
    }
  }

  /// A few steps, with the JVM's compilers and collections beside them.
  private static void trace(TrainingStep<?> training, Path folder) throws IOException {
    var profiles = new Profile[1];
    var begin = new Instant[1];
    var options = Profiler.Options.PLAIN.withLayers().withLines();
    var recording =
        FlightRecording.of(
            folder.resolve("trace.jfr"),
            () -> {
              try (var profiler = Profiler.start(ProfileSchedule.once(0, 20, TRACED), options)) {
                begin[0] = Instant.now();
                steps(profiler, training, 20 + TRACED);
                profiles[0] = profiler.profile();
              }
            });
    long start = profiles[0].spans().getFirst().start();
    var beside = recording.machine(begin[0]).stream().filter(e -> e.start() >= start).toList();
    write(profiles[0], beside, folder.resolve("trace.json"));
  }

  /// A step of 06's perceptron, whose kernels run on an emulated GPU that counts.
  private static void onGpu(Path folder) throws IOException {
    var training = TrainingStep.mlp();
    var traced = new TracedGpu(new EmulatedGpu().mode(Mode.COUNTERS));
    try (var gpu = Gpu.on(traced);
        var cuda = new CudaBackend(gpu);
        var _ = Backend.use(cuda);
        var profiler = Profiler.start(ProfileSchedule.once(0, 1, 1))) {
      long begin = System.nanoTime();
      steps(profiler, training, 2);
      var profile = profiler.profile();
      long start = profile.spans().getFirst().start();
      var works = TraceEntry.of(traced, begin).stream().filter(e -> e.start() >= start).toList();
      write(profile, works, folder.resolve("gpu.json"));
      IO.println(launches(works));
    }
  }

  /// How often each kernel was launched, the most often first, and each kind of copy asked for.
  private static TextTable launches(List<TraceEntry> works) {
    var table = TextTable.of("kernel or copy", "times");
    works.stream().collect(groupingBy(TraceEntry::name, counting())).entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(comparingByKey()))
        .forEach(e -> table.row(e.getKey(), e.getValue().toString()));
    return table;
  }

  private static void write(Profile profile, List<TraceEntry> beside, Path file)
      throws IOException {
    ChromeTrace.write(profile, beside, file);
    var content = TraceValidator.check(file);
    IO.println(
        "%s: %d spans on %d tracks, %d arrows, %d counter values; open it in ui.perfetto.dev"
            .formatted(
                file, content.spans(), content.tracks(), content.arrows(), content.counters()));
  }

  private static void pictures(
      TrainingStep<?> training, FlightRecording plain, FlightRecording watched, Path folder)
      throws IOException {
    var before = plain.samples().from(WatchedRounds.STEP);
    var after = watched.samples().from(WatchedRounds.STEP);
    var flame = FlameGraph.of("A step: " + training.name(), before);
    var difference = FlameGraph.difference("What the profiler changes", before, after);
    Files.writeString(folder.resolve("flame.svg"), flame.svg());
    Files.writeString(folder.resolve("difference.svg"), difference.svg());
    IO.println(folder.resolve("flame.svg") + " and difference.svg: open them in a browser");
    IO.println();
  }
}
