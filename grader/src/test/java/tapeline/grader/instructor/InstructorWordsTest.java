package tapeline.grader.instructor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InstructorWordsTest {
  @Test
  void with_line_breaks_each_line_is_a_word_whatever_it_holds() {
    assertThat(
            InstructorWords.split("leaderboard\nrun\nmy \"class\" | 2026 \n\n--db\nO'Brien.db\n"))
        .containsExactly("leaderboard", "run", "my \"class\" | 2026 ", "", "--db", "O'Brien.db");
  }

  @Test
  void one_word_of_the_launcher_keeps_its_blanks() {
    assertThat(InstructorWords.split("a b\n")).containsExactly("a b");
  }

  @Test
  void without_line_breaks_blanks_part_words_and_quotes_keep_them_together() {
    assertThat(InstructorWords.split("leaderboard  run \"my class\" --db=|C:\\a b|.db \"\""))
        .containsExactly("leaderboard", "run", "my class", "--db=C:\\a b.db", "");
  }

  @Test
  void a_quote_without_its_second_is_refused() {
    assertThatThrownBy(() -> InstructorWords.split("leaderboard \"my class"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no second \" in: leaderboard \"my class");
  }
}
