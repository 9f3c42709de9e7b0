package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// In the pool of these tests the right option of each question reads `right`.
class QuizMagicTest {
  private static final String POOL = "notebooks/quizzes/01-count.md";
  private static final Pattern QUESTION = Pattern.compile("Question (\\d+)");
  private static final Pattern RIGHT = Pattern.compile("(?m)^   ([a-e])  right");
  private static final Pattern WRONG = Pattern.compile("(?m)^   ([a-e])  `no<`");

  @TempDir private Path folder;
  @AutoClose private NotebookCourse on;
  private long seed = 1;

  @BeforeEach
  void course() throws IOException {
    on = NotebookCourse.in(folder);
    var pool = new StringBuilder("# Quiz: 01 count\n");
    for (int i = 10; i < 22; i++) {
      pool.append("\n## Question %d?\n\n".formatted(i));
      pool.append(i == 10 ? "```java\nint x < 1;\n```\n\n" : "");
      pool.append("- [ ] `no<`\n- [x] right %d\n- [ ] neither\n\n> Because %d.\n".formatted(i, i));
    }
    on.write(POOL, pool.toString());
  }

  private DisplayData quiz(String arguments) {
    return new QuizMagic(on.room, new Random(seed++)).run(List.of(arguments.split(" ")), "");
  }

  private String asked() {
    return NotebookCourse.text(quiz("01"));
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(m -> m.group(1)).toList();
  }

  @Test
  void five_questions_with_letters_stay_the_same_until_they_are_answered() {
    var first = asked();
    assertThat(all(QUESTION, first)).hasSize(5).doesNotHaveDuplicates();
    assertThat(all(RIGHT, first))
        .hasSize(5)
        .as("options are shuffled")
        .isNotEqualTo(List.of("b", "b", "b", "b", "b"));
    assertThat(first).doesNotContain("Because").contains("`%quiz 01 a b c d a`");
    assertThat(asked()).isEqualTo(first);
    on.restart();
    assertThat(asked()).as("after a restart").isEqualTo(first);
  }

  @Test
  void markup_is_ours_alone() {
    String html;
    do {
      on.room
          .book(on.room.course())
          .take(on.room.course().module(1), 0, 5, java.time.Instant.EPOCH);
      html = NotebookCourse.html(quiz("01"));
    } while (!html.contains("Question 10"));
    assertThat(html)
        .contains("<code>no&lt;</code>", "<pre>int x &lt; 1;</pre>", "<th>c</th>")
        .doesNotContain("no<", "x < 1");
  }

  @Test
  void answers_are_marked_each_with_its_explanation() {
    var questions = asked();
    var answers = new ArrayList<>(all(RIGHT, questions));
    answers.set(4, all(WRONG, questions).get(4));
    var marked = NotebookCourse.text(quiz("01 " + String.join(" ", answers)));
    assertThat(marked).contains("✗ " + answers.get(4) + "  `no<`", "4 of 5 right: passed");
    assertThat(marked.split("✓", -1)).as("each right option is shown").hasSize(6);
    for (var q : all(QUESTION, questions)) {
      assertThat(marked).contains("Because " + q + ".");
    }
    assertThat(
            on.room.book(on.room.course()).taken(on.room.course().module(1)).orElseThrow().best())
        .isEqualTo(4);
  }

  @Test
  void seventy_percent_is_needed_and_letters_may_be_written_closely() {
    var questions = asked();
    var answers = new ArrayList<>(all(RIGHT, questions));
    answers.set(0, all(WRONG, questions).get(0));
    answers.set(2, all(WRONG, questions).get(2));
    assertThat(
            NotebookCourse.text(
                quiz("01 " + String.join("", answers).toUpperCase(java.util.Locale.ROOT))))
        .contains("3 of 5 right: not passed");
  }

  @Test
  void every_question_is_asked_before_one_comes_again() {
    var seen = new TreeSet<String>();
    for (int i = 0; i < 2; i++) {
      var questions = asked();
      seen.addAll(all(QUESTION, questions));
      quiz("01 " + String.join(" ", all(RIGHT, questions)));
    }
    assertThat(seen).hasSize(10);
    seen.addAll(all(QUESTION, asked()));
    assertThat(seen).as("of 12").hasSize(12);
  }

  @Test
  void a_question_that_has_left_the_pool_is_not_marked() throws IOException {
    var first = asked();
    var gone = all(QUESTION, first).getFirst();
    on.edit(POOL, "## Question " + gone + "?", "## Question 99?");
    assertThatThrownBy(() -> quiz("01 a a a a a"))
        .hasMessageStartingWith("There are no open questions");
    assertThat(asked()).isNotEqualTo(first);
  }

  @Test
  void wrong_answers_are_named_with_what_is_right() throws IOException {
    assertThatThrownBy(() -> quiz("01 a b c a b"))
        .hasMessage("There are no open questions of 01: `%quiz 01` asks some.");
    asked();
    assertThatThrownBy(() -> quiz("01 a b c"))
        .hasMessage("The quiz has 5 questions, so it takes 5 letters, got 3: a b c");
    assertThatThrownBy(() -> quiz("01 a b c d a"))
        .hasMessage("Question 4 has the answers a, b, c, got d");
    assertThatThrownBy(() -> quiz("02"))
        .hasMessage("There is no quiz for 02-ask: `notebooks/quizzes/02-ask.md` is missing.");
    on.edit(POOL, "- [x] right 13\n", "- [ ] right 13\n");
    assertThatThrownBy(() -> quiz("01"))
        .hasMessageMatching(POOL + ":\\d+: exactly one option is right, - \\[x\\], got 0");
  }
}
