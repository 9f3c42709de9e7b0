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
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.program.KernelPtx;
import tapeline.grader.run.KnownMistakes;

/// The project's own test command: all groups of checks, one of them, or those whose inputs have
/// changed since they last passed. Those on exercises can be narrowed to some modules, those of
/// tests of our own to some test classes, as `grader:BriefTest`.
///
/// Several groups run in one process more at a time than there are processors, as each waits at
/// times: for a cell, a notebook's kernel, a cluster.
public final class Checks implements AutoCloseable {
  private static final String ALL = "true";
  private static final String CHANGED = "changed";

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

  /// Whether so many workers are started that a cache for them pays for itself.
  public static boolean isLong(String which) {
    return which.equals(ALL) || which.equals("grader");
  }

  /// A group, and what it is still to be asked for.
  private record Wanted(CheckGroup group, List<CourseModule> modules) {}

  /// Runs the group of this name, all with `true`, those with other inputs with `changed`; whether
  /// none of the checks failed.
  ///
  /// @throws IllegalArgumentException when there is no such group
  public boolean run(String which) {
    try {
      var memory = CheckMemory.of(course);
      var report = new CheckReport(out);
      switch (which) {
        case ALL -> inProcesses(all(), memory, report);
        case CHANGED -> inProcesses(changed(memory), memory, report);
        default -> {
          int colon = which.indexOf(':');
          if (colon < 0) {
            var wanted = new Wanted(group(which), modules);
            here(wanted, keeping(List.of(wanted), memory), report);
          } else { // some of a group's tests say nothing of the group
            groups.onlyTests(which.substring(colon + 1));
            here(new Wanted(group(which.substring(0, colon)), modules), _ -> {}, report);
          }
        }
      }
      if (which.equals("golden")) {
        show(GoldenChecks.table(course));
      }
      return report.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
                "-Dcheck takes no value, changed, or one of %s, got %s"
                    .formatted(
                        groups.all().stream()
                            .map(CheckGroup::name)
                            .collect(Collectors.joining(", ")),
                        name)));
  }

  private List<Wanted> all() {
    return groups.all().stream().map(g -> new Wanted(g, modules)).toList();
  }

  private List<Wanted> changed(CheckMemory memory) {
    var changed = new ArrayList<Wanted>();
    for (var group : groups.all()) {
      var left = modules;
      if (group.byModule()) {
        left = modules.stream().filter(m -> isNew(group, m, memory)).toList();
      } else if (!isNew(group, null, memory)) {
        left = List.of();
      }
      if (left.isEmpty()) {
        out.println(group.name() + " passed on what is here");
      } else {
        changed.add(new Wanted(group, left));
      }
    }
    out.flush();
    return changed;
  }

  private boolean isNew(CheckGroup group, @Nullable CourseModule module, CheckMemory memory) {
    return !memory.hasPassed(group, module, inputs(group, module, memory));
  }

  private String inputs(CheckGroup group, @Nullable CourseModule module, CheckMemory memory) {
    return memory.inputs(group, module == null ? course.modules() : List.of(module));
  }

  /// Runs a group in this process.
  private void here(Wanted wanted, Consumer<GroupResult> keep, CheckReport report) {
    run(
        wanted.group(),
        wanted.modules(),
        r -> {
          report.add(r);
          keep.accept(r);
        });
    report.done(wanted.group());
  }

  /// Runs groups in processes of their own.
  private void inProcesses(List<Wanted> wanted, CheckMemory memory, CheckReport report) {
    Map<String, List<Wanted>> processes = new LinkedHashMap<>();
    for (var w : wanted) {
      processes.computeIfAbsent(w.group().process(), _ -> new ArrayList<>()).add(w);
    }
    out.println("%d groups, each told when it has run …".formatted(wanted.size()));
    out.flush();
    var keep = keeping(wanted, memory);
    var left = new ConcurrentLinkedQueue<>(processes.values());
    var lanes = new ArrayList<Thread>();
    int processors = Runtime.getRuntime().availableProcessors();
    for (int i = 0; i <= processors; i++) { // one more: each waits at times
      lanes.add(
          Thread.ofPlatform()
              .start(() -> {
                for (var next = left.poll(); next != null; next = left.poll()) {
                  process(next, report, keep);
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

  /// Runs groups that belong together: those that are asked for the same modules in one process.
  private void process(List<Wanted> together, CheckReport report, Consumer<GroupResult> keep) {
    Map<List<CourseModule>, List<CheckGroup>> byModules = new LinkedHashMap<>();
    for (var w : together) {
      byModules.computeIfAbsent(w.modules(), _ -> new ArrayList<>()).add(w.group());
    }
    byModules.forEach((chosen, groups) -> process(groups, chosen, report, keep));
  }

  private void process(
      List<CheckGroup> groups,
      List<CourseModule> chosen,
      CheckReport report,
      Consumer<GroupResult> keep) {
    var left = new ArrayList<>(groups);
    String problem;
    try {
      problem =
          CheckProcess.run(
              course,
              groups,
              chosen,
              r -> {
                if (!left.getFirst().name().equals(r.group())) {
                  report.done(left.removeFirst());
                }
                report.add(r);
                keep.accept(r);
              });
    } catch (IOException e) {
      problem = e.toString();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return;
    }
    for (var group : left) {
      if (!problem.isEmpty()) {
        var ended = List.of(Outcome.failed("the process of " + group.name(), problem));
        report.add(new GroupResult(group.name(), 0, ended, 0, 0));
      }
      report.done(group);
    }
  }

  /// Remembers results by what was there before the checks ran: what changes meanwhile is new.
  private Consumer<GroupResult> keeping(List<Wanted> wanted, CheckMemory memory) {
    Map<String, String> before = new LinkedHashMap<>();
    for (var w : wanted) {
      if (!w.group().byModule()) {
        before.put(w.group().name() + 0, inputs(w.group(), null, memory));
      } else {
        for (var m : w.modules()) {
          before.put(w.group().name() + m.number(), inputs(w.group(), m, memory));
        }
      }
    }
    return result -> {
      var module = result.module() == 0 ? null : course.module(result.module());
      var inputs = before.getOrDefault(result.group() + result.module(), "");
      try {
        memory.keep(group(result.group()), module, inputs, result.sound());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /// Runs a group in this process, and hands on each result when it is there.
  void run(CheckGroup group, List<CourseModule> chosen, Consumer<GroupResult> results) {
    if (group.byModule()) {
      chosen.forEach(m -> results.accept(result(group, List.of(m), m.number())));
    } else {
      results.accept(result(group, chosen, 0));
    }
  }

  private GroupResult result(CheckGroup group, List<CourseModule> chosen, int module) {
    long start = System.nanoTime();
    double processor = ProcessorTime.seconds();
    List<Outcome> outcomes;
    try {
      outcomes = group.run().outcomes(chosen);
    } catch (Exception e) {
      outcomes = List.of(Outcome.failed(group.name(), e.toString()));
    }
    return new GroupResult(
        group.name(),
        module,
        outcomes,
        (System.nanoTime() - start) / 1e9,
        ProcessorTime.seconds() - processor);
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
