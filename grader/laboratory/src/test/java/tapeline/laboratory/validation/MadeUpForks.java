package tapeline.laboratory.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;

/// Forks without JVMs: independent noise of 1 %, around what the trial plants. Each call is kept.
final class MadeUpForks implements LiveTrials.Source {
  /// The calls, for example `2 % more/Sorting/3`: trial, work and number of the fork.
  final List<String> calls = new ArrayList<>();

  @Override
  public Fork fork(Trial trial, String work, long seed, int number) {
    calls.add("%s/%s/%d".formatted(trial.name(), work, number));
    var random = new SplittableRandom(seed + number);
    return new Fork(times(1, random), times(trial.truth(), random), 1, 0, 0, false);
  }

  private static Sample times(double level, SplittableRandom random) {
    var times = new double[80];
    for (int i = 0; i < times.length; i++) {
      times[i] = level * (1 + 0.01 * random.nextGaussian());
    }
    return Sample.of(times);
  }
}
