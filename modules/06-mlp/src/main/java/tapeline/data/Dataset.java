package tapeline.data;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import tapeline.tensor.Tensor;

/// Examples with labels.
///
/// @param inputs (N, …), an example a row
/// @param labels the class of each, from 0 on
/// @param classes how many classes there are
public record Dataset(Tensor inputs, int[] labels, int classes) {
  public Dataset {
    if (inputs.shape().rank() < 1 || inputs.shape().length(0) != labels.length) {
      throw new IllegalArgumentException(
          "a dataset has a label for each row of inputs, got %d labels for %s"
              .formatted(labels.length, inputs.shape()));
    }
    for (int label : labels) {
      if (label < 0 || label >= classes) {
        throw new IllegalArgumentException(
            "a label is from 0 to %d, got %d".formatted(classes - 1, label));
      }
    }
  }

  /// Returns the number of examples.
  public int size() {
    return labels.length;
  }

  /// The examples `from ≤ i < to`; their inputs are a view.
  public Dataset slice(int from, int to) {
    return new Dataset(inputs.slice(0, from, to), Arrays.copyOfRange(labels, from, to), classes);
  }

  /// Returns the examples in random order (Fisher and Yates), copied.
  public Dataset shuffled(RandomGenerator random) {
    int n = size();
    var order = new int[n];
    Arrays.setAll(order, i -> i);
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int moved = order[i];
      order[i] = order[j];
      order[j] = moved;
    }
    int width = n == 0 ? 0 : inputs.shape().size() / n;
    var from = inputs.contiguous();
    var rows = new float[n * width];
    var mine = new int[n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(from.data(), from.offset() + order[i] * width, rows, i * width, width);
      mine[i] = labels[order[i]];
    }
    return new Dataset(Tensor.of(rows, inputs.shape().toArray()), mine, classes);
  }

  /// Returns the examples, each input as one row of numbers: (N,width). A view where it can be.
  public Dataset flat() {
    int width = 1;
    for (int axis = 1; axis < inputs.shape().rank(); axis++) width *= inputs.shape().length(axis);
    return new Dataset(inputs.reshape(size(), width), labels, classes);
  }

  /// The first part and the rest, split at this share of the examples.
  ///
  /// @throws IllegalArgumentException unless 0 ≤ share ≤ 1
  public Split split(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share is from 0 to 1, got " + share);
    }
    int at = (int) Math.round(share * size());
    return new Split(slice(0, at), slice(at, size()));
  }

  /// Examples to learn from, and others to be tested on.
  public record Split(Dataset training, Dataset test) {}
}
