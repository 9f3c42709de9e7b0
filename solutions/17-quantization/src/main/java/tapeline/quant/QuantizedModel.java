package tapeline.quant;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tapeline.nn.Parameter;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

/// A model's weights in blocks, and the rest of its parameters in float16.
///
/// ```java
/// var small = QuantizedModel.of(model.parameters(), WeightFormat.INT8_CHANNEL);
/// small.calibrate(new Calibration.Percentile(0.999), () -> model.apply(samples));
/// small.save(file);
/// try (var _ = small.use()) {
///   model.apply(x); // products of integers
/// }
/// ```
///
/// Matrices (in,out) have a row of codes for each output, weights of convolutions (o,c,k,k) for
/// each o. The model's own parameters get the numbers that the codes stand for. For one thread.
public final class QuantizedModel {
  private final Map<Parameter, QuantizedMatrix> matrices = new LinkedHashMap<>();
  private final List<Parameter> parameters;
  private final Int8Backend backend = new Int8Backend(Backend.current());

  private QuantizedModel(List<Parameter> parameters) {
    this.parameters = List.copyOf(parameters);
  }

  /// The model whose parameters these are, which change.
  ///
  /// @throws IllegalArgumentException when a number is not finite, or beyond float16
  public static QuantizedModel of(List<Parameter> parameters, WeightFormat how) {
    var model = new QuantizedModel(parameters);
    for (var p : parameters) {
      if (isMatrix(p)) {
        model.put(p, QuantizedMatrix.of(matrix(p), how));
      } else {
        p.value().assign(StoredTensor.float16(p.name(), p.value()).numbers());
      }
    }
    return model;
  }

  /// The model of a file into these parameters, which are as many, with the same names and shapes.
  ///
  /// @throws IllegalArgumentException when the file is refused, see [TensorFile], or does not fit;
  ///   no parameter has changed then
  public static QuantizedModel load(Path file, List<Parameter> parameters) throws IOException {
    var stored = TensorFile.read(file);
    if (stored.tensors().size() != parameters.size()) {
      throw new IllegalArgumentException(
          "the model has %d parameters, got %d in %s"
              .formatted(parameters.size(), stored.tensors().size(), file));
    }
    var model = new QuantizedModel(parameters);
    var changes = new ArrayList<Runnable>(); // none is made before all are known to fit
    for (var p : parameters) {
      var tensor = stored.get(p.name());
      if (isMatrix(p)) {
        var m = matrix(p).shape();
        var format = tensor.format(p.value().shape());
        var weight = new QuantizedMatrix(m.length(0), m.length(1), format, tensor.bytes());
        changes.add(() -> model.put(p, weight));
      } else {
        var numbers = tensor.numbers(p.value().shape());
        changes.add(() -> p.value().assign(numbers));
      }
    }
    changes.forEach(Runnable::run);
    return model;
  }

  private static boolean isMatrix(Parameter p) {
    int rank = p.value().shape().rank();
    return rank == 2 || rank == 4;
  }

  /// A view of the parameter with a row for each output.
  private static Tensor matrix(Parameter p) {
    var value = p.value();
    return value.shape().rank() == 2
        ? value.transpose()
        : value.reshape(value.shape().length(0), -1);
  }

  private void put(Parameter p, QuantizedMatrix weight) {
    matrices.put(p, weight);
    matrix(p).assign(weight.dequantize());
    if (weight.hasRowScales()) {
      backend.put(p.value().data(), weight);
    }
  }

  /// Chooses the code of each weight's inputs by those that `forward` meets. Without this it is
  /// chosen anew for each product, from the least and the greatest of its inputs.
  public void calibrate(Calibration how, Runnable forward) {
    backend.watch();
    try (var _ = use()) {
      forward.run();
    } finally {
      backend.choose(how);
    }
  }

  /// Makes products with weights in int8 products of integers until the result is closed. Weights
  /// whose rows are cut into groups are multiplied as the numbers that they stand for.
  public Backend.Use use() {
    return Backend.use(backend);
  }

  /// The blocks of each matrix.
  public Map<Parameter, QuantizedMatrix> matrices() {
    return Map.copyOf(matrices);
  }

  /// The content of this model's file.
  public TensorFile stored() {
    var all = new ArrayList<StoredTensor>();
    for (var p : parameters) {
      var weight = matrices.get(p);
      all.add(
          weight == null
              ? StoredTensor.float16(p.name(), p.value())
              : StoredTensor.blocks(p.name(), p.value().shape(), weight));
    }
    return new TensorFile(all);
  }

  /// Writes [#stored].
  public void save(Path file) throws IOException {
    stored().write(file);
  }
}
