package tapeline.laboratory.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Parameter;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

/// A pass of the tensor tape, from a random gradient of the output.
final class TensorPass implements Pass {
  private final List<Tensor> inputs;
  private final List<Parameter> parameters;
  private final Recording function;
  private final Tensor dY;
  private TensorTape tape = new TensorTape();
  private List<Variable> variables = List.of();
  private Variable y = tape.constant(Tensor.scalar(0));

  /// A function of tensors.
  @FunctionalInterface
  interface Recording {
    /// Records the function of `x`; its result.
    Variable on(TensorTape tape, List<Variable> x);
  }

  /// @param parameters that the function uses beside its inputs
  TensorPass(List<Tensor> inputs, List<Parameter> parameters, Recording function) {
    this.inputs = inputs;
    this.parameters = parameters;
    this.function = function;
    forward();
    this.dY = Tensor.normal(new SplittableRandom(3), y.shape().toArray());
  }

  @Override
  public double forward() {
    parameters.forEach(Parameter::clearGradient);
    tape = new TensorTape();
    variables = inputs.stream().map(tape::variable).toList();
    y = function.on(tape, variables);
    return y.value().data()[0];
  }

  @Override
  public double backward() {
    parameters.forEach(Parameter::clearGradient);
    tape.backwardKeeping(y, dY);
    return tape.stats().gradientBytes();
  }

  /// Frees the tape as it is walked.
  @Override
  public double total() {
    double value = forward();
    tape.backward(y, dY);
    return value;
  }

  @Override
  public int nodes() {
    forward();
    return tape.stats().nodes();
  }

  @Override
  public Long peakBytes() {
    total();
    return tape.stats().peakBytes();
  }

  /// Bytes that the tape keeps between forward and backward.
  long savedBytes() {
    forward();
    return tape.stats().savedBytes();
  }

  /// 2mkn for each product of matrices in a phase.
  long flops(Phase phase) {
    forward();
    var counter = new FlopCounter(Backend.current());
    try (var _ = Backend.use(counter)) {
      phase.run(this);
    }
    return counter.flops();
  }

  /// The gradients in the inputs, and then in the parameters.
  List<Tensor> gradients() {
    total();
    var all = new ArrayList<>(variables.stream().map(Variable::gradient).toList());
    parameters.forEach(p -> all.add(p.gradient()));
    return all;
  }

  /// See [GradientOracle]; `f` gets the inputs and then the parameters.
  double gradientError(Function<double[][], double[]> f) {
    var at = new ArrayList<>(inputs);
    parameters.forEach(p -> at.add(p.value()));
    double[] weights = Float64.of(dY);
    ToDoubleFunction<double[][]> weighted = x -> Float64.dot(weights, f.apply(x));
    return GradientOracle.relativeError(weighted, at, gradients());
  }
}
