package tapeline.peers.bench;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import java.util.ArrayList;
import java.util.List;
import tapeline.peers.Torch;
import tapeline.peers.Twin;
import tapeline.tensor.Tensor;

/// PyTorch: a new graph a pass, as PyTorch users have it.
///
/// Where a gradient is asked for, each pass has new leaves that share the same numbers, so that it
/// finds no gradient to add to. PyTorch's own `zero_grad` sets gradients to None, which DJL does
/// not reach; zeros would be written and added to. A new leaf costs less than an op.
final class TheirPass implements EnginePass {
  private final NDManager manager;
  private final Twin twin;
  private final List<NDArray> arrays;
  private final NDArray dY;
  private final boolean recorded;
  private final float rate;
  private NDManager mine;
  private List<NDArray> leaves = List.of();
  private NDArray y;

  /// @param recorded whether a gradient is asked for
  /// @param rate of the gradient descent that ends backward; 0 for none
  TheirPass(NDManager manager, Twin twin, Tensor dY, boolean recorded, float rate) {
    this.manager = manager;
    this.twin = twin;
    this.arrays = twin.leaves().stream().map(t -> Torch.of(manager, t, DataType.FLOAT32)).toList();
    this.dY = Torch.of(manager, dY, DataType.FLOAT32);
    this.recorded = recorded;
    this.rate = rate;
    this.mine = manager;
    this.y = this.dY;
  }

  @Override
  public void forward() {
    start();
    if (!recorded) {
      free();
    }
  }

  private void start() {
    mine = manager.newSubManager();
    var all = new ArrayList<NDArray>(arrays.size());
    for (var array : arrays) {
      var leaf = recorded ? Torch.leaf(array) : array;
      leaf.attach(mine); // whose results are freed with the pass
      all.add(leaf);
    }
    leaves = all;
    y = twin.theirs().apply(leaves);
  }

  private void free() {
    if (!recorded) {
      arrays.forEach(array -> array.attach(manager));
    }
    mine.close();
  }

  @Override
  public void backward() {
    Torch.backward(y, dY);
    if (rate > 0) {
      for (int k = 0; k < arrays.size(); k++) {
        arrays.get(k).subi(leaves.get(k).getGradient().mul(rate));
      }
    }
    free();
  }

  @Override
  public List<double[]> answers() {
    start();
    var answers = new ArrayList<double[]>();
    answers.add(Torch.values(y));
    if (recorded) {
      Torch.backward(y, dY);
      leaves.forEach(x -> answers.add(Torch.values(x.getGradient())));
    }
    free();
    return answers;
  }
}
