package tapeline.curvature;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// The parameters of a model as one vector: their numbers in row-major order, one parameter after
/// the other.
public final class FlatParameters {
  private final List<Parameter> parameters;
  private final int size;

  public FlatParameters(List<Parameter> parameters) {
    this.parameters = List.copyOf(parameters);
    size = values().stream().mapToInt(t -> t.shape().size()).sum();
  }

  /// Returns how many numbers the parameters have together.
  public int size() {
    return size;
  }

  /// Returns the parameters' own tensors.
  List<Tensor> values() {
    return parameters.stream().map(Parameter::value).toList();
  }

  /// Returns a copy of the parameters' values.
  public RealVector vector() {
    return join(values());
  }

  /// Writes a vector into the parameters, rounded to float32.
  ///
  /// @throws IllegalArgumentException when the vector has another length, or a number that is not
  ///   finite
  public void assign(RealVector v) {
    var parts = split(v);
    for (int k = 0; k < parts.size(); k++) {
      parameters.get(k).value().assign(parts.get(k));
    }
  }

  /// Cuts a vector into tensors of the parameters' shapes.
  ///
  /// @throws IllegalArgumentException when the vector has another length, or a number that is not
  ///   finite in float32
  List<Tensor> split(RealVector v) {
    Curvature.require(size, v);
    var parts = new ArrayList<Tensor>();
    int at = 0;
    for (var value : values()) {
      var part = Tensor.zeros(value.shape());
      for (int i = 0; i < part.data().length; i++) {
        part.data()[i] = (float) v.getEntry(at);
        if (!Float.isFinite(part.data()[i])) {
          throw new IllegalArgumentException(
              "parameters are float32, got %s at %d".formatted(v.getEntry(at), at));
        }
        at++;
      }
      parts.add(part);
    }
    return parts;
  }

  /// Joins tensors of the parameters' shapes to a vector.
  RealVector join(List<Tensor> parts) {
    var v = new ArrayRealVector(size);
    int at = 0;
    for (var part : parts) {
      for (float number : part.toArray()) {
        v.setEntry(at++, number);
      }
    }
    return v;
  }

  /// A model's output on a tape.
  ///
  /// @param parameters its parameters there
  record OnTape(Variable output, List<Variable> parameters) {
    List<Tensor> gradients() {
      return parameters.stream().map(Variable::gradient).toList();
    }
  }

  /// Runs a model on a new tape, where new variables stand in for its parameters: the gradients
  /// that have gathered in those stay as they are.
  OnTape run(Function<TensorTape, Variable> model) {
    var tape = new TensorTape();
    var variables = values().stream().map(tape::variable).toList();
    var before = new ArrayList<@Nullable Variable>();
    IntStream.range(0, variables.size())
        .forEach(k -> before.add(parameters.get(k).standIn(variables.get(k))));
    try {
      return new OnTape(model.apply(tape), variables);
    } finally {
      IntStream.range(0, variables.size()).forEach(k -> parameters.get(k).standIn(before.get(k)));
    }
  }
}
