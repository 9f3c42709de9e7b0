package tapeline.peers;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.List;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// One function of tensors in both engines.
///
/// @param inputs any views; a gradient is asked for each
/// @param parameters of the layers that the function uses; a gradient is asked for each
public record Twin(List<Tensor> inputs, List<Parameter> parameters, Ours ours, Theirs theirs) {
  public Twin {
    inputs = List.copyOf(inputs);
    parameters = List.copyOf(parameters);
  }

  /// The function on a tape, where its parameters already are.
  @FunctionalInterface
  public interface Ours {
    Variable apply(TensorTape tape, List<Variable> inputs);
  }

  /// The function in PyTorch, of the inputs and behind them the parameters.
  @FunctionalInterface
  public interface Theirs {
    NDArray apply(List<NDArray> x);
  }

  /// A function of tensors alone.
  public static Twin of(List<Tensor> inputs, Ours ours, Theirs theirs) {
    return new Twin(inputs, List.of(), ours, theirs);
  }

  /// A layer.
  public static Twin of(Tensor input, Layer layer, Theirs theirs) {
    return new Twin(
        List.of(input), layer.parameters(), (_, x) -> layer.forward(x.getFirst()), theirs);
  }

  /// Inputs and parameters as tensors: what PyTorch is given, in this order.
  public List<Tensor> leaves() {
    var all = new ArrayList<>(inputs);
    parameters.forEach(p -> all.add(p.value()));
    return all;
  }

  /// Inputs and parameters as variables of `tape`.
  public List<Variable> leaves(TensorTape tape) {
    var all = new ArrayList<Variable>();
    inputs.forEach(x -> all.add(tape.variable(x)));
    parameters.forEach(p -> all.add(p.on(tape)));
    return all;
  }

  /// The value, from leaves that [#leaves] made on this tape.
  public Variable forward(TensorTape tape, List<Variable> leaves) {
    return ours.apply(tape, leaves.subList(0, inputs.size()));
  }
}
