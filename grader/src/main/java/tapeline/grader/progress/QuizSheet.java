package tapeline.grader.progress;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Front;
import tapeline.grader.course.Quiz;
import tapeline.grader.progress.ProgressBook.Asked;

/// The questions of a module's quiz as they were asked: the same until they are answered.
///
/// @param answers a letter for each question; empty while they wait
public record QuizSheet(CourseModule module, List<Item> items, List<String> answers) {

  /// A question with its options in the order asked.
  public record Item(Quiz.Question question, Asked asked) {

    /// Returns `a`, `b`, … for the options.
    public List<String> letters() {
      return IntStream.range(0, asked.order().size()).mapToObj(Item::letter).toList();
    }

    /// Returns the option that stands at a letter.
    public String option(String letter) {
      return question.options().get(asked.order().get(letters().indexOf(letter)));
    }

    /// Returns the letter of the right option.
    public String right() {
      return letter(asked.order().indexOf(question.right()));
    }

    private static String letter(int at) {
      return String.valueOf((char) ('a' + at));
    }
  }

  /// Asks the questions that wait, or else draws others.
  ///
  /// @param words the letters of the answers, which mark and close the sheet; `b a c d b`,
  ///   `b,a,c,d,b` and `bacdb` are the same; empty to ask
  /// @throws IllegalArgumentException when the module has no pool, none of its questions wait for
  ///   these answers, or a letter is missing or no option's
  public static QuizSheet of(
      Course course,
      CourseModule module,
      ProgressBook book,
      RandomGenerator random,
      String words,
      Front front) {
    var pool =
        Quiz.of(course, module)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "There is no quiz for %s: `notebooks/quizzes/%s.md` is missing."
                        .formatted(module.name(), module.name())));
    var open = open(pool, book.openQuiz(module));
    var letters =
        words
            .toLowerCase(Locale.ROOT)
            .replaceAll("[\\s,]", "")
            .codePoints()
            .mapToObj(Character::toString)
            .toList();
    if (!letters.isEmpty()) {
      var sheet = new QuizSheet(module, open, letters);
      sheet.requireFitting(front);
      book.take(module, sheet.right(), open.size(), Instant.now());
      return sheet;
    }
    if (open.isEmpty()) {
      open = draw(pool, book.asked(module), random);
      book.ask(module, open.stream().map(Item::asked).toList());
    }
    return new QuizSheet(module, open, List.of());
  }

  /// The questions asked, as the pool has them now; none when one of them is gone or another.
  private static List<Item> open(Quiz pool, List<Asked> asked) {
    var items = new ArrayList<Item>();
    for (var a : asked) {
      for (var q : pool.questions()) {
        var all = IntStream.range(0, q.options().size()).boxed().toList();
        if (q.key().equals(a.key()) && a.order().stream().sorted().toList().equals(all)) {
          items.add(new Item(q, a));
        }
      }
    }
    return items.size() == asked.size() ? List.copyOf(items) : List.of();
  }

  /// Draws questions never asked first, then those asked longest ago; the options in any order.
  private static List<Item> draw(Quiz pool, List<String> asked, RandomGenerator random) {
    var questions = new ArrayList<>(pool.questions());
    Collections.shuffle(questions, random);
    questions.sort(Comparator.comparingInt(q -> asked.indexOf(q.key())));
    var drawn = new ArrayList<Item>();
    for (var q : questions.subList(0, Quiz.ASKED)) {
      var order = new ArrayList<>(IntStream.range(0, q.options().size()).boxed().toList());
      Collections.shuffle(order, random);
      drawn.add(new Item(q, new Asked(q.key(), List.copyOf(order))));
    }
    return List.copyOf(drawn);
  }

  private void requireFitting(Front front) {
    if (items.isEmpty()) {
      throw new IllegalArgumentException(
          "There are no open questions of %s: `%s` asks some."
              .formatted(module.id(), front.command("quiz", module.id())));
    }
    if (answers.size() != items.size()) {
      throw new IllegalArgumentException(
          "The quiz has %d questions, so it takes %d letters, got %d: %s"
              .formatted(items.size(), items.size(), answers.size(), String.join(" ", answers)));
    }
    for (int i = 0; i < items.size(); i++) {
      var letters = items.get(i).letters();
      if (!letters.contains(answers.get(i))) {
        throw new IllegalArgumentException(
            "Question %d has the answers %s, got %s"
                .formatted(i + 1, String.join(", ", letters), answers.get(i)));
      }
    }
  }

  /// Returns whether the answers are given, and the sheet is closed.
  public boolean isMarked() {
    return !answers.isEmpty();
  }

  /// Returns whether the answer to question i is right.
  public boolean isRight(int i) {
    return items.get(i).right().equals(answers.get(i));
  }

  private int right() {
    return (int) IntStream.range(0, items.size()).filter(this::isRight).count();
  }

  /// Returns whether enough answers are right.
  public boolean isPassed() {
    return Quiz.passes(right(), items.size());
  }

  /// Returns the last line: how to answer, or how it went.
  public String end(Front front) {
    return isMarked()
        ? "%d of %d right: %s. `%s` asks others."
            .formatted(
                right(),
                items.size(),
                isPassed() ? "passed" : "not passed, 70 % is",
                front.command("quiz", module.id()))
        : "Answer with a letter a question, `%s`%s"
            .formatted(
                front.command(
                    "quiz", module.id() + (front == Front.MAVEN ? ",abcda" : " a b c d a")),
                front == Front.NOTEBOOK ? ", in any cell." : ".");
  }

  /// Returns the sheet for a terminal: the questions with their options, or each answer with the
  /// right one and the reason.
  public List<String> lines(Front front) {
    var lines = new ArrayList<String>();
    for (int i = 0; i < items.size(); i++) {
      var item = items.get(i);
      lines.add("%d. %s".formatted(i + 1, item.question().text()));
      item.question().code().lines().forEach(l -> lines.add("    " + l));
      if (isMarked()) {
        if (!isRight(i)) {
          lines.add("   wrong  " + answered(i, answers.get(i)));
        }
        lines.add("   right  " + answered(i, item.right()));
        lines.add("   " + item.question().why());
      } else {
        item.letters().forEach(l -> lines.add("   " + l + "  " + item.option(l)));
      }
      lines.add("");
    }
    lines.add(end(front));
    return lines;
  }

  /// Returns a letter with its option.
  public String answered(int i, String letter) {
    return letter + "  " + items.get(i).option(letter);
  }
}
