package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.profile.Amdahl;
import tapeline.profile.cost.AttentionCost;
import tapeline.profile.cost.ProductCost;
import tapeline.profile.cost.ShapeTape;
import tapeline.tensor.Shape;

class BadCostTest {

  @Test
  void a_product_that_there_is_not_is_refused_with_both_shapes() {
    refused(
        () -> ProductCost.of(Shape.of(2, 3), Shape.of(4, 5)),
        "a product has the operands (…,m,k)·(…,k,n), got (2,3)·(4,5)");
    refused(
        () -> ProductCost.of(Shape.of(3), Shape.of(3, 5)),
        "a product has the operands (…,m,k)·(…,k,n), got (3)·(3,5)");
  }

  @Test
  void heads_that_do_not_divide_the_width_are_refused() {
    refused(
        () -> AttentionCost.of(1, 5, 12, 5),
        "heads share the width equally, got 5 heads for a width of 12");
  }

  @Test
  void a_part_is_not_more_than_all() {
    refused(
        () -> Amdahl.of(10, 12, 2),
        "a part takes 0 to all of a total above 0, and becomes faster by a factor above 0, got 12.0"
            + " of 10.0, and 2.0");
    refused(
        () -> Amdahl.of(10, 5, 0),
        "a part takes 0 to all of a total above 0, and becomes faster by a factor above 0, got 5.0"
            + " of 10.0, and 0.0");
  }

  @Test
  void backward_starts_from_what_a_parameter_leads_to() {
    var tape = new ShapeTape();
    var constant = tape.constant(2, 3).sum();
    refused(
        () -> tape.peakBytes(constant),
        "backward needs an output that this tape's parameters lead to, got a constant ()");
    refused(
        () -> tape.backward(new ShapeTape().variable(4)),
        "backward needs an output that this tape's parameters lead to, got a variable of another"
            + " tape, (4)");
  }

  @Test
  void a_cost_is_not_negative() {
    refused(() -> new Cost(1, -4, 0), "a cost has no negative parts, got 1 flops, -4 and 0 bytes");
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
