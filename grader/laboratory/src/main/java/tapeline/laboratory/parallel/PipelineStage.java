package tapeline.laboratory.parallel;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.HashMap;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.compress.RingLink;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Parameter;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// A stage of a model whose layers are spread over the workers of a ring: activations go forward,
/// their gradients back, a micro-batch at a time. The gradients that gather are those of the mean
/// loss of the whole batch.
public final class PipelineStage {
  private final Layer layers;
  private final RingLink forward;
  private final RingLink back;
  private final Runnable pause;
  private long busyNanos;

  /// @param pause what each forward pass takes besides, and each backward pass twice: in the place
  ///   of an accelerator that computes meanwhile
  public PipelineStage(Layer layers, RingLink forward, RingLink back, Runnable pause) {
    this.layers = layers;
    this.forward = forward;
    this.back = back;
    this.pause = pause;
  }

  private boolean isFirst() {
    return forward.rank() == 0;
  }

  private boolean isLast() {
    return forward.rank() == forward.size() - 1;
  }

  /// A forward pass that waits for its backward.
  private record Waiting(Variable input, Variable output) {}

  /// Gathers the gradients of a batch; the loss on the last stage, else 0. All stages are given the
  /// batch: the first reads its inputs, and the last its labels.
  public double step(Dataset batch, int micros, PipelineSchedule schedule) {
    layers.parameters().forEach(Parameter::clearGradient);
    busyNanos = 0;
    double loss = 0;
    var waiting = new HashMap<Integer, Waiting>();
    for (var pass : schedule.passes(forward.rank(), forward.size(), micros)) {
      int from = (int) ((long) batch.size() * pass.micro() / micros);
      int to = (int) ((long) batch.size() * (pass.micro() + 1) / micros);
      if (pass.forward()) {
        var part = batch.slice(from, to);
        var in = isFirst() ? part.inputs() : tensor(forward.receive());
        long start = System.nanoTime();
        var tape = new TensorTape();
        var input = isFirst() ? tape.constant(in) : tape.variable(in);
        var output = layers.forward(input);
        if (isLast()) {
          float share = (float) part.size() / batch.size();
          output = Losses.crossEntropy(output, part.labels()).times(share);
          loss += output.value().item();
        }
        waiting.put(pass.micro(), new Waiting(input, output));
        pause.run();
        busyNanos += System.nanoTime() - start;
        if (!isLast()) {
          forward.send(bytes(output.value()));
        }
      } else {
        var w = requireNonNull(waiting.remove(pass.micro()));
        var dY = isLast() ? Tensor.full(1, w.output().shape().toArray()) : tensor(back.receive());
        long start = System.nanoTime();
        w.output().tape().backward(w.output(), dY);
        pause.run();
        pause.run();
        busyNanos += System.nanoTime() - start;
        if (!isFirst()) {
          back.send(bytes(w.input().gradient()));
        }
      }
    }
    return loss;
  }

  /// The time of the passes of the last step.
  public long busyNanos() {
    return busyNanos;
  }

  /// Two lengths, then the numbers.
  private static byte[] bytes(Tensor t) {
    var numbers = t.toArray();
    var bytes = ByteBuffer.allocate(8 + 4 * numbers.length);
    bytes.putInt(t.shape().length(0)).putInt(t.shape().length(1));
    bytes.asFloatBuffer().put(numbers);
    return bytes.array();
  }

  private static Tensor tensor(byte[] message) {
    var from = ByteBuffer.wrap(message);
    if (message.length < 8) {
      throw new IllegalStateException("a tensor has 8 bytes of lengths, got " + message.length);
    }
    int rows = from.getInt();
    int columns = from.getInt();
    if (rows < 0 || columns < 0 || 8 + 4L * rows * columns != message.length) {
      throw new IllegalStateException(
          "a tensor of %s has another number of bytes, got %d"
              .formatted(Shape.of(Math.max(0, rows), Math.max(0, columns)), message.length));
    }
    var numbers = new float[rows * columns];
    from.asFloatBuffer().get(numbers);
    return Tensor.of(numbers, rows, columns);
  }
}
