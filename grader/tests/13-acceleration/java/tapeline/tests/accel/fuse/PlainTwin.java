package tapeline.tests.accel.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// A fused op beside the plain composition that it stands for.
final class PlainTwin {
  private PlainTwin() {}

  /// Both give the same value, and from a random gradient the same gradients.
  static void agree(
      TensorOp fused, Function<List<Variable>, Variable> plain, Tensor dY, Tensor... inputs) {
    var expected = run(plain, dY, inputs);
    var actual =
        run(
            x ->
                switch (fused) {
                  case TensorOp.Many many -> x.getFirst().tape().apply(many, x);
                  case TensorOp.Unary one -> x.getFirst().tape().apply(one, x.getFirst());
                  case TensorOp.Binary _ -> throw new IllegalArgumentException();
                },
            dY,
            inputs);
    close(actual.getFirst(), expected.getFirst(), "the value");
    for (int k = 1; k < actual.size(); k++) {
      close(actual.get(k), expected.get(k), "the gradient in input " + (k - 1));
    }
  }

  private static List<Tensor> run(
      Function<List<Variable>, Variable> f, Tensor dY, Tensor... inputs) {
    var tape = new TensorTape();
    var variables = Arrays.stream(inputs).map(tape::variable).toList();
    var y = f.apply(variables);
    tape.backward(y, dY);
    var all = new ArrayList<Tensor>();
    all.add(y.value());
    variables.forEach(x -> all.add(x.gradient()));
    return all;
  }

  /// Within 10⁻⁵ of the largest number; NaN where the plain one has NaN.
  static void close(Tensor actual, Tensor expected, String what) {
    assertThat(actual.shape()).as("the shape of " + what).isEqualTo(expected.shape());
    var a = actual.toArray();
    var e = expected.toArray();
    float largest = 1e-30f;
    for (float each : e) {
      largest = Float.isFinite(each) ? Math.max(largest, Math.abs(each)) : largest;
    }
    for (int i = 0; i < a.length; i++) {
      boolean same = Float.compare(a[i], e[i]) == 0 || Math.abs(a[i] - e[i]) <= 1e-5f * largest;
      assertThat(same)
          .as(
              "number %d of %s %s: the plain ops give %s, got %s",
              i, what, actual.shape(), e[i], a[i])
          .isTrue();
    }
  }
}
