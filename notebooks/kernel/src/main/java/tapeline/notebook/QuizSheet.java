package tapeline.notebook;

import java.util.List;
import java.util.stream.IntStream;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Quiz;
import tapeline.grader.progress.ProgressBook.Asked;
import tapeline.grader.report.Html;
import tapeline.notebook.MagicOutput.Tone;

/// Questions on paper: as they are asked, and as they are marked.
record QuizSheet(CourseModule module, List<Item> items) {

  /// A question with its options in the order asked.
  record Item(Quiz.Question question, Asked asked) {

    /// `a`, `b`, … for the options.
    List<String> letters() {
      return IntStream.range(0, asked.order().size()).mapToObj(Item::letter).toList();
    }

    String option(int at) {
      return question.options().get(asked.order().get(at));
    }

    String right() {
      return letter(asked.order().indexOf(question.right()));
    }

    private static String letter(int at) {
      return String.valueOf((char) ('a' + at));
    }
  }

  /// How many answers are right.
  int right(List<String> answers) {
    return (int)
        IntStream.range(0, items.size())
            .filter(i -> items.get(i).right().equals(answers.get(i)))
            .count();
  }

  /// The questions, and how to answer.
  DisplayData questions() {
    var shown = new MagicOutput();
    for (int i = 0; i < items.size(); i++) {
      var item = items.get(i);
      question(shown, i, item);
      var html = new Html().raw("<table>\n");
      var text = new StringBuilder();
      for (int o = 0; o < item.letters().size(); o++) {
        var letter = item.letters().get(o);
        html.raw("<tr>").element("th", letter).raw("<td>");
        html.prose(item.option(o)).raw("</td></tr>\n");
        text.append("   ").append(letter).append("  ").append(item.option(o)).append('\n');
      }
      shown.add(html.raw("</table>\n").toString(), text.toString());
    }
    shown.add("", "\n");
    shown.line(
        Tone.PLAIN,
        "Answer with a letter a question, `%%quiz %s %s`, in any cell."
            .formatted(module.id(), String.join(" ", List.of("a", "b", "c", "d", "a"))));
    return shown.data();
  }

  /// The answers, each marked as right or wrong, with the reason.
  DisplayData marked(List<String> answers) {
    var shown = new MagicOutput();
    for (int i = 0; i < items.size(); i++) {
      var item = items.get(i);
      question(shown, i, item);
      var answer = answers.get(i);
      boolean right = item.right().equals(answer);
      if (!right) {
        shown.line(Tone.BAD, "✗ " + answered(item, answer));
      }
      shown.line(Tone.GOOD, "✓ " + answered(item, item.right()));
      shown.line(Tone.PLAIN, item.question().why());
    }
    int right = right(answers);
    shown.add("", "\n");
    boolean passed = Quiz.passes(right, items.size());
    shown.line(
        passed ? Tone.GOOD : Tone.BAD,
        "%d of %d right: %s. `%%quiz %s` asks others."
            .formatted(
                right, items.size(), passed ? "passed" : "not passed, 70 % is", module.id()));
    return shown.data();
  }

  private static String answered(Item item, String letter) {
    return letter + "  " + item.option(item.letters().indexOf(letter));
  }

  private static void question(MagicOutput shown, int index, Item item) {
    var html = new Html().raw("<p class=\"question\"><strong>").raw(index + 1).raw(". ");
    html.prose(item.question().text()).raw("</strong></p>\n");
    shown.add(
        html.toString(),
        "%s%d. %s\n".formatted(index == 0 ? "" : "\n", index + 1, item.question().text()));
    if (!item.question().code().isEmpty()) {
      shown.lines(item.question().code().lines().toList());
    }
  }
}
