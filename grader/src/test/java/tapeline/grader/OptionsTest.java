package tapeline.grader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void an_option_without_a_value_is_unset() {
    var options = Options.parse(new String[] {"module=", "hint=03.2"});
    assertThat(options.get("module")).isNull();
    assertThat(options.on("module")).isFalse();
    assertThat(options.get("hint")).isEqualTo("03.2");
  }

  @Test
  void false_turns_an_option_off() {
    var options = Options.parse(new String[] {"watch=false", "reference=true"});
    assertThat(options.on("watch")).isFalse();
    assertThat(options.on("reference")).isTrue();
  }

  @Test
  void an_unknown_option_is_named() {
    assertThatThrownBy(() -> Options.parse(new String[] {"modul=3"}))
        .hasMessage("there is no option modul");
  }

  @Test
  void a_seed_is_a_whole_number_and_1_unless_given() {
    assertThat(Options.parse(new String[0]).seed()).isEqualTo(1);
    assertThat(Options.parse(new String[] {"seed=-7"}).seed()).isEqualTo(-7);
    assertThatThrownBy(() -> Options.parse(new String[] {"seed=x"}).seed())
        .hasMessage("a seed is a whole number, got -Dseed=x");
  }

  @Test
  void pytorch_has_one_thread_unless_a_number_is_given() {
    assertThat(Options.parse(new String[] {"peers=true"}).peerThreads()).isEqualTo(1);
    assertThat(Options.parse(new String[] {"peers=2"}).peerThreads()).isEqualTo(2);
    assertThatThrownBy(() -> Options.parse(new String[] {"peers=0"}).peerThreads())
        .hasMessage("-Dpeers takes no value or PyTorch's number of threads, got -Dpeers=0");
  }

  @Test
  void the_stack_is_mine_or_the_references() {
    assertThat(Options.parse(new String[] {"stack=mine"}).mine()).isTrue();
    assertThat(Options.parse(new String[0]).mine()).isFalse();
    assertThatThrownBy(() -> Options.parse(new String[] {"stack=yours"}).mine())
        .hasMessage("-Dstack is mine or reference, got -Dstack=yours");
  }
}
