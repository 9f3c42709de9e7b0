package tapeline.tests.given.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;

class VariableTableTest {
  @Test
  void a_variable_is_the_table_of_its_value() {
    var tape = new TensorTape();
    var x = tape.variable(Tensor.range(2, 3));
    assertThat(x.table().rows()).as("rows of a variable").isEqualTo(x.value().table().rows());
    assertThat(x.table().notes()).as("its notes").containsExactly("float32 (2,3)", "variable");
    assertThat(tape.constant(x.value()).table().notes())
        .as("the notes of a constant")
        .containsExactly("float32 (2,3)", "constant");
    assertThat(x.text(100)).as("its text").isEqualTo(x.toString()).startsWith("variable (2,3)");
  }
}
