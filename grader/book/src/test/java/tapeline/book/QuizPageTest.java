package tapeline.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A quiz in the book: all of its questions, and not the five that an execution drew.
class QuizPageTest {
  @Test
  void each_answer_is_behind_a_click(@TempDir Path folder) throws IOException {
    var course = SmallCourse.in(folder);
    var pool = new StringBuilder("# Quiz: one\n");
    for (int i = 0; i < 12; i++) {
      pool.append("\n## What is `x%d`?\n\n```java\nint x;\n```\n\n".formatted(i));
      pool.append("- [ ] wrong\n- [x] `List<T>`\n- [ ] neither\n\n> It is a list.\n");
    }
    course.write("notebooks/quizzes/01-count.md", pool.toString());
    for (var file : new Path[] {course.root().resolve("notebooks"), course.executed()}) {
      course.cells(file.resolve("01-count.ipynb"), "markdown", "# One", "code", "%quiz 01");
    }
    assertThat(course.make()).isEmpty();
    var page = course.page("notebooks/01-count.html");
    assertThat(page.select(".out")).isEmpty();
    var questions = page.select("ol.quiz > li");
    assertThat(questions).hasSize(12);
    var first = questions.get(0);
    assertThat(first.select("> p code").text()).isEqualTo("x0");
    assertThat(first.select("ol[type=a] > li").eachText())
        .containsExactly("wrong", "List<T>", "neither");
    assertThat(first.select("details > p").text()).isEqualTo("b. It is a list.");
  }
}
