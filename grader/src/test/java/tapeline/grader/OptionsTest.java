package tapeline.grader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void an_option_without_a_value_is_unset() {
    var options = Options.parse("-Dmodule=", "-Dhint=03.2");
    assertThat(options.get(Option.MODULE)).isNull();
    assertThat(options.on(Option.MODULE)).isFalse();
    assertThat(options.get(Option.HINT)).isEqualTo("03.2");
  }

  @Test
  void an_option_alone_is_on() {
    assertThat(Options.parse("-Dwatch").on(Option.WATCH)).isTrue();
  }

  @Test
  void false_turns_an_option_off() {
    var options = Options.parse("-Dwatch=false", "-Dreference=true");
    assertThat(options.on(Option.WATCH)).isFalse();
    assertThat(options.on(Option.REFERENCE)).isTrue();
  }

  @Test
  void an_unknown_option_is_named() {
    assertThatThrownBy(() -> Options.parse("-Dmodul=3"))
        .hasMessage("there is no option -Dmodul, did you mean -Dmodule?; -Dhelp lists them");
    assertThatThrownBy(() -> Options.parse("-Dexercise=3"))
        .hasMessage("there is no option -Dexercise; -Dhelp lists them");
  }

  @Test
  void a_seed_is_a_whole_number_and_1_unless_given() {
    assertThat(Options.parse().seed()).isEqualTo(1);
    assertThat(Options.parse("-Dseed=-7").seed()).isEqualTo(-7);
    assertThatThrownBy(() -> Options.parse("-Dseed=x").seed())
        .hasMessage("a seed is a whole number, got -Dseed=x");
  }

  @Test
  void pytorch_has_one_thread_unless_a_number_is_given() {
    assertThat(Options.parse("-Dpeers=true").peerThreads()).isEqualTo(1);
    assertThat(Options.parse("-Dpeers=2").peerThreads()).isEqualTo(2);
    assertThatThrownBy(() -> Options.parse("-Dpeers=0").peerThreads())
        .hasMessage("-Dpeers takes no value or PyTorch's number of threads, got -Dpeers=0");
  }

  @Test
  void the_stack_is_mine_or_the_references() {
    assertThat(Options.parse("-Dstack=mine").mine()).isTrue();
    assertThat(Options.parse().mine()).isFalse();
    assertThatThrownBy(() -> Options.parse("-Dstack=yours").mine())
        .hasMessage("-Dstack is mine or reference, got -Dstack=yours");
  }
}
