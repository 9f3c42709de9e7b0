package tapeline.profile;

import java.util.stream.DoubleStream;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.instruments.profile.Recording;
import tapeline.tensor.Tensor;

/// The overhead of a profiler, in a loop that does nothing else. Among the cold caches of a
/// training a span costs more: [Span#profilerNanos] is measured there.
///
/// @param nanosPerSpan the time that recording a span takes, most of it in the span around it
public record Overhead(double nanosPerSpan) {
  private static final int OPS = 50;
  private static final int ROUNDS = 200;

  /// Measures it on views of one element, forward and backward, with recording and without in
  /// turns: the difference of the shortest times.
  static Overhead measure(Profiler.Options options) {
    var on = DoubleStream.builder();
    var off = DoubleStream.builder();
    for (int i = 0; i < ROUNDS; i++) {
      off.add(pass());
      var recording = new Recording(Profiler.Options.PLAIN.limit());
      recording.begin(0, true);
      try (var _ = TapeListener.use(new TapeRecorder(recording, options))) {
        on.add(pass());
      }
    }
    double more = on.build().min().orElseThrow() - off.build().min().orElseThrow();
    return new Overhead(Math.max(0, more) / (2 * OPS + 1));
  }

  private static double pass() {
    long start = System.nanoTime();
    var tape = new TensorTape();
    Variable x = tape.variable(Tensor.vector(1));
    for (int i = 0; i < OPS; i++) {
      x = x.reshape(1); // no backend computes it
    }
    tape.backward(x);
    return System.nanoTime() - start;
  }

  /// The cost of this many spans, in nanoseconds.
  public double of(long spans) {
    return spans * nanosPerSpan;
  }
}
