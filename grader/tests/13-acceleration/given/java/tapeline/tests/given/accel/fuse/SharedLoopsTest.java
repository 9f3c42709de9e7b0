package tapeline.tests.given.accel.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.tests.given.accel.fuse.GivenFusionsTest.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.accel.VectorBackend;
import tapeline.accel.fuse.ImagewiseConvolution;
import tapeline.accel.fuse.SoftmaxCrossEntropy;
import tapeline.accel.product.BlockSizes;
import tapeline.conv.Window;
import tapeline.optim.AdamBackend;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.transformer.Attention;
import tapeline.vector.ThreadTeam;

/// Loops that are large enough for three threads, beside one thread.
class SharedLoopsTest {
  /// A loop of the backend in use, with all that it computes.
  record Shared(String name, Supplier<List<Tensor>> loop) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Shared> loops() {
    var random = Seeds.random("shared loops");
    var x = Tensor.normal(random, 300, 703);
    var row = Tensor.normal(random, 703);
    var few = Tensor.normal(random, 703, 9);
    var low = Tensor.normal(random, 8, 300);
    var dX = Tensor.normal(random, 300, 703);
    var labels = random.ints(300, 0, 703).toArray();
    var heads = Tensor.normal(random, 6, 200, 32);
    var mask = Attention.causal(200, 200);
    return List.of(
        new Shared("a map", () -> List.of(x.map(UnaryOp.TANH))),
        new Shared("a sum of pairs", () -> List.of(x.plus(row))),
        new Shared("softmax", () -> List.of(x.softmax())),
        new Shared("logSumExp", () -> List.of(x.logSumExp())),
        new Shared("sums of rows", () -> List.of(x.sum(-1))),
        new Shared("sums of columns", () -> List.of(x.sum(0))),
        new Shared("a product", () -> List.of(x.matmul(x.transpose()))),
        new Shared("a product of few columns", () -> List.of(x.matmul(few))),
        new Shared("a product of few rows", () -> List.of(low.matmul(x))),
        new Shared("Adam", () -> adam(x, dX)),
        new Shared(
            "cross-entropy",
            () ->
                run(
                    in ->
                        in.getFirst().tape().apply(new SoftmaxCrossEntropy(labels), in.getFirst()),
                    Tensor.scalar(1),
                    x)),
        new Shared(
            "attention",
            () -> run(in -> GivenFusionsTest.heads(in, mask), heads, heads, heads.neg(), heads)),
        convolution(random));
  }

  private static Shared convolution(Random random) {
    var x = Tensor.normal(random, 5, 4, 40, 40);
    var w = Tensor.normal(random, 16, 4, 3, 3);
    var dY = Tensor.normal(random, 5, 16, 40, 40);
    return new Shared(
        "a convolution",
        () ->
            run(
                in ->
                    in.getFirst()
                        .tape()
                        .apply(new ImagewiseConvolution(Window.same(3)), in.get(0), in.get(1)),
                dY,
                x,
                w));
  }

  private static List<Tensor> adam(Tensor x, Tensor gradient) {
    var moved = x.copy();
    var m = Tensor.zeros(x.shape().size());
    var v = Tensor.zeros(x.shape().size());
    var rule = new AdamBackend.Rule(0.1f, 0.9, 0.99, 1, 1e-8f);
    var backend = (AdamBackend) Backend.current();
    assertThat(backend.adam(rule, moved.data(), 0, gradient.data(), 0, m.data(), v.data()))
        .isTrue();
    return List.of(moved, m, v);
  }

  @ParameterizedTest
  @MethodSource("loops")
  void threads_change_no_number(Shared work) {
    var results = new ArrayList<float[][]>();
    long before = 0;
    for (int threads : new int[] {1, 3}) {
      before = ThreadTeam.loops();
      try (var _ = Backend.use(new VectorBackend(BlockSizes.USUAL, threads))) {
        results.add(work.loop().get().stream().map(Tensor::toArray).toArray(float[][]::new));
      }
    }
    assertThat(ThreadTeam.loops()).as("loops shared by three threads").isGreaterThan(before);
    assertThat(results.get(1)).isDeepEqualTo(results.get(0));
  }
}
