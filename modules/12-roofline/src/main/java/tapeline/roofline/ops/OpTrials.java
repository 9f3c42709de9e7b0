package tapeline.roofline.ops;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tapeline.autograd.TensorTape;
import tapeline.conv.Im2Col;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.nn.CrossEntropy;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.transformer.Attention;
import tapeline.transformer.Embedding;
import tapeline.transformer.Normalize;

/// Ops of modules 04 to 09 in the shapes in which networks have them, small and large.
public final class OpTrials {
  private static final String PRODUCTS = "products";
  private static final String ELEMENTS = "elementwise";
  private static final String ROWS = "rows";
  private static final String WINDOWS = "windows";
  private static final String COMPOSED = "composed";

  private final SplittableRandom random = new SplittableRandom(12);

  private OpTrials() {}

  /// More than twenty, on the backend in use.
  public static List<OpTrial> all() {
    return new OpTrials().trials();
  }

  private List<OpTrial> trials() {
    return List.of(
        product("matmul 32", x(32, 32), x(32, 32)),
        product("matmul 128", x(128, 128), x(128, 128)),
        product("matmul 512", x(512, 512), x(512, 512)),
        product("row·matrix", x(1, 1024), x(1024, 1024)),
        layer("FC batch 8", x(8, 512), x(512, 512), x(512)),
        layer("FC batch 256", x(256, 512), x(512, 512), x(512)),
        sum("add 16 KiB", x(64, 64), x(64, 64)),
        sum("add 4 MiB", x(1024, 1024), x(1024, 1024)),
        sum("add bias", x(1024, 512), x(512)),
        function("relu 4 MiB", UnaryOp.RELU, x(1024, 1024)),
        function("exp 1 MiB", UnaryOp.EXP, x(512, 512)),
        function("gelu 1 MiB", UnaryOp.GELU, x(512, 512)),
        slope("relu′ 4 MiB", UnaryOp.RELU, x(1024, 1024)),
        rows("sum rows", x(1024, 1024), x -> x.sum(false, 1)),
        rows("sum columns", x(1024, 1024), x -> x.sum(false, 0)),
        rows("softmax 64", x(1024, 64), Tensor::softmax),
        rows("softmax 1024", x(256, 1024), Tensor::softmax),
        normalize("norm 64", x(1024, 64)),
        normalize("norm 768", x(512, 768)),
        entropy("cross-entropy", x(256, 1000)),
        attention("attention 64", 8, 64, 16),
        attention("attention 512", 4, 512, 16),
        convolution("conv 3×3, 8→16", x(8, 8, 16, 16), x(16, 8 * 9)),
        convolution("conv 3×3, 32→64", x(4, 32, 28, 28), x(64, 32 * 9)),
        pool("max pool", x(16, 16, 32, 32)),
        embedding("embedding", x(1000, 256)));
  }

  private Tensor x(int... shape) {
    return Tensor.normal(random, shape);
  }

  private static OpTrial product(String label, Tensor a, Tensor b) {
    return OpTrial.of(label, PRODUCTS, () -> a.matmul(b), a, b);
  }

  private static OpTrial layer(String label, Tensor x, Tensor weight, Tensor bias) {
    return OpTrial.of(label, PRODUCTS, () -> x.matmul(weight).plus(bias), x, weight, bias);
  }

  private static OpTrial sum(String label, Tensor a, Tensor b) {
    return OpTrial.of(label, ELEMENTS, () -> a.plus(b), a, b);
  }

  private static OpTrial function(String label, UnaryOp op, Tensor x) {
    return OpTrial.of(label, ELEMENTS, () -> backend().map(op, x), x);
  }

  private static OpTrial slope(String label, UnaryOp op, Tensor x) {
    return OpTrial.of(label, ELEMENTS, () -> backend().slope(op, x, x, x), x, x);
  }

  private static Backend backend() {
    return Backend.current();
  }

  private static OpTrial rows(String label, Tensor x, Function<Tensor, Tensor> of) {
    return OpTrial.of(label, ROWS, () -> of.apply(x), x);
  }

  private static OpTrial normalize(String label, Tensor x) {
    return rows(label, x, new Normalize(1e-5f)::forward);
  }

  private static OpTrial entropy(String label, Tensor logits) {
    var loss = new CrossEntropy(new int[logits.shape().length(0)]);
    return rows(label, logits, loss::forward);
  }

  /// One head of `width` columns in each text of a batch, causal.
  private OpTrial attention(String label, int batch, int time, int width) {
    var q = x(batch, time, width);
    var k = x(batch, time, width);
    var v = x(batch, time, width);
    var mask = Attention.causal(time, time);
    Supplier<Tensor> work =
        () -> {
          var tape = new TensorTape();
          return Attention.attend(
                  tape.constant(q), tape.constant(k), tape.constant(v), tape.constant(mask))
              .value();
        };
    return OpTrial.of(label, COMPOSED, work, q, k, v, mask);
  }

  /// Returns a trial of [tapeline.conv.Convolution]'s computation: columns, then a product.
  private OpTrial convolution(String label, Tensor images, Tensor weights) {
    var columns = new Im2Col(Window.same(3));
    var sample = x(1, 8, 12, 12);
    return OpTrial.of(
        label,
        COMPOSED,
        () -> weights.matmul(PassRecorder.outside(columns, images, columns, sample)),
        images,
        weights);
  }

  private OpTrial pool(String label, Tensor images) {
    var pool = new MaxPool(2);
    var sample = x(1, 4, 32, 32);
    return OpTrial.of(
        label, WINDOWS, () -> PassRecorder.outside(pool, images, pool, sample), images);
  }

  /// 2048 tokens, every one of the table.
  private OpTrial embedding(String label, Tensor table) {
    int rows = table.shape().length(0);
    var op = new Embedding(IntStream.range(0, 2048).map(i -> 7 * i % rows).toArray());
    var few = new Embedding(random.ints(16, 0, 16).toArray());
    var sample = x(16, 256);
    return OpTrial.of(label, WINDOWS, () -> PassRecorder.outside(op, table, few, sample), table);
  }
}
