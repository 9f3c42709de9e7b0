package tapeline.tests.given.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

class InPlaceTensorTest {
  private final Random random = Seeds.random("in place on tensors");

  @Test
  void an_op_in_place_allocates_nothing() {
    var x = Tensor.normal(random, 40, 30);
    var b = Tensor.normal(random, 40, 30);
    long bytes =
        AllocatedBytes.perRun(5, () -> x.mulInPlace(b).addInPlace(b).reluInPlace().subInPlace(x));
    assertThat(bytes).as("bytes of mul, add, relu and sub in place on (40,30)").isZero();
  }

  /// Whole tensors, stretched ones of more than a buffer, parts of larger ones and overlapping
  /// views, on the backend's own loops and on those of one that only forwards.
  @Test
  void results_are_those_of_the_plain_ops_and_writes_are_counted() {
    for (var backend : new Backend[] {new CpuBackend(), new ForwardingBackend(new CpuBackend())}) {
      try (var _ = Backend.use(backend)) {
        check(Tensor.normal(random, 40, 40), Tensor.normal(random, 40, 40));
        check(Tensor.normal(random, 40, 40), Tensor.normal(random, 40));
        check(Tensor.normal(random, 60, 60).slice(1, 3, 43), Tensor.normal(random, 60, 1));
        var x = Tensor.normal(random, 40, 40);
        check(x, x.transpose());
        check(x, x);
      }
    }
  }

  private static void check(Tensor x, Tensor b) {
    for (var op : BinaryOp.values()) {
      var expected = x.zip(op, b).toArray();
      int version = x.version();
      x.zipInPlace(op, b);
      assertThat(x.toArray()).as("%s in place of %s and %s", op, x, b).isEqualTo(expected);
      assertThat(x.version()).as("writes of %s in place", op).isEqualTo(version + 1);
    }
    for (var op : new UnaryOp[] {UnaryOp.RELU, UnaryOp.TANH}) {
      var expected = x.map(op).toArray();
      assertThat(x.mapInPlace(op).toArray()).as("%s in place", op).isEqualTo(expected);
    }
  }

  @Test
  void a_result_wider_than_the_operand_is_refused() {
    var row = Tensor.zeros(3);
    assertThat(Thrown.by(() -> row.addInPlace(Tensor.zeros(4, 3))))
        .as("(3) + (4,3) in place")
        .isEqualTo(
            "IllegalArgumentException: in place the result has the operand's shape (3), got (4,3)");
    assertThat(Thrown.by(() -> row.expand(Tensor.zeros(4, 3).shape()).reluInPlace()))
        .as("relu in place of a stretched row")
        .startsWith("IllegalStateException: writing needs a place for each element");
  }
}
