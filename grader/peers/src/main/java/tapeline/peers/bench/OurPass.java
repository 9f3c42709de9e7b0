package tapeline.peers.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.peers.Torch;
import tapeline.peers.Twin;
import tapeline.tensor.Tensor;

/// The reference solution: a new tape a pass.
final class OurPass implements EnginePass {
  private final Twin twin;
  private final Tensor dY;
  private final PassKind kind;
  private final Optimizer optimizer;
  private TensorTape tape = new TensorTape();
  private Variable y = tape.constant(Tensor.scalar(0));

  OurPass(Twin twin, Tensor dY, PassKind kind) {
    this.twin = twin;
    this.dY = dY;
    this.kind = kind;
    this.optimizer = kind.optimizer();
  }

  /// A random gradient of the value.
  Tensor shaped(RandomGenerator random) {
    forward();
    return Tensor.normal(random, y.shape().toArray());
  }

  @Override
  public void forward() {
    twin.parameters().forEach(Parameter::clearGradient);
    tape = new TensorTape();
    if (kind.hasBackward()) {
      y = twin.forward(tape, twin.leaves(tape));
    } else {
      y = twin.ours().apply(tape, twin.inputs().stream().map(tape::constant).toList());
    }
  }

  @Override
  public void backward() {
    tape.backward(y, dY);
    optimizer.step(twin.parameters());
  }

  @Override
  public List<double[]> answers() {
    forward();
    var answers = new ArrayList<double[]>();
    answers.add(Torch.values(y.value()));
    if (kind.hasBackward()) {
      tape = new TensorTape();
      var leaves = twin.leaves(tape);
      tape.backward(twin.forward(tape, leaves), dY);
      leaves.forEach(x -> answers.add(Torch.values(x.gradient())));
    }
    return answers;
  }

  @Override
  public long peakBytes() {
    if (!kind.hasBackward()) {
      return -1;
    }
    forward();
    tape.backward(y, dY);
    return tape.stats().peakBytes();
  }
}
