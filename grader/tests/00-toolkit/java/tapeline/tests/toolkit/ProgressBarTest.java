package tapeline.tests.toolkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.tests.Locales;
import tapeline.toolkit.ProgressBar;

class ProgressBarTest {
  private static final long SECOND = 1_000_000_000;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long now = 7 * SECOND;

  @Test
  void says_how_far_it_is_and_how_long_it_will_take() {
    var bar = bar(1000);
    pass(2 * SECOND);
    bar.step(400);
    assertThat(drawn())
        .as("before the first step, and after 400 of 1000 in 2 s")
        .containsExactly(
            "training  ░░░░░░░░░░░░░░░░░░░░   0 %  0 of 1000",
            "training  ████████░░░░░░░░░░░░  40 %  400 of 1000  3.0 s left");
  }

  @Test
  void the_last_line_says_how_long_it_took_and_ends() {
    try (var bar = bar(2)) {
      pass(SECOND);
      bar.step();
      pass(SECOND);
      bar.step();
    }
    assertThat(drawn().getLast())
        .as("the last line after 2 steps of 2 in 2 s")
        .isEqualTo("training  ████████████████████ 100 %  2 of 2  in 2.0 s");
    assertThat(text()).as("its end").endsWith(System.lineSeparator());
  }

  @Test
  void the_last_line_says_where_it_stopped() {
    try (var bar = bar(300)) {
      bar.step(100);
      pass(5 * SECOND);
    }
    assertThat(drawn().getLast())
        .as("the last line after 100 steps of 300 in 5 s")
        .isEqualTo("training  ██████░░░░░░░░░░░░░░  33 %  100 of 300  stopped after 5.0 s");
  }

  @Test
  void draws_ten_times_a_second_and_no_more() {
    var bar = bar(10_000);
    for (int i = 0; i < 10_000; i++) {
      pass(SECOND / 10_000);
      bar.step();
    }
    assertThat(drawn())
        .as("what was drawn: 0 %, and ten times in a second of 10 000 steps")
        .hasSize(11);
  }

  @Test
  void a_shorter_line_covers_the_one_before() {
    var bar = bar(1000);
    pass(40 * SECOND);
    bar.step();
    pass(5_000 * SECOND);
    bar.step(999);
    var lines = text().split("\\r", -1);
    assertThat(lines[3].length())
        .as("the length of <%s>, drawn over <%s>", lines[3], lines[2])
        .isEqualTo(lines[2].length());
    assertThat(lines[3]).as("the shorter of the two").endsWith("0.0 s left  ");
  }

  @ParameterizedTest
  @CsvSource({
    "0.04, 0.0 s",
    "9.4, 9.4 s",
    "10, 10 s",
    "59.4, 59 s",
    "59.6, 1 min 0 s",
    "200, 3 min 20 s",
    "7500, 2 h 5 min"
  })
  void a_time_is_as_long_as_a_person_would_say_it(double seconds, String expected) {
    try (var bar = bar(1)) {
      pass((long) (seconds * SECOND));
      bar.step();
    }
    assertThat(drawn().getLast()).as("after %s s", seconds).endsWith("  in " + expected);
  }

  @Test
  void one_hundred_percent_is_all() {
    var bar = bar(1000);
    pass(SECOND);
    bar.step(999);
    assertThat(drawn().getLast())
        .as("999 of 1000")
        .startsWith("training  ███████████████████░  99 %");
  }

  @Test
  void more_steps_than_were_said_are_counted_too() {
    try (var bar = bar(4)) {
      pass(SECOND);
      bar.step(6);
    }
    assertThat(drawn())
        .as("6 steps of 4 in 1 s: drawn, and drawn at the end")
        .endsWith(
            "training  ████████████████████ 150 %  6 of 4  0.0 s left",
            "training  ████████████████████ 150 %  6 of 4  in 1.0 s");
  }

  @Test
  void no_step_tells_nothing_of_the_time_that_is_left() {
    var bar = bar(4);
    pass(SECOND);
    bar.step(0);
    assertThat(drawn()).as("what was drawn before the first step").hasSize(1);
  }

  @Test
  void nothing_to_do_is_done() {
    bar(0).close();
    assertThat(drawn().getLast()).as("0 steps of 0").contains(" 100 %  0 of 0  in 0.0 s");
  }

  @Test
  void digits_are_the_same_on_every_computer() {
    assertThat(Locales.each(this::unstarted))
        .as("a bar of 12 steps, by default locale")
        .allSatisfy((_, line) -> assertThat(line).endsWith("   0 %  0 of 12  stopped after 0.0 s"));
  }

  @Test
  void a_stream_that_has_no_blocks_gets_letters_it_has() {
    var out = new PrintStream(bytes, true, US_ASCII);
    ProgressBar.of("training", 4, out, () -> now).step(0);
    assertThat(text(US_ASCII)).as("the bar in ASCII").contains("  ....................   0 %");
  }

  @Test
  void a_total_is_not_negative() {
    assertThatThrownBy(() -> bar(-1))
        .as("a bar for −1 steps")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a progress bar needs 0 steps or more, got -1");
  }

  private String unstarted() {
    bytes.reset();
    bar(12).close();
    return drawn().getLast();
  }

  private ProgressBar bar(long total) {
    return ProgressBar.of("training", total, new PrintStream(bytes, true, UTF_8), () -> now);
  }

  private void pass(long nanos) {
    now += nanos;
  }

  /// The bars that were drawn, one after the other, each over the one before.
  private List<String> drawn() {
    return List.of(text().strip().split("\\s*\\r"));
  }

  private String text() {
    return text(UTF_8);
  }

  private String text(Charset charset) {
    return bytes.toString(charset);
  }
}
