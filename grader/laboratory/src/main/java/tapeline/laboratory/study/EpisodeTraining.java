package tapeline.laboratory.study;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tapeline.nn.GradientDescent;
import tapeline.optim.Clipping;
import tapeline.reuse.FlatTape;

/// A training of a policy over so many episodes.
///
/// @param most steps of an episode
/// @param episodes in all
/// @param batch episodes whose mean gradient is one step of gradient descent
/// @param limit of the gradient's norm; ∞ clips nothing
/// @param reuse whether all episodes have one tape, or each a new one
record EpisodeTraining(int most, int episodes, int batch, double limit, boolean reuse) {
  private static final float RATE = 0.05f;

  EpisodeTraining {
    if (batch < 1 || episodes < 1 || episodes % batch != 0) {
      throw new IllegalArgumentException(
          "episodes come in whole batches of at least one, got %d in batches of %d"
              .formatted(episodes, batch));
    }
  }

  /// How long the pole stood, episode by episode; fewer episodes when a number was not finite.
  ///
  /// @param clipped steps whose gradient was shortened
  record Course(int[] lengths, int clipped, boolean finite) {

    /// The mean length of the last tenth of the episodes.
    double last() {
      int tenth = Math.max(1, lengths.length / 10);
      return mean(lengths.length - tenth, lengths.length);
    }

    /// A training diverges when a number becomes infinite, or NaN, or when the pole falls in the
    /// last tenth of the episodes sooner than in the first, where the policy was as it was drawn.
    boolean diverged() {
      return !finite || last() < mean(0, Math.max(1, lengths.length / 10));
    }

    private double mean(int from, int to) {
      return Arrays.stream(lengths, from, to).average().orElse(0);
    }
  }

  Course run(long seed) {
    var random = new SplittableRandom(seed);
    var policy = new EpisodePolicy(most, random);
    var descent = new GradientDescent(RATE);
    var lengths = new int[episodes];
    var tape = new FlatTape();
    int clipped = 0;
    for (int done = 0; done < episodes; done += batch) {
      var gradient = new double[policy.size()];
      for (int i = 0; i < batch; i++) {
        if (reuse) {
          tape.reset();
        } else {
          tape = new FlatTape();
        }
        lengths[done + i] = policy.episode(tape, random, gradient);
      }
      policy.setGradient(gradient, batch);
      if (!Double.isFinite(Clipping.globalNorm(policy.parameters()))) {
        return new Course(Arrays.copyOf(lengths, done + batch), clipped, false);
      }
      clipped += Clipping.byGlobalNorm(policy.parameters(), limit) > limit ? 1 : 0;
      descent.step(policy.parameters());
      if (!policy.isFinite()) {
        return new Course(Arrays.copyOf(lengths, done + batch), clipped, false);
      }
    }
    return new Course(lengths, clipped, true);
  }

  /// The courses of seeds 1, 2, …
  Course[] seeds(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(this::run).toArray(Course[]::new);
  }
}
