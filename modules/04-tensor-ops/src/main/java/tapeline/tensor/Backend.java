package tapeline.tensor;

/// The few primitives that all of the course's tensor work comes down to, so that a model runs on
/// another device or on faster code unchanged.
///
/// Every method returns a new tensor, row-major, and leaves its operands as they are; the two that
/// are called *in place* write over their first operand. Operands may be any views.
///
/// ```java
/// try (var _ = Backend.use(new VectorBackend())) {
///   train(model); // the same code as ever
/// }
/// ```
public interface Backend {

  /// `yᵢ = f(xᵢ)`. O(size).
  Tensor map(UnaryOp op, Tensor x);

  /// `dxᵢ = dyᵢ·f′(xᵢ)`, where `y = f(x)` is known: the op's share in the chain rule, in one pass.
  /// All of one shape. O(size).
  Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y);

  /// `yᵢ = f(aᵢ, bᵢ)`, the operands stretched to [Shape#broadcast]. O(size of the result).
  ///
  /// @throws IllegalArgumentException when the shapes do not go together
  Tensor zip(BinaryOp op, Tensor a, Tensor b);

  /// Reduces `x` along `axes`, all of them when none is named; they stay as lengths of 1 with
  /// `keep`. O(size of x).
  Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes);

  /// `Y = A·B`; A (…,m,k), B (…,k,n), Y (…,m,n), the axes before the last two broadcast. 2mkn flops
  /// for each pair of matrices.
  ///
  /// @throws IllegalArgumentException when the inner lengths differ, naming both shapes
  Tensor matmul(Tensor a, Tensor b);

  /// `yᵢ = exp(xᵢ) / Σₖ exp(xₖ)` along the last axis, finite for all finite x. −∞ has weight 0; a
  /// row of nothing else becomes zeros. O(size).
  Tensor softmax(Tensor x);

  /// `ln Σₖ exp(xₖ)` along the last axis, which stays with length 1; finite for all finite x. −∞
  /// for a row of nothing but −∞. O(size).
  Tensor logSumExp(Tensor x);

  /// Writes `f(xᵢ)` over xᵢ. A backend whose loops may write over what they read overrides it; this
  /// one makes a new tensor first.
  ///
  /// @throws IllegalStateException when x is a stretched view
  default void mapInPlace(UnaryOp op, Tensor x) {
    x.assign(map(op, x));
  }

  /// Writes `f(aᵢ, bᵢ)` over aᵢ, b stretched to the shape of a; see [#mapInPlace].
  ///
  /// @throws IllegalArgumentException unless the result has the shape of a
  /// @throws IllegalStateException when a is a stretched view
  default void zipInPlace(BinaryOp op, Tensor a, Tensor b) {
    a.requireResult(b);
    a.assign(zip(op, a, b));
  }

  /// So many zeros for a new tensor, in an array that no tensor in use has. A backend that uses
  /// arrays again overrides it.
  default float[] zeros(int length) {
    return new float[length];
  }

  /// Hears that no tensor of this array is read any more. A backend that uses arrays again
  /// overrides it.
  default void release(float[] array) {}

  /// Hears that the numbers of `from` stand in `to` as well, which has its shape: a view was
  /// copied, or a tensor written in place. A backend that knows more of an array than its numbers
  /// overrides it.
  default void copied(Tensor from, Tensor to) {}

  /// The name for reports, for example `cpu`.
  String name();

  /// The one that [Tensor]'s methods use now.
  static Backend current() {
    return CurrentBackend.get();
  }

  /// Makes [Tensor]'s methods use `backend`, in all threads, until the result is closed.
  static Use use(Backend backend) {
    return CurrentBackend.use(backend);
  }

  /// The time during which a backend is in use; closing it brings the one before back.
  interface Use extends AutoCloseable {
    @Override
    void close();
  }
}
