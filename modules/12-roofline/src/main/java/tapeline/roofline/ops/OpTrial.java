package tapeline.roofline.ops;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tapeline.instruments.profile.Cost;
import tapeline.roofline.ops.PassRecorder.Recorded;
import tapeline.tensor.Tensor;

/// An op on operands of some shapes, ready to be run, with what it costs.
///
/// @param label what a picture calls it
/// @param group of ops that are alike
/// @param shapes of its operands
/// @param work one call of it
/// @param passes of which it consists
/// @param least all its FLOPs, each operand read once and the result written once: what it would
///   move as a single pass
public record OpTrial(
    String label,
    String group,
    String shapes,
    Supplier<Tensor> work,
    List<Recorded> passes,
    Cost least) {

  /// Runs the work once, on the backend in use, and counts.
  public static OpTrial of(String label, String group, Supplier<Tensor> work, Tensor... operands) {
    var passes = PassRecorder.passesOf(work);
    long flops = passes.stream().mapToLong(pass -> pass.cost().flops()).sum();
    long read = Arrays.stream(operands).mapToLong(x -> x.shape().size()).sum();
    return new OpTrial(
        label,
        group,
        Arrays.stream(operands).map(x -> x.shape().toString()).collect(Collectors.joining(" ")),
        work,
        passes,
        new Cost(flops, Float.BYTES * read, (long) Float.BYTES * work.get().shape().size()));
  }

  /// One call of the work.
  public void run() {
    var _ = work.get();
  }

  /// The bytes that its passes move together: what one writes and the next reads counts twice.
  public long moved() {
    return passes.stream().mapToLong(pass -> pass.cost().bytes()).sum();
  }
}
