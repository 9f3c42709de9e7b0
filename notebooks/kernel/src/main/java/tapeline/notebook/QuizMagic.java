package tapeline.notebook;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Quiz;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.progress.ProgressBook.Asked;

/// `%quiz 03` asks five questions of the module's pool, the same until they are answered; `%quiz 03
/// b a c d b` marks the answers.
record QuizMagic(Classroom room, RandomGenerator random) implements Magic {

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var course = room.course();
    var module = room.module(course, "%quiz", arguments);
    var pool =
        Quiz.of(course, module)
            .orElseThrow(() ->
                new NotebookException(
                    "There is no quiz for %s: `notebooks/quizzes/%s.md` is missing."
                        .formatted(module.name(), module.name())));
    var book = room.book(course);
    var open = open(pool, book.openQuiz(module));
    var answers = arguments.isEmpty() ? List.<String>of() : letters(arguments);
    if (!answers.isEmpty()) {
      return mark(module, book, open, answers);
    }
    if (open.isEmpty()) {
      open = draw(pool, book.asked(module));
      book.ask(module, open.stream().map(QuizSheet.Item::asked).toList());
    }
    return new QuizSheet(module, open).questions();
  }

  /// The questions asked, as the pool has them now; none when one of them is gone or another.
  private static List<QuizSheet.Item> open(Quiz pool, List<Asked> asked) {
    var items = new ArrayList<QuizSheet.Item>();
    for (var a : asked) {
      for (var q : pool.questions()) {
        var all = IntStream.range(0, q.options().size()).boxed().toList();
        if (q.key().equals(a.key()) && a.order().stream().sorted().toList().equals(all)) {
          items.add(new QuizSheet.Item(q, a));
        }
      }
    }
    return items.size() == asked.size() ? List.copyOf(items) : List.of();
  }

  /// Questions never asked first, then those asked longest ago; the options in any order.
  private List<QuizSheet.Item> draw(Quiz pool, List<String> asked) {
    var questions = new ArrayList<>(pool.questions());
    Collections.shuffle(questions, random);
    questions.sort(Comparator.comparingInt(q -> asked.indexOf(q.key())));
    var drawn = new ArrayList<QuizSheet.Item>();
    for (var q : questions.subList(0, Quiz.ASKED)) {
      var order = new ArrayList<>(IntStream.range(0, q.options().size()).boxed().toList());
      Collections.shuffle(order, random);
      drawn.add(new QuizSheet.Item(q, new Asked(q.key(), List.copyOf(order))));
    }
    return List.copyOf(drawn);
  }

  /// `b a c d b`, `b,a,c,d,b` and `bacdb` are the same.
  private static List<String> letters(List<String> arguments) {
    var text = String.join("", arguments.subList(1, arguments.size())).replace(",", "");
    return List.of(text.toLowerCase(Locale.ROOT).split("")).stream()
        .filter(l -> !l.isEmpty())
        .toList();
  }

  private static DisplayData mark(
      CourseModule module, ProgressBook book, List<QuizSheet.Item> open, List<String> answers) {
    if (open.isEmpty()) {
      throw new NotebookException(
          "There are no open questions of %s: `%%quiz %s` asks some."
              .formatted(module.id(), module.id()));
    }
    if (answers.size() != open.size()) {
      throw new NotebookException(
          "The quiz has %d questions, so it takes %d letters, got %d: %s"
              .formatted(open.size(), open.size(), answers.size(), String.join(" ", answers)));
    }
    for (int i = 0; i < open.size(); i++) {
      var letters = open.get(i).letters();
      if (!letters.contains(answers.get(i))) {
        throw new NotebookException(
            "Question %d has the answers %s, got %s"
                .formatted(i + 1, String.join(", ", letters), answers.get(i)));
      }
    }
    var sheet = new QuizSheet(module, open);
    book.take(module, sheet.right(answers), open.size(), Instant.now());
    return sheet.marked(answers);
  }
}
