package tapeline.laboratory.practice;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.optim.Clipping;
import tapeline.profile.TrainingStep;
import tapeline.toolkit.TextTable;

/// Watches a training, and calls hooks when one of its signals leaves what was usual: some multiple
/// of the largest value of its first steps, or a share of their median for a rate, as the first one
/// runs cold. The multiples are chosen, none has a source: see [Signal].
///
/// ```java
/// var watch = new TrainingWatch(20, System::nanoTime, List.of(alarm -> IO.println(alarm)));
/// watch.step(training, Dataset::size); // instead of training.run()
/// ```
///
/// A signal that stays outside is told once, and again after it has been back. NaN is outside, and
/// a step that took no time by the clock has no rate.
public final class TrainingWatch {
  /// A number that each step has.
  public enum Signal {
    /// Twice the largest: batches differ by less.
    LOSS("the loss", 2, true),
    /// Five times: a norm varies more than its loss, and one bad batch makes it a hundred.
    NORM("the norm of the gradients", 5, true),
    /// Memory: a tape of the same batch holds the same bytes, so a fifth more is another graph.
    BYTES("the bytes that the tape held at most", 1.2, true),
    /// Throughput: a fifth of the median, as a shared machine may give a step half of its time.
    RATE("the samples a second", 5, false);

    private final String words;

    /// The limit is so many times the largest of the first steps, or the median divided by it.
    private final double factor;

    private final boolean above; // the side on which a value is unusual

    Signal(String words, double factor, boolean above) {
      this.words = words;
      this.factor = factor;
      this.above = above;
    }
  }

  /// A signal that has left its band.
  ///
  /// @param step the first has the number 1
  /// @param limit the largest value that is usual, or of a rate the smallest
  public record Alarm(int step, Signal signal, double value, double limit) {
    @Override
    public String toString() {
      return "step %d: %s is %s, and at %s %s is usual"
          .formatted(
              step,
              signal.words,
              TextTable.number(value, 4),
              signal.above ? "most" : "least",
              TextTable.number(limit, 4));
    }
  }

  private final int first;
  private final LongSupplier nanoseconds;
  private final List<Consumer<Alarm>> hooks;
  private final Map<Signal, List<Double>> usual = new EnumMap<>(Signal.class); // each sorted
  private final Set<Signal> outside = EnumSet.noneOf(Signal.class);
  private int steps;

  /// @param first how many steps tell what is usual
  /// @param nanoseconds the clock
  /// @param hooks each is called with each alarm, in this order
  /// @throws IllegalArgumentException when no step is to tell what is usual
  public TrainingWatch(int first, LongSupplier nanoseconds, List<Consumer<Alarm>> hooks) {
    if (first < 1) {
      throw new IllegalArgumentException("at least one step tells what is usual, got " + first);
    }
    this.first = first;
    this.nanoseconds = nanoseconds;
    this.hooks = List.copyOf(hooks);
  }

  /// Runs one step, and looks at it. While this hears of its tape, no profiler does.
  ///
  /// @param samples how many of them a batch has
  /// @return the loss before it
  public <B> double step(TrainingStep<B> training, ToIntFunction<B> samples) {
    int[] count = {0};
    Supplier<B> data =
        () -> {
          var batch = training.data().get();
          count[0] = samples.applyAsInt(batch);
          return batch;
        };
    var counted = new TrainingStep<>(training.name(), data, training.step(), training.parameters());
    var tapes = new ArrayDeque<TensorTape>();
    var listener =
        new TapeListener() {
          @Override
          public void walkStarts(TensorTape tape) {
            tapes.add(tape);
          }
        };
    double loss;
    long start = nanoseconds.getAsLong();
    try (var _ = TapeListener.use(listener)) {
      loss = counted.run();
    }
    double seconds = (nanoseconds.getAsLong() - start) / 1e9;
    steps++;
    look(Signal.LOSS, loss);
    look(Signal.NORM, Clipping.globalNorm(training.parameters()));
    look(Signal.BYTES, tapes.stream().mapToDouble(t -> t.stats().peakBytes()).max().orElse(0));
    if (seconds > 0) {
      look(Signal.RATE, count[0] / seconds);
    }
    return loss;
  }

  private void look(Signal signal, double value) {
    var known = usual.computeIfAbsent(signal, _ -> new ArrayList<>());
    if (steps <= first && Double.isFinite(value)) {
      known.add(value);
      known.sort(null);
      return;
    }
    double limit = limit(signal, known);
    if (signal.above ? value <= limit : value >= limit) {
      outside.remove(signal);
    } else if (outside.add(signal)) {
      var alarm = new Alarm(steps, signal, value, limit);
      hooks.forEach(hook -> hook.accept(alarm));
    }
  }

  /// Returns what is still usual; NaN after no first step with a value. Of an even number of rates
  /// the larger one in the middle is the median.
  private static double limit(Signal signal, List<Double> known) {
    if (known.isEmpty()) {
      return Double.NaN;
    }
    return signal.above
        ? known.getLast() * signal.factor
        : known.get(known.size() / 2) / signal.factor;
  }
}
