package tapeline.laboratory.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import tapeline.gpu.GpuTiming;
import tapeline.laboratory.gpu.KernelTrial.Ceiling;

/// How fast a GPU runs kernels, beside the fastest that this GPU can do.
/*
 * A card's clock wanders with its temperature. So all kernels and both ceilings are measured in
 * rounds, each round in an order of its own, and a share is one of the same round.
 */
final class SpeedTrial {
  private static final int WARM_UPS = 3;
  private static final int RUNS = 10;
  private static final int SPOTS = 500; // of a large answer that are looked at

  private final TestedGpu tested;

  /// A kernel's rounds.
  ///
  /// @param millis the median of each round's runs
  /// @param shares of the ceiling, in each round; empty where there is no such ceiling
  /// @param problem why there is no time, or what is wrong with the answer; empty when nothing is
  record Speed(KernelTrial trial, List<Double> millis, List<Double> shares, String problem) {

    /// GB/s or GFLOP/s in the middle round.
    double rate() {
      return trial.rate(median(millis));
    }

    /// `2.01 (1.98 to 2.05)`
    String millisText() {
      return interval("%.3g", 1, millis);
    }

    /// `83.1 % (82.7 to 83.4)`
    String shareText() {
      return interval("%.1f %%", 100, shares);
    }

    /// Returns whether the share is as high as a good kernel's; never without a ceiling or an aim.
    boolean reachesAim() {
      return trial.hasAim() && !shares.isEmpty() && median(shares) >= trial.ceiling().aim;
    }

    private static String interval(String form, double factor, List<Double> values) {
      var sorted = values.stream().map(v -> factor * v).sorted().toList();
      var bare = form.replace(" %%", "");
      return sorted.isEmpty()
          ? "–"
          : String.format(
              Locale.ROOT,
              "%s (%s to %s)".formatted(form, bare, bare),
              median(sorted),
              sorted.getFirst(),
              sorted.getLast());
    }

    private static double median(List<Double> values) {
      return values.stream().sorted().toList().get(values.size() / 2);
    }
  }

  SpeedTrial(TestedGpu tested) {
    this.tested = tested;
  }

  /// Measures all of them in so many rounds, the ceilings first in the result.
  List<Speed> measure(
      List<KernelTrial> trials,
      Map<Ceiling, KernelTrial> ceilings,
      int rounds,
      Consumer<String> say) {
    var all = new ArrayList<>(ceilings.values());
    all.addAll(trials);
    var problems = new String[all.size()];
    Arrays.fill(problems, "");
    var millis = new double[all.size()][rounds];
    for (int round = 0; round < rounds; round++) {
      say.accept("round %d of %d".formatted(round + 1, rounds));
      for (int i : shuffled(all.size(), round)) {
        if (problems[i].isEmpty()) {
          try {
            millis[i][round] = millis(all.get(i));
          } catch (RuntimeException e) { // as in AnswerCheck
            problems[i] = String.valueOf(e.getMessage());
          }
        }
      }
    }
    var speeds = new ArrayList<Speed>();
    for (int i = 0; i < all.size(); i++) {
      int ceiling = List.copyOf(ceilings.keySet()).indexOf(all.get(i).ceiling());
      boolean timed = problems[i].isEmpty();
      boolean compared = timed && ceiling >= 0 && problems[ceiling].isEmpty();
      var trial = all.get(i);
      double[] mine = millis[i];
      var shares =
          IntStream.range(0, compared ? rounds : 0)
              .mapToObj(r -> trial.rate(mine[r]) / all.get(ceiling).rate(millis[ceiling][r]));
      var times = Arrays.stream(mine).limit(timed ? rounds : 0).boxed();
      speeds.add(new Speed(trial, times.toList(), shares.toList(), problems[i]));
    }
    return speeds;
  }

  /// The median of the runs, if the answer is right: a wrong one is not timed.
  private double millis(KernelTrial trial) {
    var gpu = tested.gpu();
    var millis = new double[1];
    float[] output =
        trial.on(
            gpu,
            tested.kernels(),
            start -> millis[0] = GpuTiming.measureRight(gpu, WARM_UPS, RUNS, start).median());
    var problem = trial.problem(output, new Random(1).ints(SPOTS, 0, output.length));
    if (!problem.isEmpty()) {
      throw new IllegalStateException(problem);
    }
    return millis[0];
  }

  private static List<Integer> shuffled(int n, int round) {
    var order = new ArrayList<>(IntStream.range(0, n).boxed().toList());
    Collections.shuffle(order, new Random(round));
    return order;
  }
}
