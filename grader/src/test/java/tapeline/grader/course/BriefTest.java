package tapeline.grader.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BriefTest {
  private static final ExerciseId ID = new ExerciseId(4, 1);

  private static final String TEXT =
      """
      # 04.1 dot product

      ## Hint

      Which number leaves a sum unchanged?

      ### A heading of the hint's own

      ## Hint

      Walk, as in

      ````java
      ## Hint
      ```
      ````text
      # 04.9 no heading
      ````

      or so.

      ## Mutant: starts from the first product

      What of no product?

      ```text
      dot([], []) = 0
      ```

      ```java
          double sum = a[0] * b[0];

          // ## Hint
          return sum;
      ```

      ## Mutant: forgets b

      Look at `b`.
      ```java
      return a[0];
      ```
      """;

  private static final int FORGETS_B = TEXT.lines().toList().indexOf("## Mutant: forgets b") + 1;

  private static Brief parse(String text) {
    return Brief.parse("04.1.md", ID, text);
  }

  /// TEXT with `old` replaced, which must be there.
  private static String spoilt(String old, String replacement) {
    assertThat(TEXT).contains(old);
    return TEXT.replace(old, replacement);
  }

  private static void refuses(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("04.1.md:" + message);
  }

  @Test
  void a_mistake_is_told_in_a_line_for_each_paragraph() {
    var text = spoilt("Look at `b`.", "Look at\n`b`, and\nat a.\n\nThen:\n- b\n- a");
    assertThat(parse(text).mutants().getLast().message())
        .isEqualTo("Look at `b`, and at a.\n\nThen:\n- b\n- a");
  }

  @Test
  void a_hint_goes_on_in_one_line_but_for_its_code() {
    var text = spoilt("or so.", "or\nso.").replace("Walk, as in\n", "Walk,\nas in\n");
    assertThat(parse(text).hints()).isEqualTo(parse(TEXT).hints());
  }

  @Test
  void a_message_is_no_longer_than_a_report_shows() {
    var line = FORGETS_B + ": a mutant's message has at most 400 characters, got ";
    parse(spoilt("Look at `b`.", "x".repeat(400)));
    refuses(spoilt("Look at `b`.", "x".repeat(401)), line + 401);
  }

  @Test
  void a_brief_is_its_hints_and_its_mutants() {
    var brief = parse(TEXT);
    assertThat(brief.id()).isEqualTo(ID);
    assertThat(brief.title()).isEqualTo("dot product");
    assertThat(brief.hints())
        .containsExactly(
            "Which number leaves a sum unchanged?\n\n### A heading of the hint's own",
            "Walk, as in\n\n````java\n## Hint\n```\n````text\n# 04.9 no heading\n````\n\nor so.");
    assertThat(brief.mutants())
        .containsExactly(
            new Brief.Mutant(
                "starts from the first product",
                "What of no product?\n\n```text\ndot([], []) = 0\n```",
                "    double sum = a[0] * b[0];\n\n    // ## Hint\n    return sum;\n"),
            new Brief.Mutant("forgets b", "Look at `b`.", "return a[0];\n"));
  }

  @Test
  void line_ends_of_windows_are_read_as_line_ends() {
    assertThat(parse(TEXT.replace("\n", "\r\n"))).isEqualTo(parse(TEXT));
  }

  @Test
  void a_kernels_mutant_is_cuda() {
    assertThat(parse(spoilt("```java\nreturn a[0]", "```cuda\nreturn a[0]")).mutants())
        .extracting(Brief.Mutant::body)
        .contains("return a[0];\n");
  }

  @Test
  void the_heading_has_the_exercises_number() {
    var rule = "1: the only # heading is # 04.1 title, got ";
    refuses(spoilt("# 04.1 dot", "# 04.2 dot"), rule + "# 04.2 dot product");
    refuses(spoilt("# 04.1 dot product", "# 04.1"), rule + "# 04.1");
    refuses(spoilt("# 04.1 dot", "# dot"), rule + "# dot product");
    refuses(
        spoilt("### A", "# 04.1 A").replace("\n\n## Hint\n\nWhich", "\n## Hint\nWhich"),
        "5: the only # heading is # 04.1 title, got # 04.1 A heading of the hint's own");
  }

  @Test
  void the_heading_comes_first() {
    refuses(spoilt("# 04.1 dot product\n", ""), "2: the first line reads # 04.1 title");
    refuses("", "1: the first line reads # 04.1 title");
  }

  @Test
  void a_section_is_a_hint_or_a_mutant() {
    refuses(
        spoilt("## Mutant: forgets b", "## Mutants: forgets b"),
        FORGETS_B + ": a section is ## Hint or ## Mutant: name, got ## Mutants: forgets b");
    refuses(
        spoilt("dot product\n", "dot product\nprose\n"),
        "2: text stands in a section, ## Hint or ## Mutant: name");
    refuses(
        spoilt("dot product\n", "dot product\n```java\n"),
        "2: text stands in a section, ## Hint or ## Mutant: name");
  }

  @Test
  void a_mutant_has_code_and_only_one_block_of_it() {
    refuses(
        spoilt("```java\nreturn a[0];\n```\n", ""),
        FORGETS_B + ": mutant \"forgets b\" has no ```java block");
    refuses(
        spoilt("return a[0];\n", ""), FORGETS_B + ": mutant \"forgets b\" has no ```java block");
    refuses(
        spoilt("```java\nreturn a[0]", "```\nreturn a[0]"),
        FORGETS_B + ": mutant \"forgets b\" has no ```java block");
    refuses(
        TEXT + "```java\n```\n",
        (FORGETS_B + 6)
            + ": a mutant has one code block, and line "
            + (FORGETS_B + 3)
            + " began it");
    refuses(TEXT + "\nmore\n", (FORGETS_B + 7) + ": nothing follows a mutant's code, got more");
  }

  @Test
  void a_hint_and_a_mutants_message_say_something() {
    refuses(
        spoilt("Which number leaves a sum unchanged?\n\n### A heading of the hint's own\n", ""),
        "3: a hint or a mutant's message is missing");
    refuses(spoilt("Look at `b`.\n", ""), FORGETS_B + ": a hint or a mutant's message is missing");
  }

  @Test
  void mutants_have_names_of_their_own() {
    refuses(
        spoilt("forgets b", "starts from the first product"),
        FORGETS_B + ": each mutant has a name of its own, got \"starts from the first product\"");
    refuses(
        spoilt("## Mutant: forgets b", "## Mutant:"),
        FORGETS_B + ": each mutant has a name of its own, got \"\"");
  }

  @Test
  void there_are_at_least_two_of_each() {
    refuses(
        spoilt("## Hint\n\nWalk", "Walk"), "1: an exercise has at least 2 hints (## Hint), got 1");
    refuses(
        TEXT.substring(0, TEXT.indexOf("## Mutant: forgets b")),
        "1: an exercise has at least 2 mutants (## Mutant: name), got 1");
  }

  @Test
  void a_fence_ends() {
    refuses(TEXT.substring(0, TEXT.length() - 4), (FORGETS_B + 3) + ": this fence ``` has no end");
    refuses(spoilt("````\n\nor so", "```\n\nor so"), "13: this fence ```` has no end");
  }

  @Test
  void a_brief_is_read_from_the_tests_of_its_module(@TempDir Path root) throws Exception {
    var exercise = new Exercise(ID, "dot product", 10, false, "Dot.java");
    var module = new CourseModule(4, "04-tensor-ops", List.of(exercise));
    var course = new Course(root, List.of(module));
    var file = root.resolve("grader/tests/04-tensor-ops/04.1.md");
    Files.createDirectories(file.getParent());
    Files.writeString(file, TEXT);
    assertThat(Brief.of(course, exercise)).isEqualTo(parse(TEXT));
    Files.writeString(file, TEXT + "more");
    assertThatThrownBy(() -> Brief.of(course, exercise))
        .hasMessageStartingWith("grader/tests/04-tensor-ops/04.1.md:" + (FORGETS_B + 6) + ": ");
  }
}
