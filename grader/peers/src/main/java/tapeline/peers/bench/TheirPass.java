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
  private final PassKind kind;
  private final List<TorchAdam> adams;
  private NDManager mine;
  private List<NDArray> leaves = List.of();
  private NDArray y;

  TheirPass(NDManager manager, Twin twin, Tensor dY, PassKind kind) {
    this.manager = manager;
    this.twin = twin;
    this.arrays = twin.leaves().stream().map(t -> Torch.of(manager, t, DataType.FLOAT32)).toList();
    this.dY = Torch.of(manager, dY, DataType.FLOAT32);
    this.kind = kind;
    adams =
        kind == PassKind.ADAM
            ? arrays.stream().map(array -> new TorchAdam(array, PassKind.RATE)).toList()
            : List.of();
    this.mine = manager;
    this.y = this.dY;
  }

  @Override
  public void forward() {
    start();
    if (!kind.hasBackward()) {
      free();
    }
  }

  private void start() {
    mine = manager.newSubManager();
    var all = new ArrayList<NDArray>(arrays.size());
    for (var array : arrays) {
      var leaf = kind.hasBackward() ? Torch.leaf(array) : array;
      leaf.attach(mine); // whose results are freed with the pass
      all.add(leaf);
    }
    leaves = all;
    y = twin.theirs().apply(leaves);
  }

  private void free() {
    if (!kind.hasBackward()) {
      arrays.forEach(array -> array.attach(manager));
    }
    mine.close();
  }

  @Override
  public void backward() {
    Torch.backward(y, dY);
    for (int k = 0; k < arrays.size(); k++) {
      switch (kind) {
        case FORWARD, GRADIENTS -> {}
        case DESCENT -> arrays.get(k).subi(leaves.get(k).getGradient().mul(PassKind.RATE));
        case ADAM -> adams.get(k).step(leaves.get(k).getGradient());
      }
    }
    free();
  }

  @Override
  public List<double[]> answers() {
    start();
    var answers = new ArrayList<double[]>();
    answers.add(Torch.values(y));
    if (kind.hasBackward()) {
      Torch.backward(y, dY);
      leaves.forEach(x -> answers.add(Torch.values(x.getGradient())));
    }
    free();
    return answers;
  }
}
