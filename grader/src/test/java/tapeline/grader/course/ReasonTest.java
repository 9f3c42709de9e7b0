package tapeline.grader.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class ReasonTest {
  private final IOException full = new IOException("no space left");

  @Test
  void the_reason_why_a_file_cannot_be_written_stands_once_behind_what_was_tried() {
    assertThat(Reason.of(new UncheckedIOException("cannot write a.txt", full)))
        .isEqualTo("cannot write a.txt: java.io.IOException: no space left");
    assertThat(Reason.of(new UncheckedIOException(full)))
        .isEqualTo("java.io.IOException: no space left");
  }

  @Test
  void a_refusal_is_its_own_words_alone() {
    assertThat(Reason.of(new IllegalArgumentException("a rule", full))).isEqualTo("a rule");
  }
}
