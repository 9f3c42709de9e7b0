package tapeline.autograd;

import tapeline.tensor.Tensor;

/// `Y = A·B`; A (…,m,k), B (…,k,n), Y (…,m,n), the axes before broadcast. 2mkn flops a pair of
/// matrices, and as many for each gradient.
public record MatMul() implements TensorOp.Binary {
  // spotless:off
  public Tensor forward(Tensor a, Tensor b)                     { return a.matmul(b); }
  // BEGIN SOLUTION 05.3 "matmul's gradients" 15 points, core
  public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.matmul(b.transpose()); } // dA = dY·Bᵀ
  public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y)  { return a.transpose().matmul(dY); } // dB = Aᵀ·dY
  // STUB // TODO 05.3 — 2 lines. yᵢⱼ = Σₗ aᵢₗ·bₗⱼ, so daᵢₗ = Σⱼ dyᵢⱼ·bₗⱼ, and dbₗⱼ = Σᵢ aᵢₗ·dyᵢⱼ.
  // STUB // dA is (m,k), dB (k,n), dY (m,n): which products of two matrices are these sums?
  // STUB public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y) {
  // STUB   throw new Todo("05.3", "dA");
  // STUB }
  // STUB public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y) {
  // STUB   throw new Todo("05.3", "dB");
  // STUB }
  // END SOLUTION
  @Override public Keeps keeps()                                { return Keeps.INPUTS; }
  // spotless:on
}
