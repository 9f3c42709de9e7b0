package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Views;
import tapeline.conv.AveragePool;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Im2Col;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.instruments.profile.Cost;
import tapeline.profile.cost.OpCost;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.transformer.Embedding;

/// The cost of ops that do not go through a backend, against loops that compute the same by its
/// definition and count themselves.
class LoopCostTest {
  private static final List<Window> WINDOWS =
      List.of(new Window(3, 1, 1), new Window(3, 2, 1), new Window(3, 2, 0), new Window(2, 3, 1));

  private final Random random = Seeds.random("loop cost");
  private final Tensor x = Tensor.normal(random, 2, 3, 4, 6);

  /// Gets one pixel of the window at a place: pixel `x` of the images, or none where that is −1.
  private interface Visit {
    void at(int n, int c, int u, int v, int place, int x);
  }

  /// Every window pixel of every channel at every place; places are counted image by image.
  private void visit(Window window, Visit visit) {
    int down = window.places(4);
    int across = window.places(6);
    for (int place = 0; place < 2 * down * across; place++) {
      int n = place / (down * across);
      for (int cuv = 0; cuv < 3 * window.size() * window.size(); cuv++) {
        int u = cuv / window.size() % window.size();
        int v = cuv % window.size();
        int c = cuv / (window.size() * window.size());
        int i = place / across % down * window.stride() + u - window.padding();
        int j = place % across * window.stride() + v - window.padding();
        boolean inside = 0 <= i && i < 4 && 0 <= j && j < 6;
        visit.at(n, c, u, v, place, inside ? ((n * 3 + c) * 4 + i) * 6 + j : -1);
      }
    }
  }

  @Test
  void im2col_copies_and_its_gradient_adds_the_pixels_that_windows_see() {
    for (var window : WINDOWS) {
      int k = window.size();
      int places = 2 * window.places(4) * window.places(6);
      var op = new Im2Col(window);
      var dY = Tensor.normal(random, 3 * k * k, places);
      check(
          "the value of " + op,
          OpCost.forward(op, List.of(x.shape()), dY.shape()),
          op.forward(x),
          n -> {
            var from = n.operand(x);
            var y = n.result(3 * k * k * places);
            visit(
                window,
                (_, c, u, v, place, pixel) -> {
                  if (pixel >= 0) {
                    y[((c * k + u) * k + v) * places + place] = from.at(pixel);
                  }
                });
            return y;
          });
      check(
          "the gradient of " + op,
          gradient(op, dY.shape(), 0, x),
          op.grad(dY, x, dY),
          n -> {
            var from = n.operand(dY);
            var dX = n.result(x.shape().size());
            visit(
                window,
                (_, c, u, v, place, pixel) -> {
                  int row = (c * k + u) * k + v;
                  double dy = from.at(row * places + place);
                  if (pixel >= 0) {
                    dX[pixel] = n.plus(dX[pixel], dy);
                  }
                });
            return dX;
          });
    }
  }

  @Test
  void direct_convolution_multiplies_and_adds_only_pixels_that_there_are() {
    for (var window : WINDOWS) {
      int k = window.size();
      int places = window.places(4) * window.places(6);
      var op = new DirectConvolution(window);
      var w = Tensor.normal(random, 5, 3, k, k);
      var dY = Tensor.normal(random, 2, 5, window.places(4), window.places(6));
      check(
          "the value of " + op,
          OpCost.forward(op, List.of(x.shape(), w.shape()), dY.shape()),
          op.forward(x, w),
          n -> {
            var pixels = n.operand(x);
            var weights = n.operand(w);
            var y = n.result(dY.shape().size());
            meet(
                window,
                k,
                places,
                (pixel, weight, e) ->
                    y[e] = n.plus(y[e], n.times(pixels.at(pixel), weights.at(weight))));
            return y;
          });
      check(
          "the images' gradient of " + op,
          gradient(op, dY.shape(), 0, x, w),
          op.gradA(dY, x, w, dY),
          n -> {
            var slopes = n.operand(dY);
            var weights = n.operand(w);
            var dX = n.result(x.shape().size());
            meet(
                window,
                k,
                places,
                (pixel, weight, e) ->
                    dX[pixel] = n.plus(dX[pixel], n.times(slopes.at(e), weights.at(weight))));
            return dX;
          });
      check(
          "the weights' gradient of " + op,
          gradient(op, dY.shape(), 1, x, w),
          op.gradB(dY, x, w, dY),
          n -> {
            var slopes = n.operand(dY);
            var pixels = n.operand(x);
            var dW = n.result(w.shape().size());
            meet(
                window,
                k,
                places,
                (pixel, weight, e) ->
                    dW[weight] = n.plus(dW[weight], n.times(slopes.at(e), pixels.at(pixel))));
            return dW;
          });
    }
  }

  /// A pixel and a weight that meet in element `e` of the result.
  private interface Meeting {
    void at(int pixel, int weight, int e);
  }

  private void meet(Window window, int k, int places, Meeting meeting) {
    visit(
        window,
        (n, c, u, v, place, pixel) -> {
          for (int o = 0; pixel >= 0 && o < 5; o++) {
            meeting.at(pixel, ((o * 3 + c) * k + u) * k + v, (n * 5 + o) * places + place % places);
          }
        });
  }

  /// Pixel `p` of the images and the square of 2 that it is in.
  private static int square(int p) {
    return p / 24 * 6 + p / 12 % 2 * 3 + p / 2 % 3;
  }

  @Test
  void max_pooling_compares_each_pixel_and_its_gradient_compares_again() {
    var op = new MaxPool(2);
    var dY = Tensor.normal(random, 2, 3, 2, 3);
    check(
        "the value of " + op,
        OpCost.forward(op, List.of(x.shape()), dY.shape()),
        op.forward(x),
        n -> maxima(n, n.operand(x), n.result(36)));
    check(
        "the gradient of " + op,
        gradient(op, dY.shape(), 0, x),
        op.grad(dY, x, dY),
        n -> {
          var pixels = n.operand(x);
          var slopes = n.operand(dY);
          var max = maxima(n, pixels, new double[36]);
          var dX = n.result(144);
          for (int p = 0; p < 144; p++) {
            dX[p] = pixels.at(p) == max[square(p)] ? slopes.at(square(p)) : 0;
          }
          return dX;
        });
  }

  private static double[] maxima(CountedLoops n, CountedLoops.Operand pixels, double[] to) {
    Arrays.fill(to, Double.NEGATIVE_INFINITY);
    for (int p = 0; p < 144; p++) {
      to[square(p)] = n.max(to[square(p)], pixels.at(p));
    }
    return to;
  }

  @Test
  void average_pooling_adds_each_pixel_and_divides() {
    var op = new AveragePool(2);
    var dY = Tensor.normal(random, 2, 3, 2, 3);
    check(
        "the value of " + op,
        OpCost.forward(op, List.of(x.shape()), dY.shape()),
        op.forward(x),
        n -> {
          var pixels = n.operand(x);
          var y = n.result(36);
          for (int p = 0; p < 144; p++) {
            y[square(p)] = n.plus(y[square(p)], pixels.at(p));
          }
          for (int e = 0; e < 36; e++) {
            y[e] = n.over(y[e], 4);
          }
          return y;
        });
    check(
        "the gradient of " + op,
        gradient(op, dY.shape(), 0, x),
        op.grad(dY, x, dY),
        n -> {
          var slopes = n.operand(dY);
          var dX = n.result(144);
          for (int p = 0; p < 144; p++) {
            dX[p] = n.over(slopes.at(square(p)), 4);
          }
          return dX;
        });
  }

  @Test
  void an_embedding_reads_a_row_once_and_its_gradient_adds_every_use() {
    var op = new Embedding(4, 1, 4, 0, 4);
    var table = Tensor.normal(random, 6, 3);
    var dY = Tensor.normal(random, 5, 3);
    check(
        "the value of " + op,
        OpCost.forward(op, List.of(table.shape()), dY.shape()),
        op.forward(table),
        n -> {
          var from = n.operand(table);
          var y = n.result(15);
          for (int i = 0; i < 15; i++) {
            y[i] = from.at(op.tokens()[i / 3] * 3 + i % 3);
          }
          return y;
        });
    check(
        "the gradient of " + op,
        gradient(op, dY.shape(), 0, table),
        op.grad(dY, table, dY),
        n -> {
          var slopes = n.operand(dY);
          var dTable = n.result(18);
          for (int i = 0; i < 15; i++) {
            int at = op.tokens()[i / 3] * 3 + i % 3;
            dTable[at] = n.plus(dTable[at], slopes.at(i));
          }
          return dTable;
        });
  }

  @Test
  void concat_copies_all_and_a_slice_only_in_its_gradient() {
    var a = Tensor.normal(random, 2, 3);
    var b = Tensor.normal(random, 4, 3);
    var concat = new Views.Concat(0);
    check(
        "the value of " + concat,
        OpCost.forward(concat, List.of(a.shape(), b.shape()), Shape.of(6, 3)),
        concat.forward(List.of(a, b)),
        n -> {
          var first = n.operand(a);
          var second = n.operand(b);
          var y = n.result(18);
          for (int i = 0; i < 18; i++) {
            y[i] = i < 6 ? first.at(i) : second.at(i - 6);
          }
          return y;
        });
    assertThat(OpCost.of(concat, List.of(a.shape(), b.shape()), Shape.of(6, 3)).gradients())
        .as("the gradients of a concat, which are views")
        .containsExactly(Cost.NONE, Cost.NONE);
    var slice = new Views.Slice(0, 1, 3);
    assertThat(OpCost.forward(slice, List.of(b.shape()), a.shape()))
        .as("the value of a slice, a view")
        .isEqualTo(Cost.NONE);
    check(
        "the gradient of " + slice,
        gradient(slice, a.shape(), 0, b),
        slice.grad(a, b, a),
        n -> {
          var from = n.operand(a);
          var dX = n.result(12);
          for (int i = 0; i < 6; i++) {
            dX[3 + i] = from.at(i);
          }
          return dX;
        });
  }

  /// The cost of one gradient of an op, on its own.
  private static Cost gradient(TensorOp op, Shape y, int k, Tensor... inputs) {
    var wanted = new boolean[inputs.length];
    wanted[k] = true;
    return OpCost.backward(op, Arrays.stream(inputs).map(Tensor::shape).toList(), y, wanted);
  }

  private static void check(
      String what, Cost formula, Tensor got, Function<CountedLoops, double[]> loops) {
    var n = new CountedLoops();
    n.requireSame(what, loops.apply(n), got);
    assertThat(formula)
        .as("the cost of %s, against loops that compute it", what)
        .isEqualTo(n.cost());
  }
}
