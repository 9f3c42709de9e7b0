package tapeline.memory;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.stream.IntStream;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.toolkit.Todo;

/// Finds what a loop keeps more of with each step: tapes, and the tensors that each kind of op
/// made. It counts what is still there after a garbage collection, and reads no clock.
///
/// ```java
/// var finder = new LeakFinder();
/// try (var _ = TapeListener.use(finder)) {
///   for (int i = 0; i < 30; i++) {
///     step();
///     finder.step();
///   }
/// }
/// finder.leaks(); // [Leak[what=tape, perStep=1.0]]
/// ```
///
/// It hears of what is recorded. A step costs a garbage collection more.
public final class LeakFinder implements TapeListener {
  private static final String TAPE = "tape";
  private static final int FEWEST = 9;

  private final Map<String, List<WeakReference<Object>>> made = new TreeMap<>();
  private final Map<String, List<Integer>> alive = new HashMap<>();
  private final Set<TensorTape> known = Collections.newSetFromMap(new WeakHashMap<>());
  private int steps;

  /// A kind of object that the loop keeps more and more of.
  ///
  /// @param what `tape`, or the op that made the tensors
  /// @param perStep how many more there are with each step, in the last third
  public record Leak(String what, double perStep) {}

  @Override
  public void recorded(TensorOp op, Variable result, int node) {
    if (known.add(result.tape())) {
      watch(TAPE, result.tape());
    }
    watch(op.name(), result.value().data());
  }

  private void watch(String what, Object object) {
    made.computeIfAbsent(what, _ -> new ArrayList<>()).add(new WeakReference<>(object));
  }

  /// A step of the loop is over: counts what is there.
  public void step() {
    collectGarbage();
    steps++;
    for (var of : made.entrySet()) {
      of.getValue().removeIf(r -> r.get() == null);
      var counts = alive.computeIfAbsent(of.getKey(), _ -> new ArrayList<>());
      while (counts.size() < steps - 1) {
        counts.add(0); // in the steps before the first of its kind
      }
      counts.add((int) of.getValue().stream().map(WeakReference::get).distinct().count());
    }
  }

  /// Returns when an object that nothing refers to is gone, and so all others like it.
  private static void collectGarbage() {
    var canary = new WeakReference<>(new Object());
    for (int i = 0; i < 20 && canary.get() != null; i++) {
      System.gc();
    }
  }

  /// How many of a kind were there after each step.
  public List<Integer> alive(String what) {
    return List.copyOf(alive.getOrDefault(what, List.of()));
  }

  /// The kinds that the loop keeps more and more of; one of which some are kept, and then no more,
  /// is no leak.
  ///
  /// @throws IllegalStateException after fewer than nine steps
  public List<Leak> leaks() {
    if (steps < FEWEST) {
      throw new IllegalStateException(
          "a leak shows over %d steps or more, got %d".formatted(FEWEST, steps));
    }
    return made.keySet().stream()
        .filter(what -> grows(alive(what).stream().mapToInt(n -> n).toArray()))
        .map(what -> new Leak(what, perStep(alive(what))))
        .toList();
  }

  /// Returns whether there are more in each third of the steps than in the third before: at least,
  /// and at most. What fills up, and then stays, does not grow in the last third.
  public static boolean grows(int... alive) {
    // BEGIN EXERCISE 14.8
    // TODO 14.8 — 8 lines. third(0, alive), third(1, alive) and third(2, alive) have a
    // getMin() and a getMax() each. A leak's both grow from third to third. Which of the
    // two shows that a buffer has filled up, and which that steps differ in size?
    throw new Todo("14.8", "what grows is a leak");
    // END EXERCISE 14.8
  }

  /// The counts of third k, from 0; what is left over lies in front.
  private static IntSummaryStatistics third(int k, int... alive) {
    int length = alive.length / 3;
    return IntStream.of(alive)
        .skip(alive.length - (3L - k) * length)
        .limit(length)
        .summaryStatistics();
  }

  private static double perStep(List<Integer> alive) {
    int third = alive.size() / 3;
    return (alive.getLast() - alive.get(alive.size() - third)) / (third - 1.0);
  }
}
