package tapeline.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.memory.Checkpoint;
import tapeline.memory.LeakFinder;
import tapeline.memory.LeakFinder.Leak;
import tapeline.nn.GradientDescent;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("14.8")
class LeakFinderTest {
  private static final int STEPS = 12;

  private final Random random = Seeds.random("leaks");
  private final Sequential model =
      new Sequential(MemorySteps.blocks(random, UnaryOp.TANH, 3, 4, 2));
  private final Tensor x = Tensor.normal(random, 5, 3);

  @Test
  void what_grows_from_third_to_third_is_a_leak() {
    assertThat(LeakFinder.grows(1, 2, 3, 4, 5, 6, 7, 8, 9)).as("one more a step").isTrue();
    assertThat(LeakFinder.grows(0, 0, 1, 1, 1, 2, 2, 2, 3)).as("one more in three steps").isTrue();
    assertThat(LeakFinder.grows(3, 1, 2, 5, 3, 4, 7, 5, 6)).as("growth with noise").isTrue();
    assertThat(LeakFinder.grows(99, 1, 2, 3, 4, 5, 6, 7, 8, 9)).as("a first step alone").isTrue();
  }

  @Test
  void what_stays_fills_up_or_goes_up_and_down_is_none() {
    assertThat(LeakFinder.grows(4, 4, 4, 4, 4, 4, 4, 4, 4)).as("as many each step").isFalse();
    assertThat(LeakFinder.grows(1, 2, 3, 4, 5, 5, 5, 5, 5)).as("a buffer of five").isFalse();
    assertThat(LeakFinder.grows(1, 1, 1, 4, 5, 6, 6, 6, 6))
        .as("a buffer that fills late")
        .isFalse();
    assertThat(LeakFinder.grows(1, 8, 2, 1, 9, 2, 1, 10, 2)).as("steps that differ").isFalse();
    assertThat(LeakFinder.grows(1, 9, 9, 2, 9, 9, 3, 9, 9)).as("lows that rise").isFalse();
    assertThat(LeakFinder.grows(5, 5, 5, 1, 2, 3, 4, 5, 6)).as("many at the beginning").isFalse();
    assertThat(LeakFinder.grows(9, 8, 7, 6, 5, 4, 3, 2, 1)).as("fewer and fewer").isFalse();
  }

  @Test
  @SuppressWarnings("ModifiedButNotUsed") // what is put there is held, and not read
  void planted_leaks_are_found() {
    var tapes = new ArrayList<TensorTape>();
    assertThat(names(loop((_, loss) -> tapes.add(loss.tape()))))
        .as("what leaks when each step's tape is kept in a list")
        .contains("tape");
    var closures = new ArrayList<Supplier<Tensor>>();
    assertThat(
            names(
                loop((_, loss) -> {
                  var activation = loss.plus(1).value();
                  closures.add(() -> activation);
                })))
        .as("what leaks when a closure holds the value of loss + 1")
        .containsExactly("Shift");
    var history = new ArrayList<Variable>();
    var leaks =
        loop((i, loss) -> {
          if (i % 2 == 0) {
            history.add(loss);
          }
        });
    assertThat(names(leaks))
        .as("what leaks when every other loss is kept, as a variable")
        .contains("tape", "Sum");
  }

  @Test
  void how_fast_it_leaks_is_said() {
    var losses = new ArrayList<Tensor>();
    assertThat(loop((_, loss) -> losses.addAll(List.of(loss.value(), loss.plus(1).value()))))
        .as("the leaks of a loop that keeps the values of loss and loss + 1")
        .containsExactly(new Leak("Shift", 1), new Leak("Sum", 1));
  }

  @Test
  void a_few_steps_say_nothing() {
    assertThat(LeakFinder.grows(1, 2, 3)).as("one, two, three alive: a third each").isTrue();
    assertThat(LeakFinder.grows(1, 2, 2)).as("one, two, two alive").isFalse();
    assertThat(Thrown.by(() -> new LeakFinder().leaks()))
        .as("leaks() before nine steps")
        .isEqualTo("IllegalStateException: a leak shows over 9 steps or more, got 0");
  }

  private static List<String> names(List<Leak> leaks) {
    return leaks.stream().map(Leak::what).toList();
  }

  /// Ten loops of which none keeps more and more, and two of them with other sizes.
  @Test
  @Tag("slow")
  void no_clean_loop_is_accused() {
    for (int loop : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 18}) {
      assertThat(loop(clean(loop))).as("the leaks that are seen in clean loop %d", loop).isEmpty();
    }
  }

  @SuppressWarnings("ModifiedButNotUsed") // what is put there is held, and not read
  private BiConsumer<Integer, Variable> clean(int loop) {
    var kept = new ArrayDeque<Object>();
    var byName = new HashMap<String, Variable>();
    var numbers = new ArrayList<Float>();
    var checkpoint = new Checkpoint("c", model);
    return (i, loss) -> {
      switch (loop % 10) {
        case 0 -> numbers.add(loss.value().item()); // a history of numbers
        case 1 -> byName.put("last", loss); // the last one
        case 2 -> byName.put("of step " + i % 4, loss); // a ring
        case 3 -> { // a buffer that drops the oldest
          kept.add(loss.tape());
          if (kept.size() > 2 + loop / 10) {
            kept.remove();
          }
        }
        case 4 -> { // a first one that stays
          if (kept.isEmpty()) {
            kept.add(loss);
          }
        }
        case 5 -> { // as many as the step says, for a step
          kept.clear();
          IntStream.range(0, (i * 7 + loop) % 5).forEach(k -> kept.add(loss.plus(k)));
        }
        case 6 -> checkpoint.apply(x);
        case 7 -> { // the best
          if (kept.isEmpty() || i % 6 == 0) {
            kept.clear();
            kept.add(loss.times(2));
          }
        }
        case 8 -> { // an episode that grows, and ends
          kept.add(loss);
          if (i % (3 + loop / 10) == 0) {
            kept.clear();
          }
        }
        default -> inOtherThread(() -> loss.value().item());
      }
    };
  }

  private static void inOtherThread(Runnable work) {
    var thread = new Thread(work);
    thread.start();
    try {
      thread.join(); // one that an ended thread held is no leak
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The leaks of a training whose steps end with `rest`, which gets the step and its loss.
  private List<Leak> loop(BiConsumer<Integer, Variable> rest) {
    var finder = new LeakFinder();
    try (var _ = TapeListener.use(finder)) {
      for (int i = 0; i < STEPS; i++) {
        step(i, rest);
        finder.step();
      }
    }
    return finder.leaks();
  }

  private void step(int i, BiConsumer<Integer, Variable> rest) {
    model.parameters().forEach(Parameter::clearGradient);
    var tape = new TensorTape();
    var loss = model.forward(tape.constant(x)).sum();
    tape.backward(loss);
    new GradientDescent(0.01f).step(model.parameters());
    rest.accept(i, loss);
  }
}
