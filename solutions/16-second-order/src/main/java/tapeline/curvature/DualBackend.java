package tapeline.curvature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tapeline.autograd.Reductions;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// A backend that remembers what was computed, and then says how fast each result changes when the
/// inputs move in a direction: forward mode.
///
/// ```java
/// var dual = new DualBackend(Backend.current());
/// Tensor y;
/// try (var _ = Backend.use(dual)) {
///   y = x.matmul(w).tanh();
/// }
/// dual.along(List.of(w), List.of(direction));
/// dual.tangent(y); // ẏ, of the shape of y; x is a constant
/// ```
///
/// The tape's backward consists of the same primitives. So a gradient has a tangent, too: how fast
/// the gradient changes, which is the Hessian times the direction (Pearlmutter 1994).
///
/// What was computed stays in memory. Each direction costs the tangents alone, those of constants
/// excepted: about two products for each product of two tensors that both change, one for others.
/// For one thread.
public final class DualBackend extends ForwardingBackend {
  private final Backend real;
  private final List<Runnable> steps = new ArrayList<>(); // the tangent of each result, in order
  private final Tangents tangents = new Tangents();

  /// @param real computes
  public DualBackend(Backend real) {
    super(real);
    this.real = real;
  }

  @Override
  public String name() {
    return "dual on " + super.name();
  }

  /// Moves each input in its direction, a tensor of its shape, and computes the tangents that
  /// [#tangent] returns. It computes on the backend in use, which must be another one.
  ///
  /// @throws IllegalArgumentException when an input has no direction of its shape
  /// @throws IllegalStateException when a number that is read was written in place since
  public void along(List<Tensor> inputs, List<Tensor> directions) {
    if (Backend.current() == this) {
      throw new IllegalStateException("tangents are computed when the dual backend is closed");
    }
    var shapes = inputs.stream().map(Tensor::shape).toList();
    var given = directions.stream().map(Tensor::shape).toList();
    if (!shapes.equals(given)) {
      throw new IllegalArgumentException(
          "inputs move in directions of their shapes %s, got %s".formatted(shapes, given));
    }
    tangents.clear();
    for (int i = 0; i < inputs.size(); i++) {
      tangents.set(inputs.get(i), directions.get(i));
    }
    steps.forEach(Runnable::run);
  }

  /// Returns `ẏ` along the last direction; zeros where y does not depend on the inputs.
  public Tensor tangent(Tensor y) {
    return tangents.of(y).orElseGet(() -> Tensor.zeros(y.shape()));
  }

  /// Records how the tangent of `y` follows from the tangents of the tensors in `read`.
  private Tensor remember(Tensor y, Supplier<Optional<Tensor>> tangent, Tensor... read) {
    int[] versions = versions(read);
    steps.add(() -> {
      if (!Arrays.equals(versions, versions(read))) {
        throw new IllegalStateException(
            "tangents belong to the point where the values were computed, and one of %s was"
                    .formatted(Arrays.stream(read).map(Tensor::shape).toList())
                + " written in place since");
      }
      tangent.get().ifPresent(t -> tangents.set(y, t));
    });
    return y;
  }

  private static int[] versions(Tensor... read) {
    return Arrays.stream(read).mapToInt(Tensor::version).toArray();
  }

  private Tensor onReal(Supplier<Tensor> value) {
    try (var _ = Backend.use(real)) {
      return value.get();
    }
  }

  /// Adds the tangents that are present.
  private static Optional<Tensor> sum(Optional<Tensor> a, Optional<Tensor> b) {
    return a.isPresent() && b.isPresent() ? Optional.of(a.get().plus(b.get())) : a.or(() -> b);
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    var y = onReal(() -> real.zip(op, a, b));
    return remember(y, () -> zipped(op, a, b, y), a, b, y);
  }

  // spotless:off
  /// Returns `ẏ` of `y = op(a, b)`, element by element: `∂y/∂a·ȧ + ∂y/∂b·ḃ`.
  private Optional<Tensor> zipped(BinaryOp op, Tensor a, Tensor b, Tensor y) {
    var dA = tangents.of(a);
    var dB = tangents.of(b);
    return switch (op) {
      case GREATER -> Optional.empty(); // flat on both sides of its step
      case WHERE -> dA.map(t -> t.where(b));
      case MAX -> {
        var second = b.greater(a);
        yield sum(dA.map(t -> t.where(second.neg().plus(1))), dB.map(t -> t.where(second)));
      }
      // BEGIN SOLUTION 16.1 "tangents of sums and products" 15 points
      case ADD -> sum(dA, dB);
      case SUB -> sum(dA, dB.map(Tensor::neg));
      case MUL -> sum(dA.map(t -> t.times(b)), dB.map(t -> t.times(a)));
      case DIV -> sum(dA.map(t -> t.div(b)), dB.map(t -> t.times(y).div(b).neg()));
      // STUB // TODO 16.1 — 4 lines. A case for each of ADD, SUB, MUL and DIV. dA and dB are ȧ and
      // STUB // ḃ, each empty when it is 0: dA.map(t -> …) makes a term of ȧ where there is one,
      // STUB // and sum(…, …) adds the terms that there are, as in MAX. How does a product of two
      // STUB // numbers change when both do?
      // STUB case ADD, SUB, MUL, DIV -> throw new Todo("16.1", "tangents of sums and products");
      // END SOLUTION
    };
  }
  // spotless:on

  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    return remember(onReal(() -> real.matmul(a, b)), () -> product(a, b), a, b);
  }

  /// Returns `Ẏ` of `Y = A·B`.
  private Optional<Tensor> product(Tensor a, Tensor b) {
    // BEGIN SOLUTION 16.2 "a matrix product's tangent" 5 points
    return sum(
        tangents.of(a).map(t -> t.matmul(b)), // Ȧ·B
        tangents.of(b).map(t -> a.matmul(t))); // A·Ḃ
    // STUB // TODO 16.2 — 3 lines. tangents.of(a) is Ȧ, or empty, and t.matmul(b) is t·B. The order
    // STUB // of two matrices in a product matters: where do Ȧ and Ḃ stand in the product rule?
    // STUB throw new Todo("16.2", "a matrix product's tangent");
    // END SOLUTION
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    var y = onReal(() -> real.map(op, x));
    return remember(y, () -> tangents.of(x).map(t -> sloped(op, t, x, y)), x, y);
  }

  /// Computes `dx = dy·f′(x)`. Its tangent is that of a product; f′ changes as in [SlopeTangents].
  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    return remember(
        onReal(() -> real.slope(op, dy, x, y)),
        () ->
            sum(
                tangents.of(dy).map(t -> sloped(op, t, x, y)),
                SlopeTangents.of(op, x, y, tangents.of(x), tangents.of(y)).map(t -> t.times(dy))),
        dy,
        x,
        y);
  }

  /// Returns `t·f′(x)`, where t has its own row-major order.
  private static Tensor sloped(UnaryOp op, Tensor t, Tensor x, Tensor y) {
    return Backend.current().slope(op, t, x, y);
  }

  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    return remember(
        onReal(() -> real.reduce(op, x, keep, axes)),
        () ->
            tangents
                .of(x)
                .map(t -> op == Reduction.SUM ? t.sum(keep, axes) : ofLargest(t, x, keep, axes)),
        x);
  }

  /// Returns the mean tangent of the largest elements.
  private static Tensor ofLargest(Tensor t, Tensor x, boolean keep, int... axes) {
    var largest = x.max(true, axes).greater(x).neg().plus(1);
    return t.where(largest).sum(keep, axes).div(largest.sum(keep, axes));
  }

  /// Computes the softmax y, with `ẏ = y·(ẋ − Σ ẋ·y)`. This is the gradient's formula too, as the
  /// matrix of all ∂yₖ/∂xᵢ is symmetric.
  @Override
  public Tensor softmax(Tensor x) {
    var y = onReal(() -> real.softmax(x));
    var mine = onReal(y::copy); // cross-entropy writes its gradient into y
    return remember(
        y, () -> tangents.of(x).map(t -> new Reductions.Softmax().grad(t, x, mine)), x, mine);
  }

  /// Computes `y = log Σ exp(x)`, with `ẏ = Σ ẋ·softmax(x)`.
  @Override
  public Tensor logSumExp(Tensor x) {
    return remember(
        onReal(() -> real.logSumExp(x)),
        () -> tangents.of(x).map(t -> t.times(x.softmax()).sum(true, -1)),
        x);
  }

  @Override
  public void copied(Tensor from, Tensor to) {
    super.copied(from, to);
    steps.add(() -> tangents.copy(from, to));
  }
}
