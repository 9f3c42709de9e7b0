package tapeline.compress;

import java.util.Arrays;
import java.util.List;
import tapeline.nn.Parameter;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The gradients of a model's parameters as one array, one after the other: what is sent.
public final class FlatGradient {
  private FlatGradient() {}

  public static List<Shape> shapes(List<Parameter> parameters) {
    return parameters.stream().map(p -> p.value().shape()).toList();
  }

  /// The gradients that have gathered.
  public static float[] of(List<Parameter> parameters) {
    var all = new float[parameters.stream().mapToInt(p -> p.value().shape().size()).sum()];
    int at = 0;
    for (var p : parameters) {
      var numbers = p.gradient().toArray();
      System.arraycopy(numbers, 0, all, at, numbers.length);
      at += numbers.length;
    }
    return all;
  }

  /// Replaces the gradients.
  public static void set(List<Parameter> parameters, float[] all) {
    int at = 0;
    for (var p : parameters) {
      int length = p.value().shape().size();
      var numbers = Arrays.copyOfRange(all, at, at + length);
      p.setGradient(Tensor.of(numbers, p.value().shape().toArray()));
      at += length;
    }
  }
}
