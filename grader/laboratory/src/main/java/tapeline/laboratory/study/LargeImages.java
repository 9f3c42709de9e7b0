package tapeline.laboratory.study;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.conv.Convolution;
import tapeline.conv.Flatten;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.laboratory.precision.TrainingMode;
import tapeline.memory.CheckpointPlan;
import tapeline.memory.PlanPart;
import tapeline.memory.PlanPart.KeptBlock;
import tapeline.memory.PlanPart.ReplayedGroup;
import tapeline.nn.Activation;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.TextTable;

/// Large images: convolutions on digits whose pixels are squares, under a budget of bytes that the
/// plain step exceeds, by checkpoints on the convolutions alone (14), a batch in parts (07), and
/// mixed precision (15). `./tapeline run LargeImages`, or `"LargeImages small"` for the size of a
/// test
public final class LargeImages {
  private static final int CHANNELS = 8;
  private static final int PARTS = 4;
  private static final int DIGIT = 8; // pixels a side

  private LargeImages() {}

  static void main(String... words) {
    IO.println(table(PublishedClaim.small(words)));
  }

  static TextTable table(boolean small) {
    int times = small ? 2 : 4;
    var batch = enlarged(Datasets.digits().slice(0, small ? 4 : 16), times);
    var study =
        new ChainStudy(
            "images of %d × %d".formatted(DIGIT * times, DIGIT * times),
            () -> layers(DIGIT * times),
            batch,
            small ? 900_000 : 14_000_000);
    int count = layers(DIGIT * times).size();
    var all = CheckpointPlan.keepAll(count);
    var selective = convolutions(layers(DIGIT * times));
    study.bytes(
        new ChainWay("checkpoints on convolutions", TrainingMode.FLOAT32, selective, 1),
        new PublishedClaim("40 % fewer bytes", 1 / 0.6),
        "windows' pixels, nine times the image, are kept for one convolution at a time; that one's walk back stays, with their gradient");
    study.bytes(
        new ChainWay("%d parts".formatted(PARTS), TrainingMode.FLOAT32, all, PARTS),
        PublishedClaim.NONE,
        "activations are a fourth, parameters' gradients stay whole");
    study.time(
        new ChainWay("mixed precision", TrainingMode.BFLOAT16, all, 1),
        new PublishedClaim("2× as fast", 2),
        "Java has no arithmetic of 16 bits: each result is rounded in software");
    study.bytes(
        new ChainWay("all three", TrainingMode.BFLOAT16, selective, PARTS),
        PublishedClaim.NONE,
        "bytes multiply down, times multiply up");
    return study.table();
  }

  /// Images whose pixels become squares of `times` a side.
  ///
  /// @throws IllegalArgumentException unless times ≥ 1
  static Dataset enlarged(Dataset digits, int times) {
    if (times < 1) {
      throw new IllegalArgumentException("an image is enlarged 1 or more times, got " + times);
    }
    int side = DIGIT * times;
    var from = digits.inputs().toArray();
    var to = new float[digits.size() * side * side];
    for (int i = 0; i < to.length; i++) {
      int x = i % side / times;
      int y = i / side % side / times;
      to[i] = from[i / (side * side) * DIGIT * DIGIT + y * DIGIT + x];
    }
    return new Dataset(Tensor.of(to, digits.size(), 1, side, side), digits.labels(), 10);
  }

  /// Five convolutions with ReLU, a pooling after the fourth and the fifth, a linear layer:
  /// untrained, and the same with each call.
  static List<Layer> layers(int side) {
    var random = new SplittableRandom(19);
    int wide = 2 * CHANNELS;
    return List.of(
        convolution("conv1", 1, CHANNELS, random),
        convolution("conv2", CHANNELS, CHANNELS, random),
        convolution("conv3", CHANNELS, CHANNELS, random),
        convolution("conv4", CHANNELS, CHANNELS, random),
        new MaxPool(2),
        convolution("conv5", CHANNELS, wide, random),
        new MaxPool(2),
        new Sequential(new Flatten(), new Linear("out", wide * side / 4 * side / 4, 10, random)));
  }

  private static Layer convolution(String name, int in, int out, SplittableRandom random) {
    return new Sequential(
        new Convolution(name, in, out, Window.same(3), random), new Activation(UnaryOp.RELU));
  }

  /// Keeps all layers but those with a convolution, each of which is computed again by itself.
  static CheckpointPlan convolutions(List<Layer> layers) {
    var parts = new ArrayList<PlanPart>();
    for (int i = 0; i < layers.size(); i++) {
      var kept = new KeptBlock(i);
      boolean convolves =
          layers.get(i) instanceof Sequential(var inner) && inner.getFirst() instanceof Convolution;
      parts.add(convolves ? new ReplayedGroup(List.of(kept)) : kept);
    }
    return new CheckpointPlan(parts);
  }
}
