package tapeline.peers.golden;

import static tapeline.peers.golden.GoldenOp.op;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import tapeline.conv.AveragePool;
import tapeline.conv.BatchNorm;
import tapeline.conv.Convolution;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.nn.Layer;
import tapeline.peers.TorchImages;
import tapeline.peers.Twin;

/// Convolution, normalisation and pooling of 08.
final class ImageCases {
  private static final int MODULE = 8;

  private ImageCases() {}

  static List<GoldenOp> ops() {
    return List.of(
        op(MODULE, "conv2d, stride, padding", ImageCases::convolution),
        op(MODULE, "batch norm, training", ImageCases::batchNorm),
        pooling("max pooling", MaxPool::new, TorchImages::maxPool),
        pooling("average pooling", AveragePool::new, TorchImages::averagePool));
  }

  private static Window window(Draw draw) {
    int size = draw.number(1, 4);
    return new Window(size, draw.number(1, 3), draw.number(0, size - 1));
  }

  private static Twin convolution(Draw draw) {
    var window = window(draw);
    int in = draw.length();
    int out = draw.length();
    var layer = new Convolution("conv", in, out, window, draw.random());
    draw.fill(layer.parameters(), 0.5f);
    int least = window.size();
    var x = draw.normal(draw.length(), in, least + draw.number(0, 5), least + draw.number(0, 5));
    return Twin.of(
        x, layer, a -> TorchImages.convolve(a.get(0), a.get(1), a.get(2).reshape(out), window));
  }

  private static Twin batchNorm(Draw draw) {
    int channels = draw.length();
    var layer = new BatchNorm("norm", channels);
    draw.fill(layer.parameters(), 0.5f);
    var x = draw.normal(1 + draw.length(), channels, draw.length(), 1 + draw.length());
    return Twin.of(x, layer, a -> TorchImages.batchNorm(a.get(0), a.get(1), a.get(2)));
  }

  private static GoldenOp pooling(
      String name, IntFunction<Layer> ours, BiFunction<NDArray, Integer, NDArray> theirs) {
    return op(
        MODULE,
        name,
        draw -> {
          int size = draw.number(1, 3);
          var x =
              draw.distinct(
                  draw.length(), draw.length(), size * draw.length(), size * draw.length());
          return Twin.of(x, ours.apply(size), a -> theirs.apply(a.getFirst(), size));
        });
  }
}
