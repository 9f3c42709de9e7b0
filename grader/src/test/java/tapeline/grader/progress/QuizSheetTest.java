package tapeline.grader.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Front;

/// A quiz in a terminal; the kernel's tests have the rules by which questions are drawn and marked.
class QuizSheetTest {
  @Test
  void a_sheet_is_asked_and_marked_in_lines(@TempDir Path folder) throws IOException {
    var course = FixtureCourse.in(folder).course();
    var module = course.module(1);
    var pool = new StringBuilder("# Quiz: one\n");
    for (int i = 0; i < 12; i++) {
      pool.append("\n## What is %d?\n\n```java\nint x;\n```\n\n".formatted(i));
      pool.append("- [x] right\n- [ ] wrong\n- [ ] neither\n\n> Because.\n");
    }
    Files.createDirectories(folder.resolve("notebooks/quizzes"));
    Files.writeString(
        folder.resolve("notebooks/quizzes/" + module.name() + ".md"), pool.toString());
    var book = new ProgressBook(course, _ -> {});
    var asked = QuizSheet.of(course, module, book, new Random(1), "", Front.MAVEN);
    var first = asked.items().getFirst();
    var lines = asked.lines(Front.MAVEN);
    assertThat(lines.subList(0, 6))
        .containsExactly(
            "1. " + first.question().text(),
            "    int x;",
            "   a  " + first.option("a"),
            "   b  " + first.option("b"),
            "   c  " + first.option("c"),
            "");
    assertThat(lines.getLast())
        .isEqualTo("Answer with a letter a question, `mvn -pl grader test -Dquiz=01,abcda`.");
    var right = asked.items().stream().map(QuizSheet.Item::right).toList();
    var wrong = first.right().equals("a") ? "b" : "a";
    var answers = wrong + String.join("", right.subList(1, right.size()));
    var marked = QuizSheet.of(course, module, book, new Random(1), answers, Front.MAVEN);
    assertThat(marked.lines(Front.MAVEN))
        .startsWith(
            "1. " + first.question().text(),
            "    int x;",
            "   wrong  " + wrong + "  " + first.option(wrong),
            "   right  " + first.right() + "  right",
            "   Because.",
            "")
        .endsWith("4 of 5 right: passed. `mvn -pl grader test -Dquiz=01` asks others.");
    assertThat(List.of(book.taken(module).orElseThrow()))
        .containsExactly(new ProgressBook.Taken(4, 5));
  }
}
