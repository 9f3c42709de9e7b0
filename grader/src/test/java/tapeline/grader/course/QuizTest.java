package tapeline.grader.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class QuizTest {
  private static final String SOUND = pool(12);

  private static String pool(int questions) {
    var pool = new StringBuilder("# Quiz: 03 tape reuse\n");
    for (int i = 1; i <= questions; i++) {
      pool.append(
          """

          ## What is %d?

          - [ ] one
          - [x] `%d`
          - [ ] three

          > It is %d.
          """
              .formatted(i, i, i));
    }
    return pool.toString();
  }

  private static void refuses(String from, String to, String message) {
    assertThat(SOUND).contains(from);
    assertThatThrownBy(() -> Quiz.parse("pool.md", SOUND.replace(from, to)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pool.md:" + message);
  }

  @Test
  void a_question_has_text_code_options_and_a_reason() {
    var pool =
        SOUND
            + """

            ## What does
            this print?

            ```java
            var x = 1;

            IO.println(x);
            ```

            - [ ] nothing,
              and no error
            - [ ] 0
            - [ ] 2
            - [x] 1

            > x is 1,
            > and printed.
            """;
    var quiz = Quiz.parse("pool.md", pool);
    assertThat(quiz.title()).isEqualTo("Quiz: 03 tape reuse");
    assertThat(quiz.questions()).hasSize(13);
    var last = quiz.questions().getLast();
    assertThat(last.text()).isEqualTo("What does this print?");
    assertThat(last.code()).isEqualTo("var x = 1;\n\nIO.println(x);\n");
    assertThat(last.options()).containsExactly("nothing, and no error", "0", "2", "1");
    assertThat(last.right()).isEqualTo(3);
    assertThat(last.why()).isEqualTo("x is 1, and printed.");
    assertThat(quiz.questions().getFirst().code()).isEmpty();
  }

  @Test
  void a_key_tells_questions_apart_also_by_their_code() {
    var with = SOUND + "\n## What?\n```\na\n```\n- [x] a\n- [ ] b\n- [ ] c\n> a\n";
    var quiz = Quiz.parse("p", with + with.substring(SOUND.length()).replace("\na\n", "\nb\n"));
    assertThat(quiz.questions().stream().map(Quiz.Question::key)).doesNotHaveDuplicates();
    var same = Quiz.parse("p", SOUND.replace("three", "four"));
    assertThat(same.questions().getFirst().key()).isEqualTo(quiz.questions().getFirst().key());
  }

  @Test
  void seventy_percent_passes() {
    assertThat(Quiz.passes(3, 5)).isFalse();
    assertThat(Quiz.passes(4, 5)).isTrue();
    assertThat(Quiz.passes(7, 10)).isTrue();
  }

  @Test
  void a_malformed_pool_is_named_with_line_and_rule() {
    refuses("# Quiz: 03 tape reuse\n", "\n", "3: the first line reads # Quiz: title");
    refuses("## What is 1?", "What is 1?", "3: a question begins with ## text, got What is 1?");
    refuses("- [x] `2`", "- [ ] `2`", "11: exactly one option is right, - [x], got 0");
    refuses(
        "- [ ] one\n- [x] `2`",
        "- [x] one\n- [x] `2`",
        "11: exactly one option is right, - [x], got 2");
    refuses("- [x] `2`\n- [ ] three", "- [x] `2`", "11: a question has 3 to 5 options, got 2");
    refuses(
        "- [x] `2`",
        "- [X] `2`",
        "14: an option reads - [ ] text, or - [x] text when right, got - [X] `2`");
    refuses("- [x] `3`\n- [ ] three", "- [x] `3`\n- [ ] one", "19: two options are the same");
    refuses("> It is 1.\n", "", "3: a question ends with its explanation, > text");
    refuses(
        "> It is 1.\n",
        "> It is 1.\nReally.\n",
        "10: the explanation (> …) ends a question, got Really.");
    refuses("## What is 2?", "## What is 1?", "11: this question is in the pool twice");
    refuses("## What is 2?", "# What is 2?", "11: a pool has one # line");
    refuses(
        "## What is 2?", "## And 2?", "11: a question is drawn alone: it does not begin with And");
    refuses("## What is 1?\n", "## What is 1?\n```\n", "4: this fence ``` has no end");
    refuses(
        "- [ ] three\n\n> It is 1.",
        "- [ ] three\n```\n```\n> It is 1.",
        "8: one block of code may stand, between question and options");
    assertThatThrownBy(() -> Quiz.parse("pool.md", pool(11)))
        .hasMessage("pool.md:1: a pool has at least 12 questions, got 11");
  }
}
