package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static tapeline.profile.cost.ShapeLayers.*;

import org.junit.jupiter.api.Test;
import tapeline.conv.AveragePool;
import tapeline.conv.Window;
import tapeline.profile.cost.ShapeTape;
import tapeline.profile.cost.ShapeVariable;
import tapeline.tensor.Shape;
import tapeline.tensor.UnaryOp;

/// Networks that are too large to run here, by their shapes alone, against what is published of
/// them. Multiply–adds are those of matrix products, a convolution being one, of one image: biases,
/// normalisation, activations and pooling are left out, as torchvision's tables leave them out.
class PublishedNetworksTest {
  private final ShapeTape tape = new ShapeTape();

  /// Configuration D of Simonyan and Zisserman 2015 (arXiv 1409.1556), with biases. Torchvision
  /// says of `VGG16_Weights.IMAGENET1K_V1`: 138 357 544 parameters, 15.47 GFLOPS.
  @Test
  void vgg_16_has_138_million_parameters_and_15_billion_multiply_adds() {
    var x = tape.constant(1, 3, 224, 224);
    int[][] stages = {{64, 64}, {128, 128}, {256, 256, 256}, {512, 512, 512}, {512, 512, 512}};
    for (int[] stage : stages) {
      for (int channels : stage) {
        x = relu(bias(convolution(x, channels, Window.same(3))));
      }
      x = maxPool(x, 2);
    }
    linear(relu(linear(relu(linear(flatten(x), 4096)), 4096)), 1000);
    published("VGG-16", 138_357_544, 15.47);
  }

  /// He et al. 2016 (arXiv 1512.03385), with the stride in the 3 × 3 convolutions. Torchvision says
  /// of `ResNet50_Weights.IMAGENET1K_V1`: 25 557 032 parameters, 4.09 GFLOPS. A batch normalisation
  /// has two parameters a channel; the pooling by 3 with stride 2 is one by 2 here, which gives the
  /// same shape.
  @Test
  void resnet_50_has_26_million_parameters_and_4_billion_multiply_adds() {
    var images = tape.constant(1, 3, 224, 224);
    var x = maxPool(relu(normalized(convolution(images, 64, new Window(7, 2, 3)))), 2);
    int[] blocks = {3, 4, 6, 3};
    for (int stage = 0; stage < blocks.length; stage++) {
      for (int i = 0; i < blocks[stage]; i++) {
        x = bottleneck(x, 64 << stage, i == 0 && stage > 0 ? 2 : 1);
      }
    }
    linear(flatten(x.apply(new AveragePool(7), Shape.of(1, 2048, 1, 1))), 1000);
    published("ResNet-50", 25_557_032, 4.09);
  }

  private static ShapeVariable bottleneck(ShapeVariable x, int width, int stride) {
    var y = relu(normalized(convolution(x, width, Window.same(1))));
    y = relu(normalized(convolution(y, width, new Window(3, stride, 1))));
    y = normalized(convolution(y, 4 * width, Window.same(1)));
    boolean same = x.shape().equals(y.shape());
    var way = same ? x : normalized(convolution(x, 4 * width, new Window(1, stride, 0)));
    return relu(y.plus(way));
  }

  /// A factor and a number to add for each channel.
  private static ShapeVariable normalized(ShapeVariable x) {
    return bias(x.times(x.tape().variable(x.shape().length(1), 1, 1)));
  }

  private static ShapeVariable relu(ShapeVariable x) {
    return x.map(UnaryOp.RELU);
  }

  private void published(String network, long parameters, double billions) {
    assertThat(tape.parameters()).as("the parameters of " + network).isEqualTo(parameters);
    assertThat(tape.multiplyAdds() / 1e9)
        .as("the billions of multiply–adds of %s for an image of 224 by 224", network)
        .isCloseTo(billions, within(0.005));
  }

  /// Radford et al. 2019: 12 blocks of width 768 with 12 heads, 50 257 tokens, a context of 1024;
  /// the head has the weights of the embedding. Hugging Face's `gpt2` has 124 439 808 parameters.
  private ShapeVariable gpt2(int time) {
    var table = tape.variable(50_257, 768);
    var positions = embedding(tape.variable(1024, 768), time);
    var x = embedding(table, time).reshape(1, time, 768).plus(positions);
    for (int i = 0; i < 12; i++) {
      x = block(x, 12);
    }
    return crossEntropy(layerNorm(x).matmul(table.permute(1, 0)));
  }

  @Test
  void gpt_2_has_124_million_parameters() {
    gpt2(1);
    assertThat(tape.parameters()).as("the parameters of GPT-2 small").isEqualTo(124_439_808);
  }

  /// Devlin et al. 2019 (arXiv 1810.04805) say 110 M. Hugging Face's `bert-base-uncased` without a
  /// head, but with its pooler, has 109 482 240: embeddings of 30 522 tokens, 512 positions and 2
  /// segments, normalised; 12 blocks, which differ from the course's in the place of their norms.
  @Test
  void bert_base_has_110_million_parameters() {
    var tokens = embedding(tape.variable(30_522, 768), 128);
    var positions = embedding(tape.variable(512, 768), 128);
    var segments = embedding(tape.variable(2, 768), 128);
    var x = layerNorm(tokens.plus(positions).plus(segments)).reshape(1, 128, 768);
    for (int i = 0; i < 12; i++) {
      x = block(x, 12);
    }
    linear(x, 768);
    assertThat(tape.parameters()).as("the parameters of BERT-base").isEqualTo(109_482_240);
  }

  /// Training costs 6·N FLOPs a token (Kaplan et al. 2020, arXiv 2001.08361, section 2.1): in
  /// forward each token meets each weight in a multiply–add, 2·N, and backward has two products of
  /// that size for each, 4·N. What the rule leaves out are the pairs of positions, 12·layers·t·w a
  /// token (without use of the mask), and all that is no product. What it counts too much are
  /// parameters that are no matrices.
  @Test
  void six_n_d_leaves_out_an_eighth_of_gpt_2_at_its_full_context() {
    long matrices = 12L * 12 * 768 * 768 + 50_257L * 768;
    for (int time : new int[] {64, 1024}) {
      var plan = new PublishedNetworksTest();
      var loss = plan.gpt2(time);
      assertThat(6 * plan.tape.multiplyAdds())
          .as("FLOPs of all products, forward and backward, of %d tokens", time)
          .isEqualTo(6 * matrices * time + 12L * 12 * time * 768 * time);
      double all = plan.tape.forward().flops() + plan.tape.backward(loss).flops();
      double rule = 6.0 * plan.tape.parameters() * time;
      assertThat(rule / all)
          .as("6·N·D by all FLOPs of a step of GPT-2 small on %d tokens", time)
          .isCloseTo(time == 64 ? 0.99 : 0.87, within(0.005));
    }
  }

  /// Twice the parameters in bytes would be a step's parameters and gradients. The rest is kept by
  /// ops.
  @Test
  void more_than_half_of_what_a_step_of_gpt_2_holds_are_activations() {
    var loss = gpt2(1024);
    double parameters = 2 * 4.0 * tape.parameters();
    assertThat(parameters / tape.peakBytes(loss))
        .as("parameters and their gradients, by the peak bytes of a step on 1024 tokens")
        .isBetween(0.45, 0.455);
  }
}
