package tapeline.grader.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;

/// A grading in a workflow of GitHub Actions: a summary in Markdown, and an annotation at the line
/// of each exercise that did not pass.
///
/// Formats: *Workflow commands for GitHub Actions*, in GitHub's documentation.
public final class WorkflowReport {
  private WorkflowReport() {}

  /// Appends the summary to the file that `GITHUB_STEP_SUMMARY` names, and prints the annotations;
  /// nothing where that variable is not set.
  public static void show(Grades grades, Map<String, String> environment, PrintStream out)
      throws IOException {
    var summary = environment.get("GITHUB_STEP_SUMMARY");
    if (summary == null) {
      return;
    }
    annotations(grades).forEach(out::println);
    out.flush();
    Files.writeString(
        Path.of(summary), summary(grades), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /// A table for each module of which something was written, and a line for the others.
  static String summary(Grades grades) {
    var out = new StringBuilder();
    var untouched = new ArrayList<String>();
    for (var m : grades.modules()) {
      if (m.exercises().stream().allMatch(e -> e.verdict() == Verdict.NOT_STARTED)) {
        untouched.add(m.module().name());
      } else {
        table(out, m);
      }
    }
    if (!untouched.isEmpty()) {
      out.append("Not started: ").append(String.join(", ", untouched)).append("\n\n");
    }
    return out.toString();
  }

  private static void table(StringBuilder out, ModuleResult m) {
    out.append(
        "### %s: %s points%n%n".formatted(m.module().name(), Words.of(m.earned(), m.points())));
    out.append(
        "| | Exercise | Verdict | Tests | Points | First failure |\n|---|---|---|---|---:|---|\n");
    for (var e : m.exercises()) {
      var problem = e.firstProblem();
      out.append(
          "| %s | %s %s | %s | %s | %s | %s |%n"
              .formatted(
                  Words.symbol(e.verdict(), true),
                  e.exercise().id(),
                  cell(e.exercise().title()),
                  e.verdict(),
                  Words.tests(e),
                  Words.of(e.earned(), e.exercise().points()),
                  problem == null || e.verdict() == Verdict.NOT_STARTED
                      ? ""
                      : cell(problem.headline())));
    }
    out.append('\n');
  }

  /// Text in which no sign means anything to a table in Markdown.
  private static String cell(String text) {
    return Chars.printable(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("\\s+", " ")
        .replaceAll("[\\\\`*_\\[\\]|~]", "\\\\$0");
  }

  /// A line for each exercise that was started and did not pass.
  static List<String> annotations(Grades grades) {
    var lines = new ArrayList<String>();
    for (var m : grades.modules()) {
      for (var e : m.exercises()) {
        if (e.verdict() != Verdict.PASSED && e.verdict() != Verdict.NOT_STARTED) {
          lines.add(annotation(m, e));
        }
      }
    }
    return lines;
  }

  private static String annotation(ModuleResult m, ExerciseResult e) {
    var problem = e.firstProblem();
    var at = problem == null ? null : problem.at();
    var file = at == null ? Words.file(m.module(), e.exercise()) : at.file();
    var title = "%s %s: %s".formatted(e.exercise().id(), e.exercise().title(), e.verdict());
    return "::%s file=%s,line=%d,title=%s::%s"
        .formatted(
            e.verdict() == Verdict.UNDECIDED ? "warning" : "error",
            property(file),
            at == null ? 1 : at.line(),
            property(title),
            message(problem == null ? e.verdict().toString() : told(problem.told(), e)));
  }

  private static String told(String told, ExerciseResult e) {
    @Nullable String mistake = e.likelyMistake();
    return mistake == null ? told : told + "\n" + mistake;
  }

  private static String message(String text) {
    return Chars.printable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return message(text).replace(":", "%3A").replace(",", "%2C");
  }
}
