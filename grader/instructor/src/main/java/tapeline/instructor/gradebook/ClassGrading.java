package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Selection;
import tapeline.grader.report.Html;
import tapeline.grader.report.HtmlReport;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.instructor.database.ClaimTable;
import tapeline.instructor.database.ClaimTable.Claim;
import tapeline.instructor.homework.Homework;
import tapeline.instructor.homework.Refused;
import tapeline.instructor.homework.SubmissionFolder;
import tapeline.instructor.homework.Withheld;
import tapeline.toolkit.ScratchFolder;

/// Grades what a class handed in, several submissions at once, and keeps each result when it is
/// there: a run that was killed goes on where it was. Runs on several machines share a class: each
/// submission is claimed by one of them.
final class ClassGrading {
  private static final int LONGEST = 2_000;
  private static final long WAIT_MILLIS = 500;

  private final Selection selection;
  private final Homework homework;
  private final String folder;
  private final SubmissionFiles files;
  private final String tests;
  private final @Nullable ClaimTable claims;
  private final AtomicInteger kept = new AtomicInteger();

  /// @param folder holds the results and the feedback
  /// @param tests the hash of all that submissions are graded by
  /// @param claims of the submissions; null where no other run grades this class
  ClassGrading(
      Selection selection,
      Homework homework,
      Path folder,
      String tests,
      @Nullable ClaimTable claims) {
    this.selection = selection;
    this.homework = homework;
    this.folder = folder.toString();
    this.tests = tests;
    this.claims = claims;
    files = new SubmissionFiles(folder, selection);
  }

  /// The result of grading a class.
  ///
  /// @param results by the students' ids
  /// @param open why the grader failed, by the ids of those whom it failed on: that is no mark, and
  ///   the next run tries again
  /// @param kept how many results were there already, from a run before or another machine's
  record Graded(Map<String, StudentResult> results, SortedMap<String, String> open, int kept) {}

  /// Grades all but those whose results are there already, and waits for those that other runs
  /// have. What one submission does to the grader costs no other its result.
  ///
  /// @param jobs how many at once
  /// @param graded runs after each, one at a time
  Graded run(List<HandedIn> all, int jobs, Runnable graded) throws InterruptedException {
    var results = new ConcurrentHashMap<String, StudentResult>();
    var open = new ConcurrentSkipListMap<String, String>();
    kept.set(0);
    var left = all;
    try (var threads = Executors.newFixedThreadPool(jobs)) {
      while (!left.isEmpty()) {
        if (claims != null) {
          claims.releaseGone();
        }
        var elsewhere = new ConcurrentLinkedQueue<HandedIn>();
        var running = new ArrayList<Callable<Void>>();
        for (var one : left) {
          running.add(() -> {
            var id = one.student().id();
            try {
              var result = result(one);
              if (result.isEmpty()) {
                elsewhere.add(one);
                return null;
              }
              results.put(id, result.get());
            } catch (IOException | RuntimeException | Error e) {
              open.put(id, e.toString());
            }
            synchronized (graded) {
              graded.run();
            }
            return null;
          });
        }
        threads.invokeAll(running);
        left = List.copyOf(elsewhere);
        if (!left.isEmpty()) {
          Thread.sleep(WAIT_MILLIS);
        }
      }
    }
    for (var one : all) {
      var id = one.student().id();
      if (!results.containsKey(id)) {
        open.putIfAbsent(id, "its grading did not end");
      }
    }
    return new Graded(results, open, kept.get());
  }

  /// Returns a submission's result; empty where another run has claimed it.
  private Optional<StudentResult> result(HandedIn one) throws IOException, InterruptedException {
    var id = one.student().id();
    var key = "";
    var refusal = one.refusal();
    try {
      key = one.key(tests);
    } catch (AccessDeniedException e) {
      refusal = "it cannot be read: " + Path.of(e.getFile()).getFileName();
    }
    var before = files.result(id, key);
    Claim claim = null;
    if (claims != null && before.isEmpty() && refusal.isEmpty()) {
      claim = claims.claim(new Fingerprint().add(folder).add(id).add(key).hex()).orElse(null);
      before = files.result(id, key); // the run that had the claim may just have ended
      if (claim == null && before.isEmpty()) {
        return before;
      }
    }
    if (before.isPresent()) {
      kept.incrementAndGet();
      return before;
    }
    try {
      return graded(one, key, refusal, claim);
    } catch (IOException | RuntimeException | Error e) {
      write(claim, () -> files.deletePage(id));
      if (claims != null && claim != null) {
        claims.release(claim);
      }
      throw e;
    }
  }

  /// Grades a submission and keeps all that was found; empty where another run has claimed it
  /// since.
  private Optional<StudentResult> graded(
      HandedIn one, String key, String known, @Nullable Claim claim) throws IOException {
    long start = System.nanoTime();
    var withheld = new Withheld();
    try (var scratch = ScratchFolder.of("homework")) {
      var refusal = known;
      var modules = List.<ModuleResult>of();
      Path submission = null;
      if (refusal.isEmpty()) {
        try {
          submission = SubmissionFolder.find(one.paths(), scratch.path(), modules(selection));
          modules = homework.grade(submission, withheld);
        } catch (Refused e) {
          refusal = String.valueOf(e.getMessage());
          submission = null;
        }
      }
      var result =
          new StudentResult(
              key,
              one.student().id(),
              refusal,
              modules.stream().flatMap(m -> m.exercises().stream()).map(e -> mark(e)).toList(),
              homework.seed(),
              (System.nanoTime() - start) / 1e9,
              String.join(" ", modules.stream().flatMap(m -> m.changedGiven().stream()).toList()));
      var page = refusal.isEmpty() ? page(modules) : refused(refusal);
      var sources = submission;
      boolean written = write(claim, () -> files.keep(result, page, withheld.report(), sources));
      return written ? Optional.of(result) : Optional.empty();
    }
  }

  /// Writes files, unless another run has claimed the submission since. A claim behind which a
  /// result lies ends by its time: until then other machines come to see the files.
  private boolean write(@Nullable Claim claim, Writing writing) throws IOException {
    if (claims != null && claim != null) {
      return claims.write(claim, _ -> writing.run());
    }
    writing.run();
    return true;
  }

  /// Writes files.
  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
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
        says.length() > LONGEST ? says.substring(0, LONGEST) + "…" : says,
        Objects.requireNonNullElse(e.likelyMistake(), ""));
  }

  private String page(List<ModuleResult> modules) {
    return HtmlReport.render(
        new Grades(Instant.now(), Runtime.version().toString(), homework.seed(), modules));
  }

  private static String refused(String why) {
    return """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>Tapeline: not graded</title></head>
    <body><h1>Not graded</h1><p>%s</p></body></html>
    """
        .formatted(new Html().text(why));
  }
}
