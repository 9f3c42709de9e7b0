package tapeline.laboratory.gpu;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import tapeline.cuda.CudaBackend;
import tapeline.laboratory.gpu.AnswerCheck.CheckedAnswer;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// Compares ops of [CudaBackend] with the CPU's.
final class BackendCheck {
  private static final double ROUNDED = 1e-5;

  private BackendCheck() {}

  /// An op of a backend, for either of the two.
  private record Op(String name, String size, Function<Backend, Tensor> on) {}

  private static List<Op> ops() {
    var random = new Random(10);
    var a = Tensor.normal(random, 67, 129);
    var b = Tensor.normal(random, 129, 35);
    var wide = Tensor.normal(random, 130, 131);
    var row = Tensor.normal(random, 129);
    return List.of(
        new Op("matmul", "(67,129)·(129,35)", on -> on.matmul(a, b)),
        new Op("matmul", "(130,131)·(131,130)", on -> on.matmul(wide, wide.transpose())),
        new Op("zip ADD", "(67,129), (129)", on -> on.zip(BinaryOp.ADD, a, row)),
        new Op("map GELU", "(67,129)", on -> on.map(UnaryOp.GELU, a)),
        new Op("reduce SUM", "(67,129)", on -> on.reduce(Reduction.SUM, a, true, 1)),
        new Op("softmax", "(67,129)", on -> on.softmax(a)));
  }

  /// A result for each op; the scale of an error is the answer's largest number.
  static List<CheckedAnswer> of(TestedGpu tested) {
    return ops().stream().map(op -> check(op, tested)).toList();
  }

  private static CheckedAnswer check(Op op, TestedGpu tested) {
    var what = "CudaBackend: " + op.name;
    try (var cuda = new CudaBackend(tested.gpu())) {
      double error = apart(op.on.apply(new CpuBackend()).toArray(), op.on.apply(cuda).toArray());
      var problem = error <= ROUNDED ? "" : "too far from the CPU's answer";
      return new CheckedAnswer(what, op.size, error, ROUNDED, "–", problem);
    } catch (RuntimeException e) { // as in AnswerCheck
      return CheckedAnswer.missing(what, op.size, ROUNDED, e);
    }
  }

  private static double apart(float[] expected, float... actual) {
    double largest = 0;
    double apart = 0;
    for (int i = 0; i < expected.length; i++) {
      largest = Math.max(largest, Math.abs(expected[i]));
      apart = Math.max(apart, Math.abs(actual[i] - expected[i])); // NaN stays NaN
    }
    return apart / largest;
  }
}
