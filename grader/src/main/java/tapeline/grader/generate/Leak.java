package tapeline.grader.generate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;

/// Finds lines of an answer where a learner would come across them: below `modules/`, or in a
/// notebook. A check for a clean checkout, where no exercise is solved.
///
/// Lines are compared without white space and without a comment's `//`. A line of an answer counts
/// when it has at least 12 characters, one of them of an identifier, is no comment, and stands in
/// no stub and nowhere outside the regions of `solutions/` (what the course itself gives away, as
/// `var tape = new Tape();` in a benchmark, is no secret).
public final class Leak {
  private static final int SHORTEST = 12;
  // In CUDA C, *p = x and #pragma are code.
  private static final Pattern COMMENT = Pattern.compile("\\s*(?://|/\\*|\\*[ /]|# )");

  private final Course course;
  private final Map<String, ExerciseId> answers = new HashMap<>();
  private final Set<String> given = new HashSet<>();
  private final List<Place> places = new ArrayList<>();

  /// The place of a line of an answer.
  ///
  /// @param file from the course's root; a notebook's is followed by the cell's number
  /// @param line 1-based, in the file or in the cell
  /// @param text the line, without the white space around it
  public record Place(String file, int line, ExerciseId exercise, String text) {
    @Override
    public String toString() {
      return "%s:%d: a line of the answer to %s: %s".formatted(file, line, exercise, text);
    }
  }

  private Leak(Course course) {
    this.course = course;
    course.modules().forEach(this::readAnswers);
    answers.keySet().removeAll(given);
  }

  /// Every place, modules first, each sorted by path; none when the course keeps its answers.
  public static List<Place> find(Course course) {
    var leak = new Leak(course);
    leak.searchModules();
    leak.searchNotebooks();
    return List.copyOf(leak.places);
  }

  private void readAnswers(CourseModule module) {
    var folder = course.solution(module);
    for (var file : Course.files(folder, _ -> true)) {
      var name = Disk.name(folder, file);
      if (Mirror.isSkipped(name)) {
        continue;
      }
      var bytes = Disk.read(file);
      if (!Mirror.mayHaveRegions(name, bytes)) {
        continue;
      }
      var text = new String(bytes, StandardCharsets.UTF_8);
      var source = Mirror.marked("solutions/" + module.name() + "/" + name, text);
      for (var r : source.regions()) {
        r.body()
            .lines()
            .filter(line -> !isComment(line))
            .map(Leak::normal)
            .filter(Leak::isTelling)
            .forEach(line -> answers.putIfAbsent(line, r.id()));
        r.stub().lines().map(Leak::normal).forEach(given::add);
      }
      readGiven(source);
    }
  }

  private void readGiven(MarkedSource source) {
    var lines = source.text().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      int number = i + 1;
      if (source.regions().stream().noneMatch(r -> r.contains(number))) {
        given.add(normal(lines.get(i)));
      }
    }
  }

  private void searchModules() {
    var folder = course.root().resolve("modules");
    for (var file : Course.files(folder, _ -> true)) {
      var name = Disk.name(folder, file);
      int module = name.indexOf('/') + 1;
      if (Mirror.isLearners(name.substring(module))) {
        var bytes = Disk.read(file);
        if (Disk.isText(bytes)) {
          search("modules/" + name, new String(bytes, StandardCharsets.UTF_8));
        }
      }
    }
  }

  private void searchNotebooks() {
    for (var file : Notebook.files(course)) {
      var name = Disk.name(course.root(), file);
      for (var cell : Notebook.parse(name, Course.read(file)).cells()) {
        search(name + " cell " + cell.number(), cell.source());
      }
    }
  }

  private void search(String file, String text) {
    var lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      var exercise = answers.get(normal(lines.get(i)));
      if (exercise != null) {
        places.add(new Place(file, i + 1, exercise, lines.get(i).strip()));
      }
    }
  }

  private static boolean isComment(String line) {
    return COMMENT.matcher(line).lookingAt();
  }

  private static String normal(String line) {
    return line.replaceAll("\\s", "").replaceFirst("^(?://+|#+|/?\\*+)(?:STUB)?", "");
  }

  private static boolean isTelling(String normal) {
    return normal.length() >= SHORTEST
        && normal.chars().anyMatch(Character::isUnicodeIdentifierPart);
  }
}
