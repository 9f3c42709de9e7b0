package tapeline.conv;

import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.nn.Activation;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.tensor.UnaryOp;

/// A small convolutional network for the digits (n,1,8,8): two convolutions, a pooling after each,
/// a linear layer.
public final class DigitsNetwork {
  private DigitsNetwork() {}

  /// With `width` channels after the first convolution and twice as many after the second.
  public static Sequential of(int width, RandomGenerator random) {
    // BEGIN SOLUTION 08.9 "a network for digits" 10 points
    return new Sequential(
        List.of(
            new Convolution("conv1", 1, width, Window.same(3), random),
            new Activation(UnaryOp.RELU),
            new MaxPool(2),
            new Convolution("conv2", width, 2 * width, Window.same(3), random),
            new Activation(UnaryOp.RELU),
            new MaxPool(2),
            new Flatten(),
            new Linear("out", 2 * width * 2 * 2, 10, random)));
    // STUB // TODO 08.9 — 9 lines. Convolution 1 → width, ReLU, MaxPool(2), convolution width →
    // STUB // 2·width, ReLU, MaxPool(2), Flatten, Linear to 10. Windows of 3 that keep the size. What
    // STUB // is left of 8 × 8 at the end, and so how many inputs has the linear layer?
    // STUB throw new Todo("08.9", "a network for digits");
    // END SOLUTION
  }
}
