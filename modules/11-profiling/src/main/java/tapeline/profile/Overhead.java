package tapeline.profile;

import java.util.List;
import java.util.stream.DoubleStream;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// The overhead of a profiler.
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

  /// The cost of this many spans, in nanoseconds: a parent's time may be more than what its
  /// children and its own work took by that of the spans in it.
  public double of(long spans) {
    return spans * nanosPerSpan;
  }

  /// The profile as it might have been without the profiler: each span without the cost of the
  /// spans in it, but never shorter than its children. An estimate; its starts are as they were.
  public Profile subtractedFrom(Profile profile) {
    var spans = profile.spans().toArray(Span[]::new);
    var inside = new long[spans.length]; // spans in it
    var least = new long[spans.length]; // its children's time
    for (int i = spans.length - 1; i >= 0; i--) {
      var s = spans[i];
      long nanos = Math.max(Math.round(s.nanos() - of(inside[i])), Math.min(least[i], s.nanos()));
      spans[i] =
          new Span(
              i,
              s.parent(),
              s.name(),
              s.kind(),
              s.thread(),
              s.start(),
              nanos,
              s.allocatedBytes(),
              s.work());
      if (s.parent() >= 0) {
        inside[s.parent()] += inside[i] + 1;
        least[s.parent()] += nanos;
      }
    }
    return new Profile(List.of(spans), profile.memory(), profile.threads(), profile.dropped());
  }
}
