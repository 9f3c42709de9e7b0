package tapeline.laboratory.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tapeline.cuda.CudaBackend;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.gpu.trace.TracedGpu;
import tapeline.instruments.jvm.FlameGraph;
import tapeline.instruments.jvm.FlightRecording;
import tapeline.instruments.trace.TraceEntry;
import tapeline.instruments.trace.TraceValidator;
import tapeline.profile.Hotspots;
import tapeline.profile.Profile;
import tapeline.profile.ProfileSchedule;
import tapeline.profile.Profiler;
import tapeline.profile.TrainingStep;
import tapeline.profile.trace.ChromeTrace;
import tapeline.tensor.Backend;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.TextTable;

/// Writes a training step as files to look at: traces, flame graphs, and the profiler's shares
/// beside those of a flight recording. `./tapeline run TraceStep`
public final class TraceStep {
  private static final int WARM_UP = 300;
  private static final int TRACED = 3;
  private static final int SAMPLED = 400;
  private static final int TOP = 3;
  private static final String STEP = "TrainingStep.run";

  /// A frame in which an op computes its value or a gradient.
  private static final Pattern OP = Pattern.compile("\\b(\\w+)\\.(?:forward|grad[AB]?)\\b");

  private TraceStep() {}

  static void main() throws IOException {
    var root = Path.of(System.getProperty("tapeline.root", ""));
    var folder = Files.createDirectories(root.resolve("grader/target/profile"));
    var training = TrainingStep.transformer();
    run(training, WARM_UP);
    var plain = FlightRecording.of(folder.resolve("plain.jfr"), () -> run(training, SAMPLED));
    trace(training, folder);
    var hotspots = profiled(training, SAMPLED);
    var watched =
        FlightRecording.of(folder.resolve("profiled.jfr"), () -> profiled(training, SAMPLED));
    pictures(training, plain, watched, folder);
    onGpu(folder);
    IO.println(shares(hotspots, plain));
    IO.println(plain.hotMethods().first(8));
    IO.println(plain.allocationSites().first(8));
  }

  private static void run(TrainingStep<?> training, int steps) {
    for (int i = 0; i < steps; i++) {
      training.run();
    }
  }

  private static Hotspots profiled(TrainingStep<?> training, int steps) {
    try (var profiler = Profiler.start(ProfileSchedule.once(0, 1, steps))) {
      steps(profiler, training, 1 + steps);
      return Hotspots.of(profiler.profile(), Hotspots.By.OP);
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
    }
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
    var before = plain.samples().from(STEP);
    var after = watched.samples().from(STEP);
    var flame = FlameGraph.of("A step: " + training.name(), before);
    var difference = FlameGraph.difference("What the profiler changes", before, after);
    Files.writeString(folder.resolve("flame.svg"), flame.svg());
    Files.writeString(folder.resolve("difference.svg"), difference.svg());
    IO.println(folder.resolve("flame.svg") + " and difference.svg: open them in a browser");
    IO.println();
  }

  /// The ops with the most time in the profile, and what samples without the profiler say. Stacks
  /// do not tell functions of one number apart: these are one op here, `Map`.
  private static TextTable shares(Hotspots hotspots, FlightRecording recording) {
    var profiled = new TreeMap<String, Double>();
    hotspots.rows().stream()
        .filter(row -> row.cost() == null || row.cost().flops() > 0)
        .forEach(row -> profiled.merge(type(row.name()), row.share(), Double::sum));
    var step = recording.samples().from(STEP);
    var sampled = step.renamed(stack -> op(stack, profiled.keySet())).counts();
    double total = step.total();
    var table = TextTable.of("op", "profiler, of the steps", "samples, of them", "±");
    profiled.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(TOP)
        .forEach(e -> {
          double share = sampled.getOrDefault(e.getKey(), 0L) / total;
          double error = 2 * Math.sqrt(share * (1 - share) / total);
          table.row(
              e.getKey(),
              TextTable.percent(e.getValue(), 1),
              TextTable.percent(share, 1),
              TextTable.percent(error, 1));
        });
    return table.note("%.0f samples; ± is two standard errors".formatted(total));
  }

  private static String type(String op) {
    return Arrays.stream(UnaryOp.values()).anyMatch(f -> f.name().equals(op)) ? "Map" : op;
  }

  /// Which of these ops a stack was in, the innermost; "" when it was in none.
  private static String op(String stack, Set<String> names) {
    var name = "";
    for (var op = OP.matcher(stack); op.find(); ) {
      name = names.contains(op.group(1)) ? op.group(1) : name;
    }
    return name;
  }
}
