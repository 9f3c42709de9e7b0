package tapeline.grader.course;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// A module's pool of questions, `notebooks/quizzes/NN-name.md`: a `#` line, then a `##` section a
/// question.
///
/// ````markdown
/// ## What does reset() do to the arrays of a FlatTape?
///
/// - [ ] It fills them with zeros.
/// - [x] Nothing: it sets counters back.
/// - [ ] It gives them to the garbage collector.
///
/// > Why, in one or two sentences.
/// ````
///
/// One fenced block of code may stand between a question and its options.
public record Quiz(String title, List<Question> questions) {
  /// A pool has at least this many questions.
  public static final int FEWEST = 12;

  /// This many are asked at once.
  public static final int ASKED = 5;

  private static final int PASS_PERCENT = 70;
  private static final Pattern OPTION = Pattern.compile("- \\[([ x])\\] (\\S.*)");

  /// One question.
  ///
  /// @param code shown below the text; empty when there is none
  /// @param right the index of the right option
  /// @param why shown when the question has been answered
  public record Question(String text, String code, List<String> options, int right, String why) {

    /// Tells the question from all others, also when the pool's order changes.
    public String key() {
      var checksum = new CRC32();
      checksum.update((text + '\n' + code).getBytes(StandardCharsets.UTF_8));
      return "%08x".formatted(checksum.getValue());
    }
  }

  /// Returns whether `right` of `asked` answers suffice.
  public static boolean passes(int right, int asked) {
    return 100 * right >= PASS_PERCENT * asked;
  }

  /// Returns the file with the pool of `module`, which need not exist.
  public static Path file(Course course, CourseModule module) {
    return course.root().resolve("notebooks/quizzes").resolve(module.name() + ".md");
  }

  /// The pool of `module`; empty when it has none.
  ///
  /// @throws IllegalArgumentException when it is not well formed, naming the line and the rule
  public static Optional<Quiz> of(Course course, CourseModule module) {
    var file = file(course, module);
    var name = "notebooks/quizzes/" + module.name() + ".md";
    return Files.exists(file) ? Optional.of(parse(name, Course.read(file))) : Optional.empty();
  }

  /// Reads a pool; `file` is what errors call it.
  ///
  /// @throws IllegalArgumentException when it is not well formed, naming the line and the rule
  public static Quiz parse(String file, String markdown) {
    return new Reader(file).read(markdown.lines().toList());
  }

  /// One pass over the lines.
  private static final class Reader {
    final String file;
    final List<Question> questions = new ArrayList<>();
    final Set<String> keys = new HashSet<>();
    @Nullable String title;
    @Nullable Draft draft;
    int fenceLine;

    Reader(String file) {
      this.file = file;
    }

    Quiz read(List<String> lines) {
      for (int i = 0; i < lines.size(); i++) {
        line(i + 1, lines.get(i).stripTrailing());
      }
      if (fenceLine > 0) {
        throw fault(fenceLine, "this fence ``` has no end");
      }
      endQuestion();
      if (title == null) {
        throw fault(1, "the first line reads # Quiz: title");
      }
      if (questions.size() < FEWEST) {
        throw fault(
            1, "a pool has at least %d questions, got %d".formatted(FEWEST, questions.size()));
      }
      return new Quiz(title, List.copyOf(questions));
    }

    void line(int number, String line) {
      if (line.startsWith("```") || fenceLine > 0) {
        code(number, line);
      } else if (line.startsWith("## ")) {
        endQuestion();
        if (title == null) {
          throw fault(number, "the first line reads # Quiz: title");
        }
        draft = new Draft(number, line.substring(3).strip());
      } else if (line.startsWith("# ")) {
        if (title != null) {
          throw fault(number, "a pool has one # line");
        }
        title = line.substring(2).strip();
      } else if (!line.isBlank()) {
        part(number, line, question(number, line));
      }
    }

    void code(int number, String line) {
      var open = question(number, line);
      if (fenceLine == 0) {
        if (open.fenced || !open.options.isEmpty()) {
          throw fault(number, "one block of code may stand, between question and options");
        }
        open.fenced = true;
        fenceLine = number;
      } else if (line.startsWith("```")) {
        fenceLine = 0;
      } else {
        open.code.append(line).append('\n');
      }
    }

    void part(int number, String line, Draft open) {
      var option = OPTION.matcher(line);
      if (line.startsWith("> ")) {
        open.why.append(open.why.isEmpty() ? "" : " ").append(line.substring(2).strip());
      } else if (!open.why.isEmpty()) {
        throw fault(number, "the explanation (> …) ends a question, got " + line);
      } else if (option.matches()) {
        if (option.group(1).equals("x")) {
          open.right.add(open.options.size());
        }
        open.options.add(option.group(2));
      } else if (line.startsWith("  ") && !open.options.isEmpty()) {
        open.options.add(open.options.removeLast() + " " + line.strip());
      } else if (open.options.isEmpty() && !line.startsWith("-")) {
        open.text += " " + line.strip();
      } else {
        throw fault(number, "an option reads - [ ] text, or - [x] text when right, got " + line);
      }
    }

    Draft question(int number, String line) {
      if (draft == null) {
        throw fault(number, "a question begins with ## text, got " + line);
      }
      return draft;
    }

    void endQuestion() {
      var open = draft;
      if (open == null) {
        return;
      }
      if (open.text.startsWith("And ")) {
        throw fault(open.line, "a question is drawn alone: it does not begin with And");
      }
      int options = open.options.size();
      if (options < 3 || options > 5) {
        throw fault(open.line, "a question has 3 to 5 options, got " + options);
      }
      if (new HashSet<>(open.options).size() < options) {
        throw fault(open.line, "two options are the same");
      }
      if (open.right.size() != 1) {
        throw fault(open.line, "exactly one option is right, - [x], got " + open.right.size());
      }
      if (open.why.isEmpty()) {
        throw fault(open.line, "a question ends with its explanation, > text");
      }
      var question =
          new Question(
              open.text,
              open.code.toString(),
              List.copyOf(open.options),
              open.right.getFirst(),
              open.why.toString());
      if (!keys.add(question.key())) {
        throw fault(open.line, "this question is in the pool twice");
      }
      questions.add(question);
      draft = null;
    }

    IllegalArgumentException fault(int line, String rule) {
      return new IllegalArgumentException(file + ":" + line + ": " + rule);
    }
  }

  private static final class Draft {
    final int line;
    final StringBuilder code = new StringBuilder();
    final List<String> options = new ArrayList<>();
    final List<Integer> right = new ArrayList<>();
    final StringBuilder why = new StringBuilder();
    String text;
    boolean fenced;

    Draft(int line, String text) {
      this.line = line;
      this.text = text;
    }
  }
}
