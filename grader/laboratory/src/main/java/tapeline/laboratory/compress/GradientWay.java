package tapeline.laboratory.compress;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tapeline.compress.EightBits;
import tapeline.compress.ErrorFeedback;
import tapeline.compress.GradientCodec;
import tapeline.compress.GradientExchange;
import tapeline.compress.PowerSgd;
import tapeline.compress.SignBits;
import tapeline.compress.Threshold;
import tapeline.compress.TopK;
import tapeline.optim.Schedule;
import tapeline.tensor.Shape;

/// A way to exchange gradients that the laboratory tries.
///
/// @param maker of a new exchange
record GradientWay(String name, Maker maker) {
  private static final double LEAST = 0.01; // share of the numbers that are sent

  static final GradientWay EXACT = new GradientWay("exact", (_, _, _) -> GradientExchange.exact());

  /// Makes an exchange, for gradients of these shapes and a training of so many steps.
  @FunctionalInterface
  interface Maker {
    GradientExchange of(List<Shape> shapes, Schedule rate, int steps);
  }

  static List<GradientWay> all() {
    var all = new ArrayList<GradientWay>();
    all.add(EXACT);
    both(all, "8 bits", new EightBits());
    both(all, "signs", new SignBits());
    both(all, "top 1 %", new TopK(LEAST));
    all.add(topSteps());
    all.add(topFalling());
    both(all, "threshold 0.02", new Threshold(0.02f));
    for (int rank : new int[] {1, 2}) {
      Function<List<Shape>, GradientExchange> power = shapes -> new PowerSgd(shapes, rank, 18);
      all.add(new GradientWay("PowerSGD, rank " + rank, (shapes, _, _) -> power.apply(shapes)));
      all.add(fed("PowerSGD, rank " + rank, power));
    }
    return all;
  }

  private static void both(List<GradientWay> all, String name, GradientCodec codec) {
    all.add(new GradientWay(name, (_, _, _) -> GradientExchange.coded(codec)));
    all.add(fed(name, _ -> GradientExchange.coded(codec)));
  }

  private static GradientWay fed(String name, Function<List<Shape>, GradientExchange> inner) {
    return new GradientWay(
        name + ", feedback", (shapes, _, _) -> new ErrorFeedback(inner.apply(shapes)));
  }

  static GradientWay topFed() {
    return fed("top 1 %", _ -> GradientExchange.coded(new TopK(LEAST)));
  }

  /// Returns the exchange of the top 1 % with feedback on steps.
  static GradientWay topSteps() {
    return new GradientWay(
        "top 1 %, feedback on steps", (_, rate, _) -> new StepFeedback(_ -> new TopK(LEAST), rate));
  }

  /// And with a share that falls at first: 25 % for a 25th of the steps, then a quarter of that,
  /// and so on to 1 % (Lin et al. 2018, arXiv 1712.01887).
  static GradientWay topFalling() {
    return new GradientWay(
        "top 25 to 1 %, feedback on steps",
        (_, rate, steps) ->
            new StepFeedback(
                step ->
                    new TopK(Math.max(LEAST, 0.25 / Math.pow(4, Math.floorDiv(step, steps / 25)))),
                rate));
  }
}
