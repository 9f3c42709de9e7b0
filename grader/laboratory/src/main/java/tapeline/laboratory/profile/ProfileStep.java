package tapeline.laboratory.profile;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import tapeline.profile.Advice;
import tapeline.profile.Hotspots;
import tapeline.profile.Hotspots.By;
import tapeline.profile.MemoryTimeline;
import tapeline.profile.Overhead;
import tapeline.profile.Profile;
import tapeline.profile.ProfileSchedule;
import tapeline.profile.Profiler;
import tapeline.profile.TrainingStep;
import tapeline.toolkit.TextTable;

/// Where the time and the bytes of training steps go: 06's perceptron, 08's network, 09's
/// transformer. `./tapeline run ProfileStep`
public final class ProfileStep {
  private static final ProfileSchedule SCHEDULE = ProfileSchedule.once(200, 20, 10);
  private static final int ROWS = 12;

  private ProfileStep() {}

  static void main() {
    for (var training :
        List.of(TrainingStep.mlp(), TrainingStep.cnn(), TrainingStep.transformer())) {
      print(training);
    }
  }

  private static void print(TrainingStep<?> training) {
    try (var profiler = Profiler.start(SCHEDULE)) {
      for (int i = 0; SCHEDULE.phase(i) != ProfileSchedule.Phase.DONE; i++) {
        training.run();
        profiler.step();
      }
      var profile = profiler.profile();
      long peak = training.tape().stats().peakBytes();
      IO.println("## %s, %d steps%n".formatted(training.name(), SCHEDULE.active()));
      IO.println(Hotspots.of(profile, By.PASS).table().first(ROWS));
      IO.println(parts(profile, profiler.overhead()));
      var memory = MemoryTimeline.of(profile).getLast().table();
      IO.println(memory.first(ROWS).note("the tape's own ledger: %d bytes".formatted(peak)));
      Advice.of(profile).forEach(a -> IO.println(a.rule() + ": " + a.text()));
      IO.println();
    }
  }

  /// The parts of the steps, and their sum beside the steps. What is left is the program's work
  /// between the parts and the profiler's.
  private static TextTable parts(Profile profile, Overhead overhead) {
    var table = TextTable.of("part of the steps", "ms", "share");
    var parts = new TreeMap<String, Long>();
    for (var span : profile.spans()) {
      if (span.parent() < 0) {
        parts.merge(Profiler.STEP, span.nanos(), Long::sum);
      } else if (profile.spans().get(span.parent()).name().equals(Profiler.STEP)) {
        parts.merge(span.work() == null ? span.name() : "forward, loss", span.nanos(), Long::sum);
      }
    }
    long whole = Objects.requireNonNullElse(parts.remove(Profiler.STEP), 0L);
    long sum = parts.values().stream().mapToLong(nanos -> nanos).sum();
    parts.forEach(
        (part, nanos) -> table.row(part, millis(nanos), Math.round(100.0 * nanos / whole) + " %"));
    int spans = profile.spans().size();
    return table.note(
        "the steps: %s ms; their parts: %s ms; between them: %s ms, and %d spans cost %s ms"
            .formatted(
                millis(whole),
                millis(sum),
                millis(whole - sum),
                spans,
                millis(Math.round(overhead.of(spans)))));
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }
}
