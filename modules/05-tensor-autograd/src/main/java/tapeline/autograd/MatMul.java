package tapeline.autograd;

import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// `Y = A·B`; A (…,m,k), B (…,k,n), Y (…,m,n), the axes before broadcast. 2mkn flops a pair of
/// matrices, and as many for each gradient.
public record MatMul() implements TensorOp.Binary {
  // spotless:off
  public Tensor forward(Tensor a, Tensor b)                     { return a.matmul(b); }
  // BEGIN EXERCISE 05.3
  // TODO 05.3 — 2 lines. yᵢⱼ = Σₗ aᵢₗ·bₗⱼ, so daᵢₗ = Σⱼ dyᵢⱼ·bₗⱼ, and dbₗⱼ = Σᵢ aᵢₗ·dyᵢⱼ.
  // dA is (m,k), dB (k,n), dY (m,n): which products of two matrices are these sums?
  public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y) {
    throw new Todo("05.3", "dA");
  }
  public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y) {
    throw new Todo("05.3", "dB");
  }
  // END EXERCISE 05.3
  @Override public Keeps keeps()                                { return Keeps.INPUTS; }
  // spotless:on
}
