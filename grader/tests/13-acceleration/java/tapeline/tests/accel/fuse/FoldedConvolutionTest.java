package tapeline.tests.accel.fuse;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.fuse.FoldedConvolution;
import tapeline.autograd.TensorTape;
import tapeline.conv.ChannelNorm;
import tapeline.conv.Convolution;
import tapeline.conv.Window;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("13.9")
class FoldedConvolutionTest {
  @Test
  void a_convolution_and_its_normalisation_are_one_convolution() {
    var random = Seeds.random("folding");
    compare(Tensor.normal(random, 5), Tensor.normal(random, 5));
  }

  @Test
  void without_a_shift_the_mean_alone_moves_the_bias() {
    compare(Tensor.full(2, 5), Tensor.zeros(5));
  }

  private static void compare(Tensor gain, Tensor shift) {
    var random = Seeds.random("layers");
    var weight = Tensor.normal(random, 5, 3, 2, 2);
    var bias = Tensor.normal(random, 5);
    var mean = Tensor.normal(random, 5);
    var variance = Tensor.uniform(random, 0.1f, 4, 5);
    var x = Tensor.normal(random, 2, 3, 6, 7);
    var plain =
        convolve(x, weight, bias)
            .minus(column(mean))
            .div(column(variance).plus(1e-3f).sqrt())
            .times(column(gain))
            .plus(column(shift));
    var folded =
        FoldedConvolution.of(weight, bias, new ChannelNorm(gain, shift, mean, variance, 1e-3f));
    PlainTwin.close(convolve(x, folded.weight(), folded.bias()), plain, "the folded layer");
  }

  private static Tensor convolve(Tensor x, Tensor weight, Tensor bias) {
    var tape = new TensorTape();
    var window = new Window(2, 1, 0);
    return Convolution.convolve(tape.constant(x), tape.constant(weight), window)
        .value()
        .plus(column(bias));
  }

  /// A number for each channel, beside (n,channels,h,w).
  private static Tensor column(Tensor each) {
    return each.reshape(-1, 1, 1);
  }
}
