package tapeline.laboratory.precision;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.memory.LiveBytes;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// The bytes that tapes of training steps hold, with the gradients that parameters have gathered
/// from a batch's first parts, under a budget: a step that would hold more ends with an error. A
/// stage of a pipeline has several tapes at a time, each counted until it was walked.
public final class StepBytes implements TapeListener {
  private final Tensor[] apart;
  private final long gradients;
  private final long budget;
  private Tensor[] batch = {};
  private final IdentityHashMap<TensorTape, LiveBytes> tapes = new IdentityHashMap<>();
  private @Nullable LiveBytes walked; // with the tapes within its walk
  private long gathered;
  private int walks;
  private long peak;
  private long kept;

  /// @param data is not counted, nor are the parameters: both are there in any case
  /// @param budget the most bytes that may be held
  public StepBytes(List<Parameter> parameters, List<Tensor> data, long budget) {
    this.apart =
        Stream.concat(parameters.stream().map(Parameter::value), data.stream())
            .toArray(Tensor[]::new);
    this.gradients = parameters.stream().mapToLong(p -> 4L * p.value().shape().size()).sum();
    this.budget = budget;
  }

  public static StepBytes unlimited(List<Parameter> parameters, List<Tensor> data) {
    return new StepBytes(parameters, data, Long.MAX_VALUE);
  }

  /// A step begins: no gradient has gathered.
  ///
  /// @param batch is there in any case, too
  public void step(Tensor... batch) {
    gathered = 0;
    this.batch = batch;
    tapes.clear();
  }

  private LiveBytes of(TensorTape tape) {
    return tapes.computeIfAbsent(tape, _ -> begun());
  }

  private long live() {
    return tapes.values().stream().mapToLong(LiveBytes::live).sum();
  }

  private LiveBytes begun() {
    return new LiveBytes(
        Stream.concat(Arrays.stream(apart), Arrays.stream(batch)).toArray(Tensor[]::new));
  }

  /// The most bytes that were held.
  public long peak() {
    return peak;
  }

  /// The most bytes that were kept for backward when it began.
  public long kept() {
    return kept;
  }

  @Override
  public void walkStarts(TensorTape tape) {
    var of = walked == null ? of(tape) : walked;
    kept = Math.max(kept, walks == 0 ? live() : 0);
    walks++;
    walked = of;
    of.walkStarts(tape);
  }

  @Override
  public void walkEnds(TensorTape tape) {
    if (walked != null) {
      walked.walkEnds(tape);
    }
    walks--;
    if (walks == 0) { // the tape is garbage, and its parameters' gradients stay
      gathered = gradients;
      tapes.remove(tape);
      walked = null;
    }
  }

  @Override
  public void held(TensorTape tape, Holding as, int node, Tensor tensor, long bytes, long total) {
    var of = walked == null ? of(tape) : walked;
    of.held(tape, as, node, tensor, bytes, total);
    long now = gathered + live();
    if (now > budget) {
      throw new IllegalStateException(
          "a step may hold %d bytes, and its tapes would hold %d".formatted(budget, now));
    }
    peak = Math.max(peak, now);
  }
}
