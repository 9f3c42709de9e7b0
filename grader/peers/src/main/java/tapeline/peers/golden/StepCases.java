package tapeline.peers.golden;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.optim.Adam;
import tapeline.optim.Clipping;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.peers.Torch;
import tapeline.peers.TorchSteps;
import tapeline.peers.golden.Compared.Numbers;
import tapeline.tensor.Tensor;

/// The optimizers of 07: where three parameters go in 20 steps, by random gradients.
///
/// The way from the start is compared, after every step: the value itself would hide a wrong step
/// behind its own size.
final class StepCases {
  private static final int MODULE = 7;
  private static final int CASES = 6;
  private static final int STEPS = 20;

  private StepCases() {}

  static List<GoldenOp> ops() {
    return List.of(
        trajectory(
            "SGD with momentum",
            new double[] {1, 0.5, 0.1},
            rate -> () -> new Sgd(Schedule.constant(rate), 0.9),
            (start, rate) -> TorchSteps.momentum(start, rate, 0.9)),
        trajectory(
            "Adam",
            new double[] {1, 1e-4, 1e-8}, // the last are of the size of ε
            rate -> () -> new Adam(Schedule.constant(rate)),
            (start, rate) -> TorchSteps.adam(start, rate, 0)),
        trajectory(
            "AdamW",
            new double[] {1, 1e-4, 1e-8},
            rate -> () -> Adam.withDecay(Schedule.constant(rate), 0.1),
            (start, rate) -> TorchSteps.adam(start, rate, 0.1)),
        new GoldenOp(MODULE, "clip by the global norm", CASES, StepCases::clipping));
  }

  @FunctionalInterface
  private interface Theirs {
    TorchSteps.Moving from(NDArray start, double rate);
  }

  /// The starts of the parameters, and the gradients of each at each step.
  private record Walk(List<Tensor> starts, List<List<Tensor>> gradients, double rate) {
    static Walk of(Draw draw, double... scales) {
      var starts = new ArrayList<Tensor>();
      var gradients = new ArrayList<List<Tensor>>();
      for (double scale : scales) {
        var shape = draw.shape(1, 3);
        starts.add(draw.distinct(shape));
        gradients.add(
            Stream.generate(() -> draw.normal(shape).times((float) scale)).limit(STEPS).toList());
      }
      return new Walk(starts, gradients, draw.random().nextDouble(0.05, 0.2));
    }

    double[] ours(Optimizer optimizer) {
      var parameters = starts.stream().map(s -> new Parameter("p", s.copy())).toList();
      var way = new ArrayList<double[]>();
      for (int step = 0; step < STEPS; step++) {
        for (int k = 0; k < parameters.size(); k++) {
          parameters.get(k).setGradient(gradients.get(k).get(step));
        }
        optimizer.step(parameters);
        for (int k = 0; k < parameters.size(); k++) {
          way.add(minus(Torch.values(parameters.get(k).value()), Torch.values(starts.get(k))));
        }
      }
      return join(way);
    }

    double[] theirs(Theirs rule, NDManager manager, DataType type) {
      var moving = starts.stream().map(s -> rule.from(Torch.of(manager, s, type), rate)).toList();
      var way = new ArrayList<double[]>();
      for (int step = 0; step < STEPS; step++) {
        for (int k = 0; k < moving.size(); k++) {
          var p = moving.get(k).step(Torch.of(manager, gradients.get(k).get(step), type));
          way.add(minus(Torch.values(p), Torch.values(starts.get(k))));
        }
      }
      return join(way);
    }
  }

  private static GoldenOp trajectory(
      String name, double[] scales, DoubleFunction<Supplier<Optimizer>> ours, Theirs theirs) {
    return new GoldenOp(
        MODULE,
        name + ", " + STEPS + " steps",
        CASES,
        (draw, manager) -> {
          var walk = Walk.of(draw, scales);
          return Compared.of(
              numbers(walk.ours(ours.apply(walk.rate()).get())),
              numbers(walk.theirs(theirs, manager, DataType.FLOAT32)),
              numbers(walk.theirs(theirs, manager, DataType.FLOAT64)));
        });
  }

  /// Limits below and above the norm; the norm stands behind the gradients.
  private static Compared clipping(Draw draw, NDManager manager) {
    var gradients = Stream.generate(() -> draw.normal(draw.shape(1, 3))).limit(3).toList();
    double limit = draw.random().nextDouble(0.5, 8);
    var parameters = new ArrayList<Parameter>();
    for (var g : gradients) {
      var parameter = new Parameter("p", Tensor.zeros(g.shape()));
      parameter.setGradient(g);
      parameters.add(parameter);
    }
    double norm = Clipping.byGlobalNorm(parameters, limit);
    var ours = new ArrayList<double[]>();
    parameters.forEach(p -> ours.add(Torch.values(p.gradient())));
    ours.add(new double[] {norm});
    return Compared.of(
        numbers(join(ours)),
        numbers(clipped(gradients, limit, manager, DataType.FLOAT32)),
        numbers(clipped(gradients, limit, manager, DataType.FLOAT64)));
  }

  /// Without the 10⁻⁶ that `torch.nn.utils.clip_grad_norm_` adds to the norm.
  private static double[] clipped(
      List<Tensor> gradients, double limit, NDManager manager, DataType type) {
    var arrays = gradients.stream().map(g -> Torch.of(manager, g, type)).toList();
    var squares = arrays.stream().map(a -> a.square().sum()).reduce(NDArray::add).orElseThrow();
    double norm = Torch.values(squares.sqrt())[0];
    var all = new ArrayList<double[]>();
    arrays.forEach(a -> all.add(Torch.values(a.mul(Math.min(1, limit / norm)))));
    all.add(new double[] {norm});
    return join(all);
  }

  private static Numbers numbers(double[] value) {
    return new Numbers(value, List.of());
  }

  private static double[] minus(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] - b[i]).toArray();
  }

  private static double[] join(List<double[]> parts) {
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }
}
