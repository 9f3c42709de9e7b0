package tapeline.profile.cost;

import static tapeline.instruments.profile.Cost.NONE;
import static tapeline.profile.cost.PassCost.*;
import static tapeline.tensor.UnaryOp.*;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.MatMul;
import tapeline.autograd.Reductions;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Views;
import tapeline.conv.AveragePool;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Im2Col;
import tapeline.conv.MaxPool;
import tapeline.instruments.profile.Cost;
import tapeline.nn.CrossEntropy;
import tapeline.tensor.Shape;
import tapeline.transformer.Embedding;
import tapeline.transformer.Normalize;

/// The cost of an op of the course, by formula, from shapes alone.
///
/// An op that is made of several passes pays for each: what one writes and the next reads counts.
/// Views cost nothing. Copies that views make necessary are not seen, as shapes do not tell.
///
/// @param forward of its value
/// @param gradients of the gradient in each input, and of the sum back to the input's shape where
///   that was stretched; adding it to other paths' gradients is [#accumulate]
/// @param atOnce of a pass that makes all gradients together, however few are wanted
public record OpCost(Cost forward, List<Cost> gradients, Cost atOnce) {
  private static final Shape NUMBER = Shape.SCALAR;

  public OpCost {
    gradients = List.copyOf(gradients);
  }

  /// The cost of an op.
  ///
  /// @throws IllegalArgumentException when there is no formula for it, naming it
  public static OpCost of(TensorOp op, List<Shape> inputs, Shape output) {
    return find(op, inputs, output)
        .orElseThrow(() -> new IllegalArgumentException("no cost formula for " + op.name()));
  }

  /// The cost of an op, or nothing where the course has no formula for it.
  public static Optional<OpCost> find(TensorOp op, List<Shape> inputs, Shape output) {
    return Optional.ofNullable(
        switch (op) {
          case CostedOp f -> f.cost(inputs, output);
          case Views.Concat _ ->
              new OpCost(copy(output, output), Collections.nCopies(inputs.size(), NONE), NONE);
          default -> row(op, inputs.getFirst(), inputs.getLast(), output);
        });
  }

  /// The cost of an op's value; see [#of].
  public static Cost forward(TensorOp op, List<Shape> inputs, Shape output) {
    return of(op, inputs, output).forward();
  }

  /// The cost of those of an op's gradients that are `wanted`, by input; see [#of].
  public static Cost backward(TensorOp op, List<Shape> inputs, Shape output, boolean... wanted) {
    return of(op, inputs, output).backward(wanted);
  }

  /// The cost of the gradients that are `wanted`, by input.
  ///
  /// @throws IllegalArgumentException unless each input is named
  public Cost backward(boolean... wanted) {
    if (wanted.length != gradients.size()) {
      throw new IllegalArgumentException(
          "an op of %d inputs has as many gradients, got %s"
              .formatted(gradients.size(), Arrays.toString(wanted)));
    }
    var sum = NONE;
    boolean any = false;
    for (int k = 0; k < wanted.length; k++) {
      sum = wanted[k] ? sum.plus(gradients.get(k)) : sum;
      any |= wanted[k];
    }
    return any ? sum.plus(atOnce) : sum;
  }

  /// The cost of adding a gradient to what other paths brought to an input of this shape.
  public static Cost accumulate(Shape input) {
    return zip(input, input);
  }

  // spotless:off
  /// The row of an op of inputs A and B, or A alone, with result Y; null where there is none.
  private static @Nullable OpCost row(TensorOp op, Shape a, Shape b, Shape y) {
    return switch (op) {
      //                               value                 gradient in A;  in B
      case Arithmetic.Map f       -> of(map(f.op(), a),      slope(f.op(), a));
      case Arithmetic.Add _       -> pair(a, b, y,           NONE,           NONE);
      case Arithmetic.Sub _       -> pair(a, b, y,           NONE,           map(NEG, y));
      case Arithmetic.Mul _       -> pair(a, b, y,           zip(y, b),      zip(y, a));
      case Arithmetic.Div _       -> pair(a, b, y,           zip(y, b),      all(zip(y, y), zip(y, b), map(NEG, y)));
      case Arithmetic.Max _       -> pair(a, b, y,           all(zip(b, a), map(NEG, y), zip(y, NUMBER), zip(y, y)),
                                                                             all(zip(b, a), zip(y, y)));
      case Arithmetic.Scale _     -> of(zip(a, NUMBER),      zip(y, NUMBER));
      case Arithmetic.Quotient _  -> of(zip(a, NUMBER),      zip(y, NUMBER));
      case Arithmetic.Shift _     -> of(zip(a, NUMBER),      NONE);
      case MatMul _               -> product(ProductCost.of(a, b));

      case Reductions.Sum _       -> of(reduce(a, y),        NONE);
      case Reductions.Largest f   -> of(reduce(a, y),        largest(a, a.reduced(true, f.axes())));
      case Reductions.Softmax _   -> of(softmax(a),          all(zip(y, y), reduce(y, rows(y)), zip(y, rows(y)), zip(y, y)));
      case Reductions.LogSumExp _ -> of(logSumExp(a),        all(softmax(a), zip(a, y)));

      case Views.Reshape _        -> of(NONE,                NONE);
      case Views.Permute _        -> of(NONE,                NONE);
      case Views.Slice _          -> of(NONE,                copy(y, a));

      case CrossEntropy f         -> of(crossEntropy(a, f.labels().length),
                                                             all(softmax(a), labelled(f.labels().length), zip(a, NUMBER)));
      case Normalize _            -> of(all(centred(a), deviation(a), zip(a, rows(a))),
                                                             normalizeGradient(a));
      case Embedding f            -> of(lookUp(f, a, y),     cost(y.size(), y.size(), a.size()));

      case MaxPool _              -> of(reduce(a, y),        cost(a.size(), (long) a.size() + y.size(), a.size()));
      case AveragePool _          -> of(reduce(a, y).plus(cost(y.size(), 0, 0)),
                                                             cost(a.size(), y.size(), a.size()));
      case Im2Col f               -> im2col(WindowCount.of(f.window(), a), a, y);
      case DirectConvolution f    -> direct(WindowCount.of(f.window(), a), a, b, y);
      default                     -> null;
    };
  }
  // spotless:on

  private static OpCost of(Cost forward, Cost... gradients) {
    return new OpCost(forward, List.of(gradients), NONE);
  }

  /// An op on pairs of elements: each gradient is of Y's shape, and summed to the input's.
  private static OpCost pair(Shape a, Shape b, Shape y, Cost gradA, Cost gradB) {
    return of(zip(a, b), gradA.plus(unstretch(y, a)), gradB.plus(unstretch(y, b)));
  }

  private static OpCost product(ProductCost p) {
    return of(p.forward(), p.gradA(), p.gradB());
  }

  private static Cost all(Cost... parts) {
    return Arrays.stream(parts).reduce(NONE, Cost::plus);
  }

  private static Cost copy(Shape from, Shape to) {
    return cost(0, from.size(), to.size());
  }

  /// A number for each row of X, (…,1).
  private static Shape rows(Shape x) {
    return x.reduced(true, -1);
  }

  /// Which elements are largest, divided by how many: `top` is the result with its axes kept.
  private static Cost largest(Shape x, Shape top) {
    return all(
        zip(top, x), map(NEG, x), zip(x, NUMBER), reduce(x, top), zip(top, top), zip(top, x));
  }

  /// The rows less their largest, their logSumExp, and of each row a difference in the mean.
  private static Cost crossEntropy(Shape x, int labels) {
    return all(
        reduce(x, rows(x)), zip(x, rows(x)), logSumExp(x), cost(2L * labels + 1, 2L * labels, 1));
  }

  /// The 1 subtracted at each label, and the factor `dY/N`.
  private static Cost labelled(int labels) {
    return cost(labels + 1L, labels + 1L, labels);
  }

  private static Cost mean(Shape x) {
    return all(reduce(x, rows(x)), zip(rows(x), NUMBER));
  }

  private static Cost centred(Shape x) {
    return all(mean(x), zip(x, rows(x)));
  }

  private static Cost deviation(Shape x) {
    return all(centred(x), map(SQUARE, x), mean(x), zip(rows(x), NUMBER), map(SQRT, rows(x)));
  }

  private static Cost normalizeGradient(Shape x) {
    return all(
        all(zip(x, x), mean(x), zip(x, rows(x))), // the part along y
        all(centred(x), zip(x, x)), // less the mean, and that part
        all(deviation(x), zip(x, rows(x))));
  }

  /// Each row of the table is read once, however many tokens ask for it.
  private static Cost lookUp(Embedding op, Shape table, Shape y) {
    long different = Arrays.stream(op.tokens()).distinct().count();
    return cost(0, different * table.length(1), y.size());
  }

  /// Each pixel that a window sees is copied, and gets the gradient of each copy.
  private static OpCost im2col(WindowCount seen, Shape x, Shape y) {
    return of(cost(0, seen.different(), y.size()), cost(seen.pixels(), y.size(), x.size()));
  }

  /// Each pixel that a window sees meets a weight of each output channel, for each of the three.
  private static OpCost direct(WindowCount seen, Shape x, Shape w, Shape y) {
    long flops = 2L * w.length(0) * seen.pixels();
    return of(
        cost(flops, seen.different() + w.size(), y.size()),
        cost(flops, (long) y.size() + w.size(), x.size()),
        cost(flops, y.size() + seen.different(), w.size()));
  }
}
