package tapeline.tests.given.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tapeline.autograd.PackedData;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TapePrecision;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

class TapePrecisionTest {
  /// Keeps data as bytes: for small integers.
  private static final class InBytes implements TapePrecision {
    private final IdentityHashMap<float[], PackedData> known = new IdentityHashMap<>();

    @Override
    public @Nullable PackedData pack(Tensor tensor) {
      return known.computeIfAbsent(tensor.data(), Packed::new);
    }
  }

  private static final class Packed extends PackedData {
    private final byte[] bytes;

    Packed(float... values) {
      bytes = new byte[values.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) values[i];
      }
    }

    @Override
    public long bytes() {
      return bytes.length;
    }

    @Override
    public float[] unpack() {
      var values = new float[bytes.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = bytes[i];
      }
      return values;
    }
  }

  private static Tensor integers(int... shape) {
    var x = Tensor.zeros(shape);
    var random = Seeds.random("integers");
    for (int i = 0; i < x.data().length; i++) {
      x.data()[i] = random.nextInt(-2, 3);
    }
    return x;
  }

  @Test
  void packed_views_share_their_bytes_and_give_the_same_gradients() {
    var gradients = new ArrayList<float[]>();
    var saved = new ArrayList<Long>();
    for (var precision : List.of(TapePrecision.PLAIN, new InBytes())) {
      try (var _ = TapePrecision.use(precision)) {
        var tape = new TensorTape();
        var x = tape.variable(integers(3, 5));
        var y = x.matmul(x.transpose()).times(x.slice(1, 1, 4));
        saved.add(tape.stats().savedBytes());
        tape.backward(y, integers(3, 3));
        gradients.add(x.gradient().toArray());
        assertThat(tape.stats().savedBytes()).as("bytes kept after backward").isEqualTo(0);
      }
    }
    assertThat(saved)
        .as("bytes kept of x (3,5), by three views of it, and of a product (3,3): plain, packed")
        .containsExactly(4L * (15 + 9), 15L + 9);
    assertThat(gradients.get(1)).as("the gradient in x").isEqualTo(gradients.get(0));
  }

  /// tanh keeps y, 10 bytes; backward holds dY, 40, and y unpacked, 40, for y packed; then dX, 40.
  @Test
  void what_is_unpacked_counts_while_backward_is_there() {
    var heard = new ArrayList<Long>();
    try (var _ = TapePrecision.use(new InBytes());
        var _ =
            TapeListener.use(
                new TapeListener() {
                  @Override
                  public void held(
                      TensorTape tape, Holding as, int node, Tensor t, long bytes, long live) {
                    heard.add(bytes);
                  }
                })) {
      var tape = new TensorTape();
      var x = tape.variable(Tensor.zeros(10));
      tape.backward(x.tanh(), Tensor.full(1, 10));
      assertThat(tape.stats().peakBytes()).as("the peak").isEqualTo(40 + 40 + 40);
    }
    assertThat(heard)
        .as("changes: packed, dY, unpacked, packed gone, dX, dY gone, unpacked gone")
        .containsExactly(10L, 40L, 40L, -10L, 40L, -40L, -40L);
  }

  @Test
  void a_tape_that_is_kept_unpacks_again() {
    try (var _ = TapePrecision.use(new InBytes())) {
      var tape = new TensorTape();
      var x = tape.variable(Tensor.vector(2, 3));
      var y = x.square();
      x.value().assign(Tensor.vector(5, 5)); // the tape has its own copy
      tape.backwardKeeping(y, Tensor.full(1, 2));
      tape.backward(y, Tensor.full(1, 2));
      assertThat(x.gradient().toArray()).as("2x, of the x that was packed").containsExactly(4, 6);
      assertThat(tape.keeper(x.value())).as("who keeps the tensor itself").isEmpty();
    }
  }

  @Test
  void every_value_and_every_gradient_of_an_op_passes_through() {
    var heard = new ArrayList<String>();
    var precision =
        new TapePrecision() {
          @Override
          public Tensor compute(TensorOp op, Supplier<Tensor> work) {
            heard.add(op.name());
            return work.get().times(2);
          }
        };
    try (var _ = TapePrecision.use(precision)) {
      var tape = new TensorTape();
      var x = tape.variable(Tensor.vector(1, 2));
      var y = x.times(x).plus(1);
      tape.backward(y, Tensor.full(1, 2));
      assertThat(y.value().toArray()).as("((x·x)·2 + 1)·2").containsExactly(6, 18);
      assertThat(x.gradient().toArray()).as("2·(2·x) twice").containsExactly(8, 16);
    }
    assertThat(heard)
        .as("ops whose results were handed on")
        .containsExactly("Mul", "Shift", "Shift", "Mul", "Mul");
    assertThat(TapePrecision.current()).as("what is in use then").isEqualTo(TapePrecision.PLAIN);
  }
}
