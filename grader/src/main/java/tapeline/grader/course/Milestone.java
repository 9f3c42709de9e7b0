package tapeline.grader.course;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A station of the field's history that the learner repeats on their own modules.
///
/// It is written in `grader/laboratory/milestones/N-name.md`, N counting from 1: a title line, five
/// or six lines that a program reads, and a page of history with its sources.
///
/// ```text
/// # 1958: The perceptron
///
/// - **Needs** 01.1, 01.4
/// - **Number** share of unseen digits that is right
/// - **To beat** at least 0.9
/// - **Question** How large is it behind 30 rounds?
/// - **Beside** training step
/// ```
///
/// @param name the file's, without `.md`: `1-perceptron`
/// @param needs the exercises whose code it runs
/// @param quantity what its number is called
/// @param question what the learner predicts
/// @param rows words that name the rows of the comparison with PyTorch; empty where a program of
///   the laboratory runs
/// @param page the whole Markdown
public record Milestone(
    String name,
    int year,
    String title,
    List<ExerciseId> needs,
    String quantity,
    Goal goal,
    String question,
    String rows,
    String page) {
  private static final Pattern HEAD = Pattern.compile("# (\\d{4}): (\\S.*)");
  private static final Pattern GOAL = Pattern.compile("at (least|most) (\\d+(?:\\.\\d+)?)");

  /// The number to beat.
  ///
  /// @param least whether a number has to be as large as this at least, or at most
  public record Goal(boolean least, double number) {

    /// Returns whether `value` reaches it; NaN never does.
    public boolean isReachedBy(double value) {
      return least ? value >= number : value <= number;
    }

    /// Returns whether `value` is nearer to it, or farther beyond it, than `other`.
    public boolean isBetter(double value, double other) {
      return least ? value > other : value < other;
    }

    @Override
    public String toString() {
      var text = number == Math.rint(number) ? "" + (long) number : "" + number;
      return "at " + (least ? "least " : "most ") + text;
    }
  }

  /// All of them in their order; none where the course has no pages of them.
  ///
  /// @throws IllegalArgumentException when a page is not well formed, naming the rule
  public static List<Milestone> all(Course course) {
    var folder = course.root().resolve("grader/laboratory/milestones");
    var files = Course.files(folder, p -> p.toString().endsWith(".md") && !Course.isHidden(p));
    var all = files.stream().map(file -> parse(name(file), Course.read(file))).toList();
    IntStream.range(0, all.size())
        .filter(i -> all.get(i).number() != i + 1)
        .findFirst()
        .ifPresent(i -> {
          throw new IllegalArgumentException(
              "milestones count from 1 without a gap: %d is missing before %s"
                  .formatted(i + 1, all.get(i).name()));
        });
    return all;
  }

  /// The milestone of this number.
  ///
  /// @throws IllegalArgumentException when there is none, naming the last there is
  public static Milestone of(Course course, String number) {
    var all = all(course);
    return all.stream()
        .filter(m -> number.strip().equals("" + m.number()))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "a milestone is a number from 1 to %d, got %s".formatted(all.size(), number)));
  }

  /// Reads a page; `name` is its file's, without `.md`.
  ///
  /// @throws IllegalArgumentException when it is not well formed, naming the rule
  static Milestone parse(String name, String page) {
    var head = HEAD.matcher(page.lines().findFirst().orElse(""));
    var goal = GOAL.matcher(line(name, page, "To beat"));
    if (!name.matches("[1-9]-[\\w-]+")) {
      throw fault(name, "its file is called 1-perceptron.md or so");
    } else if (!head.matches()) {
      throw fault(name, "its first line reads # 1958: title");
    } else if (!goal.matches()) {
      throw fault(name, "what is to be beaten reads at least 0.9, or at most 0.9");
    }
    var needs = line(name, page, "Needs").split(", *");
    return new Milestone(
        name,
        Integer.parseInt(head.group(1)),
        head.group(2),
        Stream.of(needs).map(ExerciseId::parse).toList(),
        line(name, page, "Number"),
        new Goal(goal.group(1).equals("least"), Double.parseDouble(goal.group(2))),
        line(name, page, "Question"),
        find(page, "Beside").orElse(""),
        page);
  }

  private static String line(String name, String page, String key) {
    return find(page, key)
        .orElseThrow(() -> fault(name, "a line begins with - **%s**".formatted(key)));
  }

  private static Optional<String> find(String page, String key) {
    var line = Pattern.compile("(?m)^- \\*\\*%s\\*\\* (\\S.*)$".formatted(key));
    return line.matcher(page).results().findFirst().map(m -> m.group(1).strip());
  }

  private static IllegalArgumentException fault(String name, String rule) {
    return new IllegalArgumentException(
        "grader/laboratory/milestones/%s.md: %s".formatted(name, rule));
  }

  private static String name(Path file) {
    return file.getFileName().toString().replaceFirst("\\.md$", "");
  }

  /// A prediction as a learner types it; NaN for nothing at all.
  ///
  /// @throws IllegalArgumentException when it is no number
  public static double prediction(String text) {
    try {
      return text.isBlank() ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("a prediction is a number, such as 0.9, got " + text);
    }
  }

  /// From 1 on.
  public int number() {
    return name.charAt(0) - '0';
  }

  /// The modules that the learner's exercises belong to, lowest first.
  public List<CourseModule> modules(Course course) {
    return needs.stream().map(ExerciseId::module).distinct().sorted().map(course::module).toList();
  }

  /// The page of history alone: what stands behind the lines that a program reads.
  public String story() {
    Matcher last = Pattern.compile("(?m)^- \\*\\*\\w[\\w ]*\\*\\* .*\n").matcher(page);
    int end = 0;
    while (last.find()) {
      end = last.end();
    }
    return page.substring(end).strip();
  }
}
