package tapeline.laboratory.suite;

import static tapeline.laboratory.suite.Expectation.ratio;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// The expectations of tensors and of all that is made of them, modules 04 to 09, and whether their
/// benchmarks say so.
public final class TensorSuite {
  // spotless:off
  private static final Map<String, List<Expectation>> EXPECTATIONS = Map.of(
      "04-tensor-ops", List.of(
          ratio("matmul: rows of B are 3 times as fast as columns, or more", "MatmulBenchmark.loopsIjk 256", "MatmulBenchmark.loopsIkj 256", 3, 30),
          ratio("softmax: to stay finite costs a tenth", "SoftmaxBenchmark.softmax 64x1000", "SoftmaxBenchmark.bareSoftmax 64x1000", 0.9, 1.3),
          ratio("exp: a call for each number, 10 to 40 times a relu", "FunctionBenchmark.exp", "FunctionBenchmark.relu", 10, 40)),
      "05-tensor-autograd", List.of(
          backward("elementwise chain: backward takes as long as forward",               "ElementwiseChainBenchmark", "64x1024",    0.5,  2),
          backward("matmul: backward takes twice as long as forward",                    "MatMulBenchmark",           "64x256x128", 1.5,  3),
          backward("broadcast add: backward only reads",                                 "BroadcastAddBenchmark",     "64x1024",    0,    1.5),
          backward("reduce sum: backward costs nothing that depends on the size",        "ReduceSumBenchmark",        "64x1024",    0,    0.1),
          backward("logSumExp: backward takes as many exponentials as forward",          "LogSumExpBenchmark",        "64x1024",    0.75, 2),
          ratio("elementwise chain: forward takes as long with the tape as without", "ElementwiseChainBenchmark.tapeForward 64x1024", "ElementwiseChainBenchmark.plainForward 64x1024", 0.8, 1.25)),
      "06-mlp", List.of(
          ratio("small MLP: a batch of 32 takes a fifth of 32 examples", "Mlp64x64x10OnCpuBenchmark.batched 32", "Mlp64x64x10OnCpuBenchmark.perSample 32", 0.1, 0.3)),
      "08-convolution", List.of(
          ratio("convolution: by columns in a fifth of the time", "ConvolutionBenchmark.productForward 8x16x28x28x32", "ConvolutionBenchmark.directForward 8x16x28x28x32", 0.05, 0.3),
          ratio("convolution: backward takes 1.5 to 3 times its forward", "ConvolutionBenchmark.productBackward 8x16x28x28x32", "ConvolutionBenchmark.productForward 8x16x28x28x32", 1.5, 3)),
      "09-transformer", List.of(
          ratio("transformer block: backward takes 1.5 to 3 times its forward", "BlockBenchmark.backward 16x64", "BlockBenchmark.forward 16x64", 1.5, 3),
          ratio("generation: with the cache 255 tokens are 10 times as fast, or more", "GenerationBenchmark.uncached 255", "GenerationBenchmark.cached 255", 10, 100)));
  // spotless:on

  static final StandardSuite SUITE = new StandardSuite("tensors", EXPECTATIONS);

  private TensorSuite() {}

  private static Expectation backward(
      String claim, String benchmark, String shape, double low, double high) {
    var backward = benchmark + ".tapeBackward " + shape;
    return ratio(claim, backward, benchmark + ".plainForward " + shape, low, high);
  }

  /// Prints it: `mvn -pl grader test -Drun=TensorSuite`, after `-Dmodule=4,5,6,8,9 -Dbench`.
  static void main() throws IOException {
    SUITE.print();
  }
}
