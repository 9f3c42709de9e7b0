package tapeline.grader.course;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The hints of one exercise, and the mistakes that learners make.
///
/// It is written in `grader/tests/NN-name/NN.k.md`: a title line, then `## Hint` and `## Mutant:
/// name` sections in any order. A mutant's section is a message and one fenced block.
///
/// @param title behind the number in the first line
/// @param hints Markdown, from a nudge to nearly the answer
public record Brief(ExerciseId id, String title, List<String> hints, List<Mutant> mutants) {
  /// Characters that a mutant's message has at most: a report shows all of it.
  public static final int LONGEST_MESSAGE = 400;

  private static final int FEWEST_HINTS = 2;
  private static final int FEWEST_MUTANTS = 2;
  private static final Set<String> CODE = Set.of("java", "cuda");
  private static final Pattern TITLE = Pattern.compile("# (\\d{2}\\.\\d{1,2}) (\\S.*)");
  private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,})([^`]*)");

  /// A wrong solution of the exercise, which the exercise's tests catch.
  ///
  /// @param name what sets it apart from the exercise's other mutants
  /// @param message Markdown that says what the mistake is and what to look at
  /// @param body the text of the region, each line ended by `\n`
  public record Mutant(String name, String message, String body) {}

  /// Reads the brief of `exercise` from `grader/tests`.
  ///
  /// @throws IllegalArgumentException when the file is not well formed, naming the line and the
  ///   rule
  public static Brief of(Course course, Exercise exercise) {
    var module = course.module(exercise.id().module());
    var name = exercise.id() + ".md";
    return parse(
        "grader/tests/" + module.name() + "/" + name,
        exercise.id(),
        Course.read(course.tests(module).resolve(name)));
  }

  /// Reads the brief of exercise `id`; `file` is what errors call it.
  ///
  /// @throws IllegalArgumentException when it is not well formed, naming the line and the rule
  public static Brief parse(String file, ExerciseId id, String markdown) {
    return new Reader(file, id).read(markdown.lines().toList());
  }

  /// One pass over the lines, which knows headings and fences and nothing else of Markdown.
  private static final class Reader {
    final String file;
    final ExerciseId id;
    final List<String> hints = new ArrayList<>();
    final List<Mutant> mutants = new ArrayList<>();
    @Nullable String title;
    @Nullable Section section;

    Reader(String file, ExerciseId id) {
      this.file = file;
      this.id = id;
    }

    Brief read(List<String> lines) {
      @Nullable String fence = null;
      int fenceLine = 0;
      boolean code = false;
      for (int i = 0; i < lines.size(); i++) {
        var line = lines.get(i);
        var m = FENCE.matcher(line);
        if (fence != null) {
          boolean closes =
              m.matches() && m.group(2).isBlank() && m.group(1).length() >= fence.length();
          if (closes) {
            fence = null;
          }
          if (code && !closes) {
            section(fenceLine).code.append(line).append('\n');
          } else if (!code) {
            text(i + 1, line);
          }
        } else if (m.matches()) {
          fence = m.group(1);
          fenceLine = i + 1;
          code = CODE.contains(m.group(2).strip()) && section(i + 1).mutant != null;
          if (code) {
            section(i + 1).beginCode(i + 1);
          } else {
            text(i + 1, line);
          }
        } else if (line.startsWith("# ") || line.startsWith("## ")) {
          heading(i + 1, line);
        } else {
          text(i + 1, line);
        }
      }
      if (fence != null) {
        throw fault(fenceLine, "this fence " + fence + " has no end");
      }
      endSection();
      if (title == null) {
        throw fault(1, "the first line reads # " + id + " title");
      }
      atLeast(FEWEST_HINTS, hints.size(), "hints (## Hint)");
      atLeast(FEWEST_MUTANTS, mutants.size(), "mutants (## Mutant: name)");
      return new Brief(id, title, List.copyOf(hints), List.copyOf(mutants));
    }

    void heading(int line, String heading) {
      if (heading.startsWith("# ")) {
        var m = TITLE.matcher(heading);
        if (title != null || !m.matches() || !m.group(1).equals(id.toString())) {
          throw fault(line, "the only # heading is # " + id + " title, got " + heading);
        }
        title = m.group(2).strip();
        return;
      }
      endSection();
      var name = heading.substring(3).strip();
      if (title == null) {
        throw fault(line, "the first line reads # " + id + " title");
      } else if (name.equals("Hint")) {
        section = new Section(line, null);
      } else if (name.startsWith("Mutant:")) {
        var mutant = name.substring("Mutant:".length()).strip();
        if (mutant.isEmpty() || mutants.stream().anyMatch(m -> m.name().equals(mutant))) {
          throw fault(line, "each mutant has a name of its own, got \"" + mutant + "\"");
        }
        section = new Section(line, mutant);
      } else {
        throw fault(line, "a section is ## Hint or ## Mutant: name, got " + heading);
      }
    }

    void text(int line, String text) {
      if (section == null && text.isBlank()) {
        return;
      }
      var open = section(line);
      if (open.codeLine > 0 && !text.isBlank()) {
        throw fault(line, "nothing follows a mutant's code, got " + text.strip());
      }
      open.text.append(text).append('\n');
    }

    Section section(int line) {
      if (section == null) {
        throw fault(line, "text stands in a section, ## Hint or ## Mutant: name");
      }
      return section;
    }

    /// The text with a line for each paragraph, as terminals and pages break lines anew; code,
    /// lists and tables stay as they are.
    private static String joined(String text) {
      var out = new StringBuilder();
      @Nullable String fence = null;
      boolean open = false; // whether the line before may go on
      for (var line : text.lines().toList()) {
        var m = FENCE.matcher(line);
        boolean mark =
            m.matches()
                && (fence == null
                    || (m.group(2).isBlank() && m.group(1).length() >= fence.length()));
        boolean prose = fence == null && !mark;
        out.append(out.isEmpty() ? "" : open && prose && line.matches("[^\\s*|-].*") ? " " : "\n");
        out.append(line);
        open = prose && !line.isBlank() && !line.startsWith("#");
        fence = !mark ? fence : fence == null ? m.group(1) : null;
      }
      return out.toString();
    }

    void endSection() {
      if (section == null) {
        return;
      }
      var text = section.text.toString().strip();
      if (text.isEmpty()) {
        throw fault(section.line, "a hint or a mutant's message is missing");
      }
      if (section.mutant == null) {
        hints.add(joined(text));
      } else if (section.code.toString().isBlank()) {
        throw fault(section.line, "mutant \"" + section.mutant + "\" has no ```java block");
      } else if (text.length() > LONGEST_MESSAGE) {
        throw fault(
            section.line,
            "a mutant's message has at most %d characters, got %d"
                .formatted(LONGEST_MESSAGE, text.length()));
      } else {
        mutants.add(new Mutant(section.mutant, joined(text), section.code.toString()));
      }
      section = null;
    }

    void atLeast(int fewest, int got, String what) {
      if (got < fewest) {
        throw fault(1, "an exercise has at least %d %s, got %d".formatted(fewest, what, got));
      }
    }

    IllegalArgumentException fault(int line, String rule) {
      return new IllegalArgumentException(file + ":" + line + ": " + rule);
    }

    private final class Section {
      final int line;
      final @Nullable String mutant;
      final StringBuilder text = new StringBuilder();
      final StringBuilder code = new StringBuilder();
      int codeLine;

      Section(int line, @Nullable String mutant) {
        this.line = line;
        this.mutant = mutant;
      }

      void beginCode(int at) {
        if (codeLine > 0) {
          throw fault(at, "a mutant has one code block, and line " + codeLine + " began it");
        }
        codeLine = at;
      }
    }
  }
}
