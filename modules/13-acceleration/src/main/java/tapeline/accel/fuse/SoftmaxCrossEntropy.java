package tapeline.accel.fuse;

import java.util.Arrays;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;
import tapeline.vector.Shares;
import tapeline.vector.math.RowLoops;

/// The loss of [tapeline.nn.CrossEntropy] and its gradient in the same visit of each row: while a
/// row lies in the first cache, its softmax is made once, for both.
///
/// Logits X (…,classes) are read from memory once and the gradient is written once: 8 bytes an
/// element. One op is for one place on a tape.
public final class SoftmaxCrossEntropy implements TensorOp.Unary, FusedOp {
  private final int[] labels;
  private float[] slopes = {};

  /// Makes the loss for these labels.
  ///
  /// @param labels the right class of each row, from 0 on
  public SoftmaxCrossEntropy(int... labels) {
    this.labels = labels.clone();
  }

  /// Computes the mean loss of the rows, and keeps its gradient.
  ///
  /// @throws IllegalArgumentException unless each row has a label, and each label is a class
  @Override
  public Tensor forward(Tensor x) {
    int classes = x.shape().length(-1);
    if (labels.length == 0 || labels.length * classes != x.shape().size()) {
      throw new IllegalArgumentException(
          "cross-entropy needs a label for each row of logits, got %d labels for %s"
              .formatted(labels.length, x.shape()));
    }
    if (Arrays.stream(labels).anyMatch(label -> label < 0 || label >= classes)) {
      throw new IllegalArgumentException(
          "labels are from 0 to %d, got %s".formatted(classes - 1, Arrays.toString(labels)));
    }
    var from = x.contiguous();
    slopes = Unwritten.of(x.shape()).data();
    var losses = new double[labels.length];
    Unwritten.sharesInUse()
        .each(
            labels.length,
            Shares.EXP * classes,
            i ->
                losses[i] =
                    row(from.data(), from.offset() + i * classes, i * classes, classes, labels[i]));
    return Tensor.scalar((float) (Arrays.stream(losses).sum() / labels.length));
  }

  /// Returns `−ln softmax(x)[label]` of the row of n logits that begins at number from of x; its
  /// gradient, divided by the number of rows, goes to the slopes, from number to on.
  private double row(float[] x, int from, int to, int n, int label) {
    // BEGIN EXERCISE 13.7
    // TODO 13.7 — 5 lines. RowLoops.max, expSum and scale each go through a row once.
    // expSum leaves exp(x − max) in slopes, and gives its sum: which factor makes of that
    // softmax divided by labels.length, and what is subtracted, and where? The loss is
    // ln Σ exp(x − max) − (x[label] − max), which never takes the logarithm of 0.
    throw new Todo("13.7", "softmax and cross-entropy at once");
    // END EXERCISE 13.7
  }

  @Override
  public Tensor grad(Tensor dY, Tensor x, Tensor y) {
    var dX = Tensor.of(slopes, x.shape().toArray());
    return dY.item() == 1 ? dX : dX.times(dY.item());
  }

  @Override
  public Keeps keeps() {
    return Keeps.NOTHING;
  }

  @Override
  public String name() {
    return "SoftmaxCrossEntropy";
  }
}
