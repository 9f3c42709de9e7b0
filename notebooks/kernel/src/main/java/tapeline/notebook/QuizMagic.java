package tapeline.notebook;

import java.util.List;
import java.util.random.RandomGenerator;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.Front;
import tapeline.grader.progress.QuizSheet;
import tapeline.grader.report.Html;
import tapeline.notebook.MagicOutput.Tone;

/// `%quiz 03` asks five questions of the module's pool, the same until they are answered; `%quiz 03
/// b a c d b` marks the answers.
record QuizMagic(Classroom room, RandomGenerator random) implements Magic {

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var course = room.course();
    var module = room.module(course, "%quiz", arguments);
    var answers =
        String.join(" ", arguments.subList(Math.min(1, arguments.size()), arguments.size()));
    var sheet = QuizSheet.of(course, module, room.book(course), random, answers, Front.NOTEBOOK);
    var shown = new MagicOutput();
    for (int i = 0; i < sheet.items().size(); i++) {
      question(shown, i, sheet.items().get(i));
      if (sheet.isMarked()) {
        mark(shown, sheet, i);
      } else {
        options(shown, sheet.items().get(i));
      }
    }
    shown.add("", "\n");
    return shown.line(tone(sheet), sheet.end(Front.NOTEBOOK)).data();
  }

  private static Tone tone(QuizSheet sheet) {
    if (!sheet.isMarked()) {
      return Tone.PLAIN;
    }
    return sheet.isPassed() ? Tone.GOOD : Tone.BAD;
  }

  private static void question(MagicOutput shown, int index, QuizSheet.Item item) {
    var html = new Html().raw("<p class=\"question\"><strong>").raw(index + 1).raw(". ");
    html.prose(item.question().text()).raw("</strong></p>\n");
    shown.add(
        html.toString(),
        "%s%d. %s\n".formatted(index == 0 ? "" : "\n", index + 1, item.question().text()));
    if (!item.question().code().isEmpty()) {
      shown.lines(item.question().code().lines().toList());
    }
  }

  private static void options(MagicOutput shown, QuizSheet.Item item) {
    var html = new Html().raw("<table>\n");
    var text = new StringBuilder();
    for (var letter : item.letters()) {
      html.raw("<tr>").element("th", letter).raw("<td>");
      html.prose(item.option(letter)).raw("</td></tr>\n");
      text.append("   ").append(letter).append("  ").append(item.option(letter)).append('\n');
    }
    shown.add(html.raw("</table>\n").toString(), text.toString());
  }

  private static void mark(MagicOutput shown, QuizSheet sheet, int i) {
    var item = sheet.items().get(i);
    if (!sheet.isRight(i)) {
      shown.line(Tone.BAD, "✗ " + sheet.answered(i, sheet.answers().get(i)));
    }
    shown.line(Tone.GOOD, "✓ " + sheet.answered(i, item.right()));
    shown.line(Tone.PLAIN, item.question().why());
  }
}
