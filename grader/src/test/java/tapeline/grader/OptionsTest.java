package tapeline.grader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
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
  void an_option_that_needs_a_value_says_so() {
    for (var bare : new String[] {"-Dhint", "-Dhint=true"}) {
      assertThatThrownBy(() -> Options.parse(bare))
          .hasMessage("-Dhint needs a value, as in -Dhint=03.2");
    }
    assertThatThrownBy(() -> Options.parse("-Dmodule"))
        .hasMessage("-Dmodule needs a value, as in -Dmodule=3");
    assertThatThrownBy(() -> Options.parse("-Dexport"))
        .hasMessage("-Dexport needs a value, as in -Dexport=work.zip");
  }

  @Test
  void a_seed_is_a_whole_number_and_1_unless_given() {
    assertThat(Options.parse().seed()).isEqualTo(1);
    assertThat(Options.parse("-Dseed=-7").seed()).isEqualTo(-7);
    assertThatThrownBy(() -> Options.parse("-Dseed=x").seed())
        .hasMessage("a seed is a whole number, got -Dseed=x");
  }

  @Test
  void a_saved_run_is_one_of_benchmarks() {
    assertThatThrownBy(() -> Options.parse("-Dmodule=3", "-Dsave=before"))
        .hasMessage("-Dsave belongs to -Dbench, got it without that");
    assertThatThrownBy(() -> Options.parse("-Dagainst=before"))
        .hasMessage("-Dagainst belongs to -Dbench, got it without that");
  }

  @Test
  void the_sandbox_grades_the_solutions_when_they_are_meant() {
    var root = Path.of("course");
    var solutions = "--submission=" + root.resolve("solutions");
    var own = "--submission=" + root.resolve("ada.zip");
    assertThat(Options.parse("-Dmodule=3").sandbox(root)).containsExactly("sandbox", "--module=3");
    assertThat(Options.parse("-Dmodule=3", "-Dreference").sandbox(root)).contains(solutions);
    assertThat(Options.parse("-Dreference", "-Dsubmission=ada.zip").sandbox(root))
        .contains(own)
        .doesNotContain(solutions);
  }

  @Test
  void peers_have_one_thread_and_all_rows_unless_said_otherwise() {
    assertThat(Options.parse("-Dpeers=true").peerThreads()).isEqualTo(1);
    assertThat(Options.parse("-Dpeers=2").peerThreads()).isEqualTo(2);
    assertThatThrownBy(() -> Options.parse("-Dpeers=0").peerThreads())
        .hasMessage(
            "-Dpeers takes a number of threads and names of rows, such as -Dpeers=2,sgemm, got -Dpeers=0");
    assertThatThrownBy(() -> Options.parse("-Dpeers=1,2").peerThreads())
        .hasMessageContaining("got -Dpeers=1,2");
    assertThat(Options.parse("-Dpeers=sgemm,2").peerThreads()).isEqualTo(2);
    assertThat(Options.parse("-Dpeers=true").peerRows()).isEmpty();
    assertThat(Options.parse("-Dpeers=sgemm,2, layer norm").peerRows())
        .containsExactly("sgemm", "layer norm");
  }

  @Test
  void the_stack_is_mine_or_the_references() {
    assertThat(Options.parse("-Dstack=mine").mine()).isTrue();
    assertThat(Options.parse().mine()).isFalse();
    assertThatThrownBy(() -> Options.parse("-Dstack=yours").mine())
        .hasMessage("-Dstack is mine or reference, got -Dstack=yours");
  }
}
