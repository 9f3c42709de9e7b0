package tapeline.laboratory.compress;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
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
/// @param exchange a new one, for gradients of these shapes and this rate of learning
record GradientWay(String name, BiFunction<List<Shape>, Schedule, GradientExchange> exchange) {
  static final GradientWay EXACT = new GradientWay("exact", (_, _) -> GradientExchange.exact());

  static List<GradientWay> all() {
    var all = new ArrayList<GradientWay>();
    all.add(EXACT);
    both(all, "8 bits", new EightBits());
    both(all, "signs", new SignBits());
    both(all, "top 1 %", new TopK(0.01));
    all.add(topSteps());
    both(all, "threshold 0.02", new Threshold(0.02f));
    for (int rank : new int[] {1, 2}) {
      Function<List<Shape>, GradientExchange> power = shapes -> new PowerSgd(shapes, rank, 18);
      all.add(new GradientWay("PowerSGD, rank " + rank, (shapes, _) -> power.apply(shapes)));
      all.add(fed("PowerSGD, rank " + rank, power));
    }
    return all;
  }

  private static void both(List<GradientWay> all, String name, GradientCodec codec) {
    all.add(new GradientWay(name, (_, _) -> GradientExchange.coded(codec)));
    all.add(fed(name, _ -> GradientExchange.coded(codec)));
  }

  private static GradientWay fed(String name, Function<List<Shape>, GradientExchange> inner) {
    return new GradientWay(
        name + ", feedback", (shapes, _) -> new ErrorFeedback(inner.apply(shapes)));
  }

  static GradientWay topFed() {
    return fed("top 1 %", _ -> GradientExchange.coded(new TopK(0.01)));
  }

  /// The same with feedback on steps.
  static GradientWay topSteps() {
    return new GradientWay(
        "top 1 %, feedback on steps",
        (_, rate) -> new StepFeedback(GradientExchange.coded(new TopK(0.01)), rate));
  }
}
