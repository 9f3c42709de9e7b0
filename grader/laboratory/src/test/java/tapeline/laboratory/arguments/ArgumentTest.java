package tapeline.laboratory.arguments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentTest {
  private static Argument of(String value) {
    return new Argument("key", value);
  }

  @Test
  void a_value_that_keeps_its_rule_is_read() {
    assertThat(of("2.5").number(0, 2.5)).isEqualTo(2.5);
    assertThat(of("-1").whole(-1, 3)).isEqualTo(-1);
    assertThat(of("3").whole(-1, 3)).isEqualTo(3);
  }

  @Test
  void one_that_breaks_it_is_refused_by_key_rule_and_value() {
    for (var value : List.of("1e12", "NaN", "x", "-0.5", "")) {
      assertThatThrownBy(() -> of(value).number(0, 60))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("key is a number from 0.0 to 60.0, got " + value);
    }
    for (var value : List.of("-2", "4", "1.0", "x", "")) {
      assertThatThrownBy(() -> of(value).whole(-1, 3))
          .hasMessage("key is a whole number from -1 to 3, got " + value);
    }
  }
}
