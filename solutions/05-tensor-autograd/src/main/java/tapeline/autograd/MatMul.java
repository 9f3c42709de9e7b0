package tapeline.autograd;

import tapeline.tensor.Tensor;

/// `Y = A·B`; A (…,m,k), B (…,k,n), Y (…,m,n), the axes before broadcast. 2mkn flops a pair of
/// matrices, and as many for each gradient.
public record MatMul() implements TensorOp.Binary {
  @Override
  public Tensor forward(Tensor a, Tensor b) {
    return a.matmul(b);
  }

  // BEGIN SOLUTION 05.3 "matmul's gradients" 15 points
  /// `dA = dY·Bᵀ`.
  @Override
  public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y) {
    return dY.matmul(b.transpose());
  }

  /// `dB = Aᵀ·dY`.
  @Override
  public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y) {
    return a.transpose().matmul(dY);
  }

  // STUB @Override
  // STUB public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y) {
  // STUB   // TODO 05.3 — 1 line here, 1 below. dA is (m,k), dY (m,n), B (k,n): which product of the
  // STUB   // two fits, and why is it a sum over n?
  // STUB   throw new Todo("05.3", "dA");
  // STUB }
  // STUB
  // STUB @Override
  // STUB public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y) {
  // STUB   throw new Todo("05.3", "dB");
  // STUB }
  // END SOLUTION

  @Override
  public Keeps keeps() {
    return Keeps.INPUTS;
  }
}
