package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineDiffTest {
  private static final String HEAD = "- in the file, + in the cell";

  @Test
  void only_lines_that_differ_are_shown_in_order() {
    assertThat(LineDiff.lines("a\nb\nc\nd\n", "a\nc\nx\nd\ne\n"))
        .containsExactly(HEAD, "- b", "+ x", "+ e");
  }

  @Test
  void a_line_that_moved_is_shown_at_both_places() {
    assertThat(LineDiff.lines("a\nb\n", "b\na\n")).containsExactly(HEAD, "- a", "+ a");
  }

  @Test
  void a_long_difference_is_cut_and_says_by_how_much() {
    var lines = LineDiff.lines("a\n".repeat(20), "b\n".repeat(3));
    assertThat(lines).hasSize(15).endsWith("and 10 lines more");
  }
}
