package tapeline.laboratory.suite;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import tapeline.laboratory.suite.SuiteEntry.Ratio;
import tapeline.nn.Losses;
import tapeline.tensor.Tensor;

/// The ops of the tensor suite, on modules 04 and 05; [ModelEntries] has what is made of them.
final class TensorEntries {
  private static final SplittableRandom RANDOM = new SplittableRandom(5);
  private static final int BATCH = 16;
  private static final int WIDTH = 256;
  private static final int CLASSES = 10;
  private static final long ROW_BYTES = 4L * WIDTH;
  private static final long BYTES = BATCH * ROW_BYTES;

  private TensorEntries() {}

  static List<SuiteEntry> all() {
    return List.of(chain(), matmul(), broadcastAdd(), reduceSum(), logSumExp(), crossEntropy());
  }

  /// `relu(X∘W + B)²`
  private static SuiteEntry chain() {
    var pass =
        pass(
            (_, x) -> x.get(0).times(x.get(1)).plus(x.get(2)).relu().square(),
            wide(),
            wide(),
            wide());
    return entry(
        "elementwise chain",
        "3 of (16,256), 4 ops",
        Scope.MICRO,
        pass,
        x -> Float64.map(v -> v > 0 ? v * v : 0, Float64.plus(Float64.times(x[0], x[1]), x[2])),
        () ->
            Hypothesis.count(
                "elementwise chain: of 7 tensors backward needs 3",
                3 * BYTES,
                pass.savedBytes(),
                "bytes"),
        backward("elementwise chain: backward takes as long as forward", 0.5, 2));
  }

  /// `A·B`
  private static SuiteEntry matmul() {
    int m = 48;
    int k = 64;
    int n = 56;
    var pass = pass((_, x) -> x.get(0).matmul(x.get(1)), normal(m, k), normal(k, n));
    return new SuiteEntry(
        "matmul",
        "(48,64)·(64,56)",
        "float32",
        1,
        Scope.MICRO,
        pass,
        () -> pass.gradientError(x -> Float64.matmul(x[0], x[1], k, n)),
        () ->
            List.of(
                Hypothesis.count(
                    "matmul: two products back for one forward",
                    4L * m * k * n,
                    pass.flops(Phase.BACKWARD),
                    "flops")),
        List.of(backward("matmul: backward takes twice as long as forward", 1.5, 3)));
  }

  /// `X + b`, b stretched
  private static SuiteEntry broadcastAdd() {
    var pass = pass((_, x) -> x.get(0).plus(x.get(1)), wide(), normal(WIDTH));
    return entry(
        "broadcast add",
        "(16,256) + (256)",
        Scope.MICRO,
        pass,
        x -> Float64.plus(x[0], x[1]),
        () ->
            Hypothesis.count(
                "broadcast add: nothing is kept for backward", 0, pass.savedBytes(), "bytes"));
  }

  /// `Σ X`
  private static SuiteEntry reduceSum() {
    var pass = pass((_, x) -> x.getFirst().sum(), wide());
    return entry(
        "reduce sum",
        "(16,256) to ()",
        Scope.MICRO,
        pass,
        x -> new double[] {Arrays.stream(x[0]).sum()},
        () ->
            Hypothesis.count(
                "reduce sum: its gradient is one number, stretched", 4, pass.peakBytes(), "bytes"));
  }

  /// `ln Σ exp` of each row
  private static SuiteEntry logSumExp() {
    var pass = pass((_, x) -> x.getFirst().logSumExp(), wide());
    return entry(
        "logSumExp",
        "(16,256) to (16,1)",
        Scope.MICRO,
        pass,
        x -> Float64.logSumExp(x[0], WIDTH),
        () ->
            Hypothesis.count(
                "logSumExp: X, its gradient and one of each row",
                2 * BYTES + 4 * BATCH,
                pass.peakBytes(),
                "bytes"));
  }

  /// Cross-entropy with labels, on logits far apart
  private static SuiteEntry crossEntropy() {
    int[] labels = labels();
    var pass = pass((_, x) -> Losses.crossEntropy(x.getFirst(), labels), normal(BATCH, CLASSES));
    var far = normal(BATCH, CLASSES).times(1000);
    return entry(
        "softmax cross-entropy",
        "(16,10), 16 labels",
        Scope.COMPONENT,
        pass,
        x -> new double[] {Float64.crossEntropy(x[0], labels)},
        () ->
            Hypothesis.count(
                "softmax cross-entropy: finite for logits of ±1000",
                0,
                notFinite(pass((_, x) -> Losses.crossEntropy(x.getFirst(), labels), far)),
                "not finite"));
  }

  private static int[] labels() {
    return new SplittableRandom(4).ints(BATCH, 0, CLASSES).toArray();
  }

  private static long notFinite(TensorPass pass) {
    double loss = pass.forward();
    long count = Double.isFinite(loss) ? 0 : 1;
    for (float g : pass.gradients().getFirst().toArray()) {
      count += Float.isFinite(g) ? 0 : 1;
    }
    return count;
  }

  static Ratio backward(String claim, double low, double high) {
    return new Ratio(claim, Phase.BACKWARD, Phase.FORWARD, low, high);
  }

  private static SuiteEntry entry(
      String name,
      String shape,
      Scope scope,
      TensorPass pass,
      Function<double[][], double[]> oracle,
      Supplier<Hypothesis> counted,
      Ratio... ratios) {
    return new SuiteEntry(
        name,
        shape,
        "float32",
        BATCH,
        scope,
        pass,
        () -> pass.gradientError(oracle),
        () -> List.of(counted.get()),
        List.of(ratios));
  }

  private static TensorPass pass(TensorPass.Recording f, Tensor... inputs) {
    return new TensorPass(List.of(inputs), List.of(), f);
  }

  private static Tensor wide() {
    return normal(BATCH, WIDTH);
  }

  private static Tensor normal(int... shape) {
    return Tensor.normal(RANDOM, shape);
  }
}
