package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import tapeline.grader.course.Selection;
import tapeline.grader.report.Html;
import tapeline.grader.report.HtmlReport;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.instructor.homework.Homework;
import tapeline.instructor.homework.Refused;
import tapeline.instructor.homework.SubmissionFolder;
import tapeline.instructor.homework.Withheld;
import tapeline.toolkit.ScratchFolder;

/// Grades what a class handed in, several submissions at once, and keeps each result when it is
/// there: a run that was killed goes on where it was.
final class ClassGrading {
  private static final int LONGEST = 2_000;

  private final Selection selection;
  private final Homework homework;
  private final Path folder;
  private final ResultStore store;
  private final String tests;
  private final AtomicInteger kept = new AtomicInteger();

  /// @param folder holds the results and the feedback
  /// @param tests the hash of all that submissions are graded by
  ClassGrading(Selection selection, Homework homework, Path folder, String tests) {
    this.selection = selection;
    this.homework = homework;
    this.folder = folder;
    this.tests = tests;
    store = new ResultStore(folder.resolve("results"));
  }

  /// The result of grading a class.
  ///
  /// @param results by the students' ids
  /// @param open why the grader failed, by the ids of those whom it failed on: that is no mark, and
  ///   the next run tries again
  /// @param kept how many results were there already
  record Graded(Map<String, StudentResult> results, SortedMap<String, String> open, int kept) {}

  /// Grades all but those whose results are there already. What one submission does to the grader
  /// costs no other its result.
  ///
  /// @param jobs how many at once
  /// @param graded runs after each, one at a time
  Graded run(List<HandedIn> all, int jobs, Runnable graded) throws InterruptedException {
    var results = new ConcurrentHashMap<String, StudentResult>();
    var open = new ConcurrentSkipListMap<String, String>();
    kept.set(0);
    try (var threads = Executors.newFixedThreadPool(jobs)) {
      var running = new ArrayList<Callable<Void>>();
      for (var one : all) {
        running.add(() -> {
          var id = one.student().id();
          try {
            results.put(id, result(one));
          } catch (IOException | RuntimeException | Error e) {
            open.put(id, e.toString());
            ResultStore.delete(page(id));
          }
          synchronized (graded) {
            graded.run();
          }
          return null;
        });
      }
      threads.invokeAll(running);
    }
    for (var one : all) {
      var id = one.student().id();
      if (!results.containsKey(id)) {
        open.putIfAbsent(id, "its grading did not end");
      }
    }
    return new Graded(results, open, kept.get());
  }

  /// How many of them have no result yet.
  int missing(List<HandedIn> all) throws IOException {
    int missing = 0;
    for (var one : all) {
      try {
        missing += store.read(one.student().id(), key(one)).isPresent() ? 0 : 1;
      } catch (AccessDeniedException _) {
        // refused in no time, by the run that goes on from the results
      }
    }
    return missing;
  }

  private String key(HandedIn one) throws IOException {
    var print = new Fingerprint().add(tests);
    for (var path : one.paths()) {
      print.add(path.getFileName().toString()).add(path);
    }
    return print.hex();
  }

  private StudentResult result(HandedIn one) throws IOException {
    var id = one.student().id();
    var key = "";
    var unreadable = "";
    try {
      key = key(one);
    } catch (AccessDeniedException e) {
      unreadable = "it cannot be read: " + Path.of(e.getFile()).getFileName();
    }
    var before = store.read(id, key);
    if (unreadable.isEmpty() && before.isPresent()) {
      kept.incrementAndGet();
      return before.get();
    }
    ScratchFolder.delete(sources(id));
    long start = System.nanoTime();
    var exercises = new ArrayList<StudentResult.ExerciseMark>();
    var refusal = "";
    var changed = new ArrayList<String>();
    try (var scratch = ScratchFolder.of("homework")) {
      if (!unreadable.isEmpty()) {
        throw new Refused(unreadable);
      }
      var submission = SubmissionFolder.find(one.paths(), scratch.path(), modules(selection));
      var withheld = new Withheld();
      var modules = homework.grade(submission, withheld);
      modules.forEach(m -> m.exercises().forEach(e -> exercises.add(mark(e))));
      modules.forEach(m -> changed.addAll(m.changedGiven()));
      feedback(id, modules);
      keepWithheld(id, withheld.report());
      keepSources(id, submission);
    } catch (Refused e) {
      refusal = String.valueOf(e.getMessage());
      refusal(id, refusal);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    var result =
        new StudentResult(
            key,
            id,
            refusal,
            List.copyOf(exercises),
            homework.seed(),
            seconds,
            String.join(" ", changed));
    store.write(result);
    return result;
  }

  /// Keeps what hidden tests said in `withheld/`, apart from the feedback: for the instructor
  /// alone.
  private void keepWithheld(String id, String report) throws IOException {
    var file = folder.resolve("withheld").resolve(ResultStore.name(id) + ".txt");
    if (report.isEmpty()) {
      Files.deleteIfExists(file);
    } else {
      ResultStore.replace(file, report);
    }
  }

  /// Keeps the exercises' files, to be compared with each other's.
  private void keepSources(String id, Path submission) throws IOException {
    for (var part : selection.parts()) {
      var files = part.module().exercises().stream().map(e -> e.file()).distinct().toList();
      for (var name : files) {
        var file = submission.resolve(part.module().name()).resolve(name);
        if (name.endsWith(".java") && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          var copy = sources(id).resolve(name);
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }

  private Path sources(String id) {
    return folder.resolve("sources").resolve(ResultStore.name(id));
  }

  /// The names of the modules' folders.
  static Set<String> modules(Selection selection) {
    return selection.parts().stream().map(p -> p.module().name()).collect(Collectors.toSet());
  }

  private static StudentResult.ExerciseMark mark(ExerciseResult e) {
    var problem = e.firstProblem();
    var says = problem == null ? "" : problem.told();
    return new StudentResult.ExerciseMark(
        e.exercise().id().toString(),
        e.exercise().title(),
        e.exercise().points(),
        e.earned(),
        e.verdict().toString(),
        says.length() > LONGEST ? says.substring(0, LONGEST) + "…" : says);
  }

  private void feedback(String id, List<ModuleResult> modules) throws IOException {
    var grades = new Grades(Instant.now(), Runtime.version().toString(), homework.seed(), modules);
    ResultStore.replace(page(id), HtmlReport.render(grades));
  }

  private void refusal(String id, String why) throws IOException {
    ResultStore.replace(
        page(id),
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>Tapeline: not graded</title></head>
        <body><h1>Not graded</h1><p>%s</p></body></html>
        """
            .formatted(new Html().text(why)));
  }

  private Path page(String id) {
    return FeedbackPages.found(folder, id);
  }
}
