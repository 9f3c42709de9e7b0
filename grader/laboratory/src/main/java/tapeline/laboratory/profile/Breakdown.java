package tapeline.laboratory.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.instruments.profile.Span;
import tapeline.profile.MemoryTimeline;
import tapeline.profile.Profiler;
import tapeline.profile.SelfTimes;
import tapeline.profile.TrainingStep;
import tapeline.toolkit.TextTable;

/// Compares the breakdown of a training step in TenfloweRS's performance guide with what this
/// machine measures for 06's perceptron, 08's network and 09's transformer. `./tapeline run
/// Breakdown`
public final class Breakdown {
  private static final ProfileSchedule SCHEDULE = ProfileSchedule.once(0, 300, 50);
  private static final int ARRAY = 4096; // floats

  @SuppressWarnings("unused") // written so that the arrays are really made
  private static volatile float[] made = {};

  /// The parts of a step, and what is claimed of each, in percent of the step.
  private enum Part {
    FORWARD_WORK("forward: tensor work", "30–40"),
    ALLOCATION("forward: allocation", "10–20"),
    MOVEMENT("forward: data movement", "5–10"),
    GRADIENTS("backward: gradients", "40–50"),
    ACCUMULATION("backward: accumulation", "10–15"),
    TAPE("backward: the tape itself", "5–10"),
    RECORDING("forward and loss, between the ops", "–"),
    OTHER("data, optimizer", "–");

    final String title;
    final String claim;

    Part(String title, String claim) {
      this.title = title;
      this.claim = claim;
    }

    /// The part that a span's own time is of; what it allocates in forward is apart.
    static Part of(Span span) {
      boolean moves =
          span.work() != null && span.work().cost() != null && span.work().cost().flops() == 0;
      return switch (span.kind()) {
        case FORWARD -> moves ? MOVEMENT : FORWARD_WORK;
        case BACKWARD -> GRADIENTS;
        case ACCUMULATE -> ACCUMULATION;
        case SCOPE ->
            switch (span.name()) {
              case Profiler.BACKWARD -> TAPE;
              case Profiler.STEP, TrainingStep.TRAINER -> RECORDING;
              default -> OTHER;
            };
      };
    }
  }

  private Breakdown() {}

  static void main() {
    IO.print(table());
  }

  /// Profiles the three trainings, and sets their parts beside what is claimed of them.
  public static TextTable table() {
    double perByte = nanosPerByte();
    var header = new ArrayList<>(List.of("part of a step", "claimed, %"));
    var columns = new ArrayList<Map<Part, Double>>();
    var activations = new ArrayList<>(List.of("activations, of the tape's peak", "50–70"));
    for (var training :
        List.of(TrainingStep.mlp(), TrainingStep.cnn(), TrainingStep.transformer())) {
      header.add(training.name());
      var profile = profile(training);
      columns.add(shares(profile, perByte));
      activations.add(TextTable.percent(activations(profile, training), 1));
    }
    var table = TextTable.of(header.toArray(String[]::new));
    for (var part : Part.values()) {
      var row = new ArrayList<>(List.of(part.title, part.claim));
      columns.forEach(shares -> row.add(TextTable.percent(shares.getOrDefault(part, 0.0), 1)));
      table.row(row.toArray(String[]::new));
    }
    table.row(activations.toArray(String[]::new));
    table.note("The low ends of what is claimed of times add up to 100 %, the high ends to 145 %.");
    table.note(
        "Allocation is what ops allocate forward, at %s ns a byte, taken off tensor work and movement."
            .formatted(TextTable.number(perByte, 2)));
    table.note("Activations are what ops keep for backward, without the parameters among it.");
    table.note("What differs, and why:");
    table.note("- A gradient is added only where a tensor is used twice, as around attention.");
    table.note("- An array is zeroed memory of a heap that Java holds already, and dies young.");
    table.note("- Views move nothing: what is left of movement is im2col, and look-ups.");
    return table.note("- The tape's own work is the same for each op, however large its tensors.");
  }

  private static Profile profile(TrainingStep<?> training) {
    try (var profiler = Profiler.start(SCHEDULE)) {
      for (int i = 0; SCHEDULE.phase(i) != ProfileSchedule.Phase.DONE; i++) {
        training.run();
        profiler.step();
      }
      return profiler.profile();
    }
  }

  /// Each part's share of the own times of all spans.
  private static Map<Part, Double> shares(Profile profile, double nanosPerByte) {
    var own = SelfTimes.of(profile.spans(), Span::nanos);
    var bytes = SelfTimes.of(profile.spans(), Span::allocatedBytes);
    var shares = new EnumMap<Part, Double>(Part.class);
    double total = 0;
    for (var span : profile.spans()) {
      double nanos = own[span.id()];
      total += nanos;
      if (span.kind() == Span.Kind.FORWARD) {
        double allocating = Math.min(nanos, nanosPerByte * bytes[span.id()]);
        shares.merge(Part.ALLOCATION, allocating, Double::sum);
        nanos -= allocating;
      }
      shares.merge(Part.of(span), nanos, Double::sum);
    }
    double all = total;
    shares.replaceAll((_, nanos) -> nanos / all);
    return shares;
  }

  /// The share of the tape's peak that ops keep for backward, without the parameters.
  private static double activations(Profile profile, TrainingStep<?> training) {
    var memory = MemoryTimeline.of(profile).getLast();
    long saved =
        memory.atPeak().stream()
            .filter(held -> held.holder().endsWith(" saved"))
            .mapToLong(MemoryTimeline.Held::bytes)
            .sum();
    long parameters =
        training.parameters().stream().mapToLong(p -> 4L * p.value().shape().size()).sum();
    return (double) Math.max(0, saved - parameters) / memory.peakBytes();
  }

  /// The time to allocate a byte of a new array of some kilobytes, zeroed, and to collect it.
  private static double nanosPerByte() {
    double best = Double.POSITIVE_INFINITY;
    for (int repeat = 0; repeat < 20; repeat++) {
      long start = System.nanoTime();
      for (int i = 0; i < 5000; i++) {
        made = new float[ARRAY];
      }
      best = Math.min(best, (System.nanoTime() - start) / (5000.0 * 4 * ARRAY));
    }
    return best;
  }
}
