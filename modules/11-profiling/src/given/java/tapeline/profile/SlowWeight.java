package tapeline.profile;

import java.util.List;
import java.util.SplittableRandom;
import tapeline.nn.Parameter;
import tapeline.tensor.Backend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// A backend with a planted slowness: it computes each product with one weight several times over.
/// All numbers are right, and only a clock tells.
public final class SlowWeight extends ForwardingBackend {
  private static final int TIMES = 6;

  private final Parameter weight;

  private SlowWeight(Backend real, Parameter weight) {
    super(real);
    this.weight = weight;
  }

  /// Plants it in one of a model's matrices, which the seed chooses; never in the last one, which
  /// is small.
  ///
  /// @throws IllegalArgumentException unless there are two matrices
  public static SlowWeight among(List<Parameter> parameters, long seed) {
    var matrices = parameters.stream().filter(p -> p.value().shape().rank() == 2).toList();
    if (matrices.size() < 2) {
      throw new IllegalArgumentException(
          "one of several matrices is slow, got %d".formatted(matrices.size()));
    }
    int place = new SplittableRandom(seed).nextInt(matrices.size() - 1);
    return new SlowWeight(Backend.current(), matrices.get(place));
  }

  /// Returns the shape of the weight: the answer.
  public Shape answer() {
    return weight.value().shape();
  }

  /// Returns `A·B`; a transposed weight has the same array.
  @SuppressWarnings("ReferenceEquality") // of arrays
  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    var y = super.matmul(a, b);
    if (b.data() == weight.value().data()) {
      for (int i = 1; i < TIMES; i++) {
        y = super.matmul(a, b);
      }
    }
    return y;
  }
}
