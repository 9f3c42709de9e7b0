package tapeline.peers;

import ai.djl.ndarray.NDArray;

/// The optimizers of 07, of PyTorch's tensor ops, as the papers have them.
///
/// DJL's own Adam is another: it adds ε to √v, and not to √v̂, which is the efficient form at the
/// end of section 2 of Kingma and Ba (2015); PyTorch's `torch.optim.Adam` adds it to √v̂, as here.
/// `torch.optim` is not reached from DJL.
public final class TorchSteps {
  private TorchSteps() {}

  /// A parameter that moves: the value, and what is kept from step to step.
  public interface Moving {
    /// One step by this gradient; the new value.
    NDArray step(NDArray gradient);
  }

  /// `v ← µ·v + g`, `p ← p − rate·v`.
  public static Moving momentum(NDArray start, double rate, double momentum) {
    return new Moving() {
      private NDArray p = start;
      private NDArray v = start.zerosLike();

      @Override
      public NDArray step(NDArray g) {
        v = v.mul(momentum).add(g);
        p = p.sub(v.mul(rate));
        return p;
      }
    };
  }

  /// Adam with β₁ = 0.9, β₂ = 0.999, ε = 10⁻⁸, and AdamW's decay.
  public static Moving adam(NDArray start, double rate, double decay) {
    return new Moving() {
      private NDArray p = start;
      private NDArray m = start.zerosLike();
      private NDArray v = start.zerosLike();
      private int t;

      @Override
      public NDArray step(NDArray g) {
        t++;
        m = m.mul(0.9).add(g.mul(1 - 0.9));
        v = v.mul(0.999).add(g.square().mul(1 - 0.999));
        var mean = m.div(1 - Math.pow(0.9, t));
        var root = v.div(1 - Math.pow(0.999, t)).sqrt();
        p = p.mul(1 - rate * decay).sub(mean.div(root.add(1e-8)).mul(rate));
        return p;
      }
    };
  }
}
