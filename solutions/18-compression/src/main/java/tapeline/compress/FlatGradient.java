package tapeline.compress;

import java.util.Arrays;
import java.util.List;
import tapeline.nn.Parameter;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// Joins the gradients of a model's parameters to one array, in their order, and takes it apart.
public final class FlatGradient {
  private FlatGradient() {}

  /// Returns the shapes of the parameters, in their order.
  public static List<Shape> shapes(List<Parameter> parameters) {
    return parameters.stream().map(p -> p.value().shape()).toList();
  }

  /// Returns the gradients of these parameters.
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

  /// Replaces the gradients of these parameters.
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
