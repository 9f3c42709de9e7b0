package tapeline.grader.check;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.program.KernelPtx;
import tapeline.grader.run.KnownMistakes;

/// The project's own test command: all groups of checks, or one of them. Those on exercises can be
/// narrowed to some modules, those of tests of our own to some test classes, as `grader:BriefTest`.
///
/// Several groups run in one process more at a time than there are processors, as each waits at
/// times: for a cell, a notebook's kernel, a cluster.
public final class Checks implements AutoCloseable {
  private static final String ALL = "true";

  private final Course course;
  private final List<CourseModule> modules;
  private final PrintStream out;
  private final CheckGroups groups;

  /// @param modules whose exercises are checked
  public Checks(Course course, List<CourseModule> modules, PrintStream out) {
    this.course = course;
    this.modules = modules;
    this.out = out;
    this.groups = new CheckGroups(course);
  }

  /// Returns whether so many workers are started that a cache for them pays for itself.
  public static boolean isLong(String which) {
    return which.equals(ALL) || which.equals("grader");
  }

  /// Runs the group of this name, all with `true`; whether none of the checks failed.
  ///
  /// @throws IllegalArgumentException when there is no such group
  public boolean run(String which) {
    var report = new CheckReport(out);
    if (which.equals(ALL)) {
      inProcesses(report);
    } else {
      int colon = which.indexOf(':');
      groups.onlyTests(colon < 0 ? "" : which.substring(colon + 1));
      var group = group(colon < 0 ? which : which.substring(0, colon));
      report.add(group, result(group));
    }
    if (which.equals("golden")) {
      show(GoldenChecks.table(course));
    }
    return report.end();
  }

  /// The group of this name.
  ///
  /// @throws IllegalArgumentException when there is none, naming those there are
  CheckGroup group(String name) {
    return groups.all().stream()
        .filter(g -> g.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "-Dcheck takes no value or one of %s, got %s"
                    .formatted(
                        groups.all().stream()
                            .map(CheckGroup::name)
                            .collect(Collectors.joining(", ")),
                        name)));
  }

  /// Runs all groups in processes of their own.
  private void inProcesses(CheckReport report) {
    Map<String, List<CheckGroup>> processes = new LinkedHashMap<>();
    for (var group : groups.all()) {
      processes.computeIfAbsent(group.process(), _ -> new ArrayList<>()).add(group);
    }
    out.println("%d groups, each told when it has run …".formatted(groups.all().size()));
    out.flush();
    var left = new ConcurrentLinkedQueue<>(processes.values());
    var lanes = new ArrayList<Thread>();
    int processors = Runtime.getRuntime().availableProcessors();
    for (int i = 0; i <= processors; i++) { // one more: each waits at times
      lanes.add(
          Thread.ofPlatform()
              .start(() -> {
                for (var next = left.poll(); next != null; next = left.poll()) {
                  process(next, report);
                }
              }));
    }
    for (var lane : lanes) {
      try {
        lane.join();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Runs groups that belong together in one process.
  private void process(List<CheckGroup> together, CheckReport report) {
    var left = new ArrayList<>(together);
    String problem;
    try {
      problem = CheckProcess.run(course, together, modules, r -> report.add(left.removeFirst(), r));
    } catch (IOException e) {
      problem = e.toString();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return;
    }
    if (left.isEmpty() && !problem.isEmpty()) {
      left.add(together.getLast()); // it ended badly behind its last result
    }
    for (var group : left) {
      var ended = Outcome.failed("the process of " + group.name(), problem);
      report.add(group, new GroupResult(group.name(), List.of(ended), 0));
    }
  }

  /// Runs a group in this process.
  GroupResult result(CheckGroup group) {
    long start = System.nanoTime();
    List<Outcome> outcomes;
    try {
      outcomes = group.run().outcomes(modules);
    } catch (Exception e) {
      outcomes = List.of(Outcome.failed(group.name(), e.toString()));
    }
    return new GroupResult(group.name(), outcomes, (System.nanoTime() - start) / 1e9);
  }

  private void show(Path table) {
    if (Files.exists(table)) {
      out.println("\n" + Course.read(table));
    }
  }

  /// Tries every mutant and writes down how its tests fail.
  public void recordMutants() {
    new KernelPtx(course).writeMutants(modules).lines().forEach(out::println);
    try (var mutants = groups.newMutants()) {
      for (var module : modules) {
        var file = KnownMistakes.file(course, module);
        Files.writeString(file, mutants.record(module).text());
        out.println("wrote " + course.root().relativize(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    groups.close();
  }
}
