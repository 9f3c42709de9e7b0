package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.ModuleAnswers;

/// Runs an exercise's quick tests on versions of the reference's answer that are compiled together,
/// or lie beside the classes in turn: all but the first find the classes loaded.
record Versions(Course course, Workers workers, CourseModule module, Exercise exercise) {
  private static final String VARIANT = "versions";

  /// How the tests end on each of these answers, all other exercises solved as in the reference. An
  /// empty list stands for one that is not compiled with the others: it does not compile, it
  /// differs in more than one method or outside of methods.
  List<List<TestEvent>> events(List<String> answers, long limitMillis) {
    var classes = new Classes(course);
    var marked = ModuleAnswers.of(course, module).in(exercise.file());
    var behind = new ArrayList<>(List.of(classes.reference(module)));
    behind.addAll(classes.below(module));
    var folder = classes.given(module, VARIANT);
    var source = folder.resolve(exercise.file());
    try {
      Files.createDirectories(folder);
      // A new one each time: a worker knows classes by their folder.
      var output = Files.createTempDirectory(folder, exercise.id() + "-");
      var path = new ArrayList<>(List.of(output));
      path.addAll(behind);
      path.add(classes.testSupport());
      return exercise.file().endsWith(".java")
          ? compiled(marked, answers, source, behind, path, limitMillis)
          : laid(marked, answers, path, limitMillis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A file that is no Java is read by each test anew.
  private List<List<TestEvent>> laid(
      MarkedSource marked, List<String> answers, List<Path> path, long limitMillis)
      throws IOException {
    var resources = Path.of("src", "main", "resources");
    var file = path.getFirst().resolve(resources.relativize(Path.of(exercise.file())));
    Files.createDirectories(file.getParent());
    var events = new ArrayList<List<TestEvent>>();
    for (var answer : answers) {
      var bodies = new HashMap<>(marked.bodies());
      bodies.put(exercise.id(), answer);
      Files.writeString(file, marked.with(bodies));
      events.add(test(path, GradingWorker.Choice.NONE, limitMillis));
    }
    return events;
  }

  private List<TestEvent> test(List<Path> path, GradingWorker.Choice choice, long limitMillis) {
    var tests = new Classes(course).tests(module);
    return workers.get().test(tests, path, exercise.id(), List.of(), limitMillis, choice);
  }

  private List<List<TestEvent>> compiled(
      MarkedSource marked,
      List<String> answers,
      Path source,
      List<Path> behind,
      List<Path> path,
      long limitMillis)
      throws IOException {
    var events = new ArrayList<>(Collections.nCopies(answers.size(), List.<TestEvent>of()));
    var answer = marked.bodies().getOrDefault(exercise.id(), "");
    var text = marked.with(marked.bodies());
    int begin = text.indexOf(answer, text.indexOf("BEGIN EXERCISE " + exercise.id() + "\n"));
    var changes = answers.stream().map(a -> List.of(change(answer, a))).toList();
    try (var files = Javac.files(Classes.withLibraries(behind), path.getFirst())) {
      var numbered = new NumberedChanges(files, source, text, begin, begin + answer.length());
      var compiled = numbered.compile(changes, () -> true);
      var all = new ArrayList<>(List.of(NumberedChanges.NONE)); // it counts the turns of loops
      all.addAll(compiled);
      for (int number : compiled.isEmpty() ? compiled : all) {
        var choice = new GradingWorker.Choice(numbered.holder(), number);
        var ended = test(path, choice, limitMillis);
        if (number != NumberedChanges.NONE) {
          events.set(number, ended);
        }
      }
    }
    return events;
  }

  /// From the first token that differs to the last one, with the space around.
  private static Hunk change(String from, String to) {
    var old = Token.of(from);
    var now = Token.of(to);
    int most = Math.min(old.size(), now.size());
    int start = 0;
    while (start < most && old.get(start).text().equals(now.get(start).text())) {
      start++;
    }
    int same = 0;
    while (same < most - start
        && old.get(old.size() - 1 - same).text().equals(now.get(now.size() - 1 - same).text())) {
      same++;
    }
    var instead = to.substring(begin(now, start), end(now, same, to));
    return new Hunk(begin(old, start), end(old, same, from), 0, 0, "", instead);
  }

  private static int begin(List<Token> tokens, int before) {
    return before == 0 ? 0 : tokens.get(before - 1).end();
  }

  private static int end(List<Token> tokens, int behind, String text) {
    return behind == 0 ? text.length() : tokens.get(tokens.size() - behind).start();
  }
}
