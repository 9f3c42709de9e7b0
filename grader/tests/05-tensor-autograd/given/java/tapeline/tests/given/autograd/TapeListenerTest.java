package tapeline.tests.given.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.tensor.Tensor;
import tapeline.tests.AllocatedBytes;

class TapeListenerTest {

  /// Writes down what it hears of one tape.
  private static final class Diary implements TapeListener {
    private final TensorTape tape;
    private final List<String> lines = new ArrayList<>();
    private long held;

    Diary(TensorTape tape) {
      this.tape = tape;
    }

    @Override
    public void forwardStarts(TensorOp op, Variable... inputs) {
      lines.add("( %s of %d".formatted(op.name(), inputs.length));
    }

    @Override
    public void forwardEnds(TensorOp op) {
      lines.add(") %s".formatted(op.name()));
    }

    @Override
    public void recorded(TensorOp op, Variable result, int node) {
      lines.add("%s %s is node %d".formatted(op.name(), result.shape(), node));
    }

    @Override
    public void backwardStarts(TensorTape walked, int node, TensorOp op) {
      lines.add("[ node %d %s".formatted(node, op.name()));
    }

    @Override
    public void backwardEnds(TensorTape walked, int node) {
      lines.add("] node %d".formatted(node));
    }

    @Override
    public void additionStarts(TensorTape walked, int node, Tensor gradient) {
      lines.add("{ node %d %s".formatted(node, gradient.shape()));
    }

    @Override
    public void additionEnds(TensorTape walked, int node) {
      lines.add("} node %d".formatted(node));
    }

    @Override
    public void walkStarts(TensorTape walked) {
      lines.add("walk");
    }

    @Override
    public void walkEnds(TensorTape walked) {
      lines.add("walked");
    }

    @Override
    public void held(
        TensorTape holder, Holding as, int node, Tensor tensor, long bytes, long live) {
      held += bytes;
      assertThat(holder).as("the tape that holds").isSameAs(tape);
      assertThat(live).as("live is the sum of all changes").isEqualTo(held);
      lines.add("%s %+d at node %d".formatted(as, bytes, node));
    }
  }

  private final TensorTape tape = new TensorTape();
  private final Diary diary = new Diary(tape);

  @Test
  void a_step_is_told_in_order() {
    var x = tape.variable(Tensor.range(2, 3));
    try (var _ = TapeListener.use(diary)) {
      tape.backward(x.times(x).sum());
    }
    assertThat(diary.lines)
        .containsExactly(
            "( Mul of 2",
            ") Mul",
            "SAVED +24 at node 1",
            "Mul (2,3) is node 1",
            "( Sum of 1",
            ") Sum",
            "Sum () is node 2",
            "walk",
            "GRADIENT +4 at node 2",
            "[ node 2 Sum",
            "] node 2",
            "[ node 1 Mul",
            "GRADIENT +24 at node 0",
            "{ node 0 (2,3)",
            "} node 0",
            "GRADIENT -24 at node 0",
            "GRADIENT +24 at node 0",
            "GRADIENT -4 at node 1",
            "SAVED -24 at node 1",
            "] node 1",
            "walked");
    assertThat(tape.stats().gradientBytes()).as("held in the end").isEqualTo(diary.held);
  }

  @Test
  void what_is_computed_on_constants_has_no_node() {
    try (var _ = TapeListener.use(diary)) {
      tape.constant(Tensor.range(2, 3)).tanh();
    }
    assertThat(diary.lines).containsExactly("( TANH of 1", ") TANH", "TANH (2,3) is node -1");
  }

  /// `Y = X`, which fails forward or backward.
  private record Failing(boolean forward) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return give(x, !forward);
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return give(dY, forward);
    }

    private static Tensor give(Tensor tensor, boolean works) {
      if (!works) {
        throw new ArithmeticException("it fails");
      }
      return tensor;
    }
  }

  @Test
  void starts_have_their_ends_where_an_op_throws() {
    var x = tape.variable(Tensor.range(2, 3));
    var y = tape.apply(new Failing(false), x).sum();
    try (var _ = TapeListener.use(diary)) {
      assertThatThrownBy(() -> tape.apply(new Failing(true), x)).hasMessage("it fails");
      assertThat(diary.lines).containsExactly("( Failing of 1", ") Failing");
      diary.held = tape.stats().savedBytes();
      diary.lines.clear();
      assertThatThrownBy(() -> tape.backward(y)).hasMessage("it fails");
    }
    assertThat(diary.lines).endsWith("[ node 1 Failing", "] node 1", "walked");
  }

  @Test
  void a_second_backward_lets_the_first_one_s_gradients_go() {
    var x = tape.variable(Tensor.range(2, 3));
    try (var _ = TapeListener.use(diary)) {
      var y = x.times(2).sum();
      tape.backwardKeeping(y);
      tape.backward(y);
    }
    assertThat(tape.stats().gradientBytes()).as("what is held").isEqualTo(24);
    assertThat(diary.held).as("the sum of the changes").isEqualTo(24);
  }

  @Test
  void closing_brings_the_listener_before_back() {
    try (var _ = TapeListener.use(diary)) {
      try (var _ = TapeListener.use(TapeListener.NONE)) {
        tape.variable(Tensor.range(2)).tanh();
      }
      assertThat(TapeListener.current()).isSameAs(diary);
    }
    assertThat(TapeListener.current()).isSameAs(TapeListener.NONE);
    assertThat(diary.lines).as("heard while another one was in use").isEmpty();
  }

  /// Hears everything, and keeps a number.
  private static final class Tally implements TapeListener {
    private int events;

    @Override
    public void forwardStarts(TensorOp op, Variable... inputs) {
      events++;
    }

    @Override
    public void held(
        TensorTape holder, Holding as, int node, Tensor tensor, long bytes, long live) {
      events++;
    }
  }

  @Test
  void telling_allocates_nothing() {
    var x = Tensor.range(3, 5);
    long off = AllocatedBytes.perRun(200, () -> step(x));
    var tally = new Tally();
    long on;
    try (var _ = TapeListener.use(tally)) {
      on = AllocatedBytes.perRun(200, () -> step(x));
    }
    int heard = tally.events;
    assertThat(heard).as("events of 200 steps").isGreaterThan(2000);
    step(x);
    assertThat(tally.events).as("events after the listener was closed").isEqualTo(heard);
    assertThat(on).as("bytes of a step that is listened to, beside one that is not").isEqualTo(off);
  }

  private static void step(Tensor x) {
    var tape = new TensorTape();
    var v = tape.variable(x);
    var h = tape.apply(new Views.Concat(0), List.of(v.times(v), v.tanh()));
    tape.backward(h.times(h).plus(h).sum());
  }
}
