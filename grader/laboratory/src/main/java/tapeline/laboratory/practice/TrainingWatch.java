package tapeline.laboratory.practice;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.optim.Clipping;
import tapeline.profile.TrainingStep;
import tapeline.toolkit.TextTable;

/// Watches a training, and calls hooks when one of its signals leaves what was usual: some multiple
/// of the largest value of its first steps.
///
/// ```java
/// var watch = new TrainingWatch(20, System::nanoTime, List.of(alarm -> IO.println(alarm)));
/// watch.step(training); // instead of training.run()
/// ```
///
/// A signal that stays outside is told once, and again after it has been back. NaN is outside.
public final class TrainingWatch {
  /// A number that each step has.
  public enum Signal {
    LOSS("the loss", 2),
    NORM("the norm of the gradients", 5),
    BYTES("the bytes that the tape held at most", 1.2),
    SECONDS("the seconds of a step", 5);

    private final String words;

    /// The limit is so many times the largest of the first steps.
    private final double factor;

    Signal(String words, double factor) {
      this.words = words;
      this.factor = factor;
    }
  }

  /// A signal that has left its band.
  ///
  /// @param step the first has the number 1
  /// @param limit the largest value that is usual
  public record Alarm(int step, Signal signal, double value, double limit) {
    @Override
    public String toString() {
      return "step %d: %s is %s, and at most %s is usual"
          .formatted(step, signal.words, TextTable.number(value, 4), TextTable.number(limit, 4));
    }
  }

  private final int first;
  private final LongSupplier nanoseconds;
  private final List<Consumer<Alarm>> hooks;
  private final Map<Signal, Double> largest = new EnumMap<>(Signal.class);
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
  /// @return the loss before it
  public double step(TrainingStep<?> training) {
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
      loss = training.run();
    }
    double seconds = (nanoseconds.getAsLong() - start) / 1e9;
    steps++;
    look(Signal.LOSS, loss);
    look(Signal.NORM, Clipping.globalNorm(training.parameters()));
    look(Signal.BYTES, tapes.stream().mapToDouble(t -> t.stats().peakBytes()).max().orElse(0));
    look(Signal.SECONDS, seconds);
    return loss;
  }

  private void look(Signal signal, double value) {
    if (steps <= first && Double.isFinite(value)) {
      largest.merge(signal, value, Math::max);
      return;
    }
    double limit = signal.factor * largest.getOrDefault(signal, Double.NaN);
    if (value <= limit) {
      outside.remove(signal);
    } else if (outside.add(signal)) {
      var alarm = new Alarm(steps, signal, value, limit);
      hooks.forEach(hook -> hook.accept(alarm));
    }
  }
}
