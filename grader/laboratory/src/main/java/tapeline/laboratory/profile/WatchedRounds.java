package tapeline.laboratory.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.TreeMap;
import org.apache.commons.math3.stat.StatUtils;
import tapeline.instruments.jvm.FlightRecording;
import tapeline.instruments.jvm.FoldedStacks;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.profile.Overhead;
import tapeline.profile.Profiler;
import tapeline.profile.TrainingStep;
import tapeline.toolkit.ScratchFolder;

/// A training whose steps take turns: some that are only timed, some that the JVM samples, some
/// that the profiler records. So all three see the same steady state, and what disturbs a machine
/// for longer than a round disturbs them alike.
///
/// @param alone nanoseconds of a step in the turns that are only timed, the median by round
/// @param watched those of a step in the profiler's turns
/// @param profile of all of the profiler's turns
/// @param overhead as the profiler measured it at its start
/// @param samples of what ran in the JVM's turns, from [#STEP] in
record WatchedRounds(
    double[] alone, double[] watched, Profile profile, Overhead overhead, FoldedStacks samples) {
  /// The frame below which samples are of a step.
  static final String STEP = "TrainingStep.run";

  private static final int ROUNDS = 21;
  private static final double TIMED = 40e6; // ns of a turn
  private static final double SAMPLED = 200e6;
  private static final double WARM_UP = 4e9;
  private static final int FIRST = 3; // steps of each turn of the profiler that do not count

  /// Warms up and measures.
  static WatchedRounds of(TrainingStep<?> training) {
    double step = warmUp(training);
    int timed = (int) Math.ceil(TIMED / step);
    int sampled = (int) Math.ceil(SAMPLED / step);
    var schedule = new ProfileSchedule(timed + sampled, FIRST, timed, ROUNDS);
    var alone = new double[ROUNDS];
    var watched = new double[ROUNDS];
    var counts = new TreeMap<String, Long>();
    try (var scratch = ScratchFolder.of("samples");
        var profiler = Profiler.start(schedule)) {
      for (int round = 0; round < ROUNDS; round++) {
        alone[round] = nanos(timed, training, profiler);
        var file = scratch.path().resolve(round + ".jfr");
        FlightRecording.of(file, () -> nanos(sampled, training, profiler))
            .samples()
            .from(STEP)
            .counts()
            .forEach((stack, count) -> counts.merge(stack, count, Long::sum));
        nanos(FIRST, training, profiler);
        watched[round] = nanos(timed, training, profiler);
      }
      return new WatchedRounds(
          alone, watched, profiler.profile(), profiler.overhead(), new FoldedStacks(counts));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs until all is compiled, with the profiler and without; the nanoseconds of a step.
  private static double warmUp(TrainingStep<?> training) {
    long start = System.nanoTime();
    double step = Double.POSITIVE_INFINITY;
    while (System.nanoTime() - start < WARM_UP) {
      try (var profiler = Profiler.start(ProfileSchedule.once(50, 0, 50))) {
        step = Math.min(step, nanos(50, training, profiler));
        nanos(50, training, profiler);
      }
    }
    return step;
  }

  /// Runs so many steps; the nanoseconds of one, their median.
  private static double nanos(int steps, TrainingStep<?> training, Profiler profiler) {
    var times = new double[steps];
    for (int i = 0; i < steps; i++) {
      long start = System.nanoTime();
      training.run();
      profiler.step();
      times[i] = System.nanoTime() - start;
    }
    return StatUtils.percentile(times, 50);
  }

  /// The time that watching adds to a step: the median of the rounds' differences, with its
  /// interval. Beside it the cost of the spans, as the profiler says it.
  String cost() {
    var added = new double[ROUNDS];
    Arrays.setAll(added, i -> watched[i] - alone[i]);
    var more = Middle.of(added);
    double spans = (double) profile.spans().size() / MiddleSteps.steps(profile).size();
    return "watching adds %s µs (%s) to one of %s µs, in turns; its %.0f spans alone %s µs"
        .formatted(
            more.micros(),
            more.interval(),
            Middle.of(alone).micros(),
            spans,
            Middle.micros(overhead.of(Math.round(spans))));
  }
}
