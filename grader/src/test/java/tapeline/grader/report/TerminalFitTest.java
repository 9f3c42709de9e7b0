package tapeline.grader.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.course.Front;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.SourceLine;
import tapeline.grader.result.Verdict;

/// The report fits one screen, whatever a learner's code prints and throws.
class TerminalFitTest {
  private static List<String> lines(ExerciseResult... results) {
    return lines(Examples.module(3, "03-tape-reuse", results));
  }

  private static List<String> lines(ModuleResult... modules) {
    return TerminalReport.render(Examples.of(modules), Examples.PLAIN).lines().toList();
  }

  private static String numbered(String word, int n) {
    var out = new StringBuilder();
    for (int i = 1; i <= n; i++) {
      out.append(word).append(' ').append(i).append('\n');
    }
    return out.toString();
  }

  private static Problem at57(String text) {
    return Examples.problem(text, 57, "record(op, a, b);");
  }

  private static ExerciseResult withRemarks(ExerciseResult e, String remark) {
    return new ExerciseResult(
        e.exercise(), e.verdict(), e.tests(), e.problem(), remark, remark.toUpperCase(Locale.ROOT));
  }

  @Test
  void nine_exercises_failing_with_200_lines_fit_one_screen() {
    var results = new ArrayList<ExerciseResult>();
    for (int i = 1; i <= 9; i++) {
      var e = Examples.failedWith(i, at57(numbered("wrong", 200)), numbered("printed", 200));
      results.add(withRemarks(e, "remark ".repeat(60)));
    }
    var lines = lines(results.toArray(ExerciseResult[]::new));
    assertThat(lines).as("all lines").hasSizeLessThanOrEqualTo(40);
    assertThat(lines).as("no line beyond 100 columns").allMatch(line -> line.length() <= 100);
    assertThat(lines)
        .as("what must not be cut away")
        .contains("    wrong 1", "    printed 1", "✗ 03.2 property 2")
        .contains(
            "  hint: mvn -pl grader test -Dhint=03.1", "      mvn -pl grader test -Dmodule=3");
  }

  @Test
  void any_mixture_of_sizes_fits_one_screen() {
    var random = new Random(20260301);
    for (int round = 0; round < 300; round++) {
      var results = new ArrayList<ExerciseResult>();
      int n = 1 + random.nextInt(9);
      for (int i = 1; i <= n; i++) {
        var text = numbered("w".repeat(random.nextInt(150)), random.nextInt(30));
        var e = Examples.failedWith(i, at57(text), numbered("p", random.nextInt(20)));
        results.add(withRemarks(e, "remark ".repeat(random.nextInt(40))));
      }
      var lines = lines(results.toArray(ExerciseResult[]::new));
      assertThat(lines).as("round %d, %d exercises", round, n).hasSizeLessThanOrEqualTo(40);
    }
  }

  @Test
  void twenty_modules_fit_one_screen() {
    var modules = new ArrayList<ModuleResult>();
    for (int i = 1; i <= 20; i++) {
      var e = Examples.failedWith(i % 9 + 1, at57(numbered("wrong", 200)), numbered("out", 200));
      modules.add(Examples.module(i, "module-" + i, withRemarks(e, "remark ".repeat(60))));
    }
    assertThat(lines(modules.toArray(ModuleResult[]::new)))
        .as("all lines")
        .hasSizeLessThanOrEqualTo(40)
        .contains("    wrong 1", "  hint: mvn -pl grader test -Dhint=03.2");
  }

  @Test
  void says_how_much_of_a_long_text_and_output_is_cut_and_where_the_whole_is() {
    var lines =
        lines(Examples.failedWith(1, at57(numbered("wrong", 200)), numbered("printed", 30)));
    assertThat(lines)
        .as("12 lines of text and 8 of output, the last of each saying what is cut")
        .containsSequence("    wrong 11", "    … 189 more lines: " + Examples.HTML)
        .containsSequence("    printed 7", "    … 23 more lines: " + Examples.HTML);
  }

  @Test
  void shows_what_was_got_though_what_was_expected_is_long() {
    var text = "[t.gradient()]\nexpected:\n" + numbered("  1.0", 80) + " but was:\n  2.0\n  3.0\n";
    assertThat(lines(Examples.failedWith(1, at57(text), "")))
        .as("the end of the message")
        .containsSequence("     but was:", "      2.0", "      3.0");
  }

  @Test
  void counts_the_failures_it_has_no_room_for() {
    var results = new ArrayList<ExerciseResult>();
    for (int i = 1; i <= 9; i++) {
      results.add(Examples.failedWith(i, at57(numbered("wrong", 200)), numbered("printed", 200)));
    }
    var lines = lines(results.toArray(ExerciseResult[]::new));
    long shown = lines.stream().filter(l -> l.startsWith("✗ 03.")).count();
    assertThat(lines)
        .as("%d of 9 failures are shown, the others counted", shown)
        .contains("  … " + (9 - shown) + " more failures");
  }

  @Test
  void breaks_long_lines_at_spaces_and_cuts_them_after_three_rows() {
    var lines = lines(Examples.failedWith(1, at57("word ".repeat(200)), ""));
    var rows = lines.stream().filter(l -> l.startsWith("    word")).toList();
    assertThat(rows).as("a line of 1000 columns").hasSize(3).allMatch(l -> l.length() <= 100);
    assertThat(rows.getFirst()).as("its first row").endsWith("word");
    assertThat(rows.getLast()).as("its last row").endsWith("…");
  }

  /// A mistake as long as a brief's may be, and a failure with all that has a line of its own.
  private static Grades wordy() {
    var words = "grad of every one with no meaning ".repeat(20);
    var problem = at57("expected: 0\n but was: " + words.substring(0, 260) + " end");
    var e = Examples.failedWith(1, problem, "");
    var note = "graded on the reference solution of 03.2";
    var mistake = words.substring(0, 395) + " end.";
    var first = new ExerciseResult(e.exercise(), e.verdict(), e.tests(), null, note, mistake);
    var others = Examples.everyVerdict().modules().getFirst().exercises().stream().limit(5);
    var results = Stream.concat(Stream.of(first), others).toArray(ExerciseResult[]::new);
    return Examples.of(Examples.module(3, "03-tape-reuse", results));
  }

  @ParameterizedTest
  @CsvSource({"60", "80", "100", "140"})
  void breaks_no_word_and_cuts_nothing_at_any_width(int width) {
    var options = new TerminalOptions(false, true, width, Examples.HTML, Front.LAUNCHER, false);
    var grades = wordy();
    var lines = TerminalReport.render(grades, options).lines().toList();
    assertThat(lines)
        .as("only a place may be wider than %d columns", width)
        .filteredOn(line -> !line.contains("modules/"))
        .allMatch(line -> line.length() <= width)
        .noneMatch(line -> line.contains("…"));
    var words = "grad of every one with no meaning".split(" ");
    assertThat(String.join(" ", lines).split(" +"))
        .as("the end of the message, of the mistake, and each word")
        .contains("end", "end.")
        .contains(words)
        .doesNotContain("gra", "mea", "ning");
    assertThat(String.join(" ", lines).replaceAll(" +", " "))
        .contains(
            "likely mistake: " + grades.modules().getFirst().exercises().getFirst().likelyMistake())
        .contains(" requires-grad ", " filtering ", " growth by doubling ");
  }

  @Test
  void keeps_the_caret_below_its_column_in_a_long_source_line() {
    var code = "x".repeat(120);
    var text = "';' expected\n" + code + "\n" + " ".repeat(60) + "^";
    var stopped = Examples.stopped(1, "growth", Verdict.DOES_NOT_COMPILE, text);
    assertThat(lines(stopped))
        .as("the source line, cut but not continued, and the caret below")
        .containsSequence("    " + "x".repeat(95) + "…", "    " + " ".repeat(60) + "^");
  }

  @Test
  void never_cuts_a_place_or_a_command() {
    var file = "modules/03-tape-reuse/" + "deep/".repeat(20) + "FlatTape.java";
    var problem = new Problem("wrong", new SourceLine(file, 57, "c".repeat(300)), List.of());
    assertThat(lines(Examples.failedWith(1, problem, "")))
        .as("a place of 136 columns")
        .contains("  at " + file + ":57", "next: 03.1 in " + file + ":57");
  }

  @Test
  void lets_no_control_character_of_the_learner_reach_the_terminal() {
    var hostile = "a\u001b[2Jb\u0007c\rd\u0000e\u202ef\u009bg\ud800h\ti";
    var problem = Examples.problem(hostile, 57, hostile.replace("\r", ""));
    var first = withRemarks(Examples.failedWith(1, problem, hostile), hostile);
    var second = Examples.stopped(2, "growth", Verdict.CRASHED, hostile);
    var report = String.join("\n", lines(first, second));
    assertThat(report)
        .as("escape, bell, carriage return, nul, turned writing, CSI, half a pair, tab")
        .doesNotContain("\u001b", "\u0007", "\r", "\u0000", "\u202e", "\u009b", "\ud800");
    assertThat(report)
        .as("each is shown as U+FFFD; a carriage return ends a line, a tab is four spaces")
        .contains("    a\ufffd[2Jb\ufffdc\n    d\ufffde\ufffdf\ufffdg\ufffdh    i\n");
  }
}
