package tapeline.grader.check;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.need.Need;

/// The notebooks as Jupyter leaves them when the reference's answers stand in their exercise cells,
/// kept in a folder until something changes that they stand on.
///
/// Beside `NAME.ipynb` lie `NAME.inputs`, the digest of what it was made of, and, where a cell
/// failed, `NAME.problem`; such a notebook is tried again the next time.
public final class NotebookOutputs {
  private static final int MOST_AT_ONCE = 2;

  /// Lists files and folders that each notebook stands on, as paths from the course's root.
  private static final List<String> ENGINE =
      List.of(
          "pom.xml",
          "grader/pom.xml",
          "grader/src/main/java/tapeline/grader/course",
          "grader/src/main/java/tapeline/grader/generate",
          "grader/src/main/java/tapeline/grader/result",
          "grader/src/main/java/tapeline/grader/run",
          "grader/src/main/java/tapeline/grader/worker",
          "grader/tests/00-support",
          "notebooks/kernel/pom.xml",
          "notebooks/kernel/src/main",
          "datasets");

  /// The start and the milestones while no exercise is solved in the copy; then the course from its
  /// end, as later notebooks take longer.
  private static final Comparator<String> ORDER =
      Comparator.comparing((String name) -> !name.startsWith("00-"))
          .thenComparing(name -> !name.startsWith("milestone-"))
          .thenComparing(Comparator.reverseOrder());

  private final Course course;
  private final Path kept;
  private final PrintStream out;
  private final Checkout checkout;
  private final Map<Path, String> digests = new ConcurrentHashMap<>();
  private volatile boolean ended;

  NotebookOutputs(Course course, Path kept, PrintStream out) throws IOException {
    this.course = course;
    this.kept = Files.createDirectories(kept);
    this.out = out;
    this.checkout = new Checkout(course.root());
  }

  /// Executes those whose outputs are missing or old; whether all are there and none has failed.
  public static boolean update(Course course, Path kept, PrintStream out)
      throws IOException, InterruptedException {
    return new NotebookOutputs(course, kept, out).update();
  }

  /// The notebooks' names: `01-scalar-tape`, in a folder of `notebooks` with the folder before it.
  public static List<String> names(Course course) {
    var folder = course.root().resolve("notebooks");
    return Course.files(folder, p -> p.toString().endsWith(".ipynb")).stream()
        .map(p -> folder.relativize(p).toString().replace('\\', '/'))
        .filter(n -> !n.matches("(kernel|mine)/.*|.*\\.ipynb_checkpoints/.*"))
        .map(n -> n.replaceFirst("\\.ipynb$", ""))
        .toList();
  }

  /// The names of those that are executed next, in this order.
  List<String> old() {
    return names(course).stream()
        .filter(
            n -> !inputs(n).equals(read(file(n, ".inputs"))) || !Files.exists(file(n, ".ipynb")))
        .sorted(ORDER)
        .toList();
  }

  private boolean update() throws IOException, InterruptedException {
    var old = new ConcurrentLinkedQueue<>(old());
    if (old.isEmpty()) {
      return true;
    }
    var python = NotebookChecks.python();
    if (python == null) {
      say(
          "the notebooks are not executed: "
              + NotebookChecks.NO_PYTHON
              + "; "
              + Need.NBCLIENT.remedy());
      return false;
    }
    say("executing %d notebooks, %d at a time …".formatted(old.size(), MOST_AT_ONCE));
    try (var clean = CleanCopy.of(course)) {
      var end = new Thread(() -> end(old, clean));
      Runtime.getRuntime().addShutdownHook(end); // who ends this program leaves nothing behind
      boolean sound = execute(old, python, NotebookCopy.in(clean, course));
      if (ended) {
        end.join();
      }
      Runtime.getRuntime().removeShutdownHook(end);
      return sound;
    }
  }

  /// Leaves the outputs that were kept as they are.
  private void end(ConcurrentLinkedQueue<String> names, CleanCopy copy) {
    ended = true;
    names.clear();
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    copy.close();
  }

  private boolean execute(ConcurrentLinkedQueue<String> names, String python, NotebookCopy copy)
      throws IOException, InterruptedException {
    var failures = new ConcurrentLinkedQueue<String>();
    var runners = new ArrayList<NotebookRunner>();
    for (int i = 1; i <= MOST_AT_ONCE; i++) {
      var log = course.target().resolve("book-notebooks-%d.log".formatted(i));
      runners.add(NotebookRunner.of(python, copy, copy.jupyter(), log, "--solved"));
    }
    var lanes = new ArrayList<Thread>();
    for (var runner : runners) {
      lanes.add(
          Thread.ofPlatform()
              .start(() -> {
                try (runner) {
                  for (var name = names.poll(); name != null; name = names.poll()) {
                    var problem = execute(name, runner, copy);
                    if (problem != null) {
                      failures.add(name);
                      say("notebooks/%s.ipynb: %s".formatted(name, problem));
                    }
                  }
                }
              }));
    }
    for (var lane : lanes) {
      lane.join();
    }
    return failures.isEmpty();
  }

  /// Executes one and keeps what it showed; what went wrong, or null.
  private @Nullable String execute(String name, NotebookRunner runner, NotebookCopy copy) {
    try {
      var inputs = inputs(name);
      var problem =
          runner.run(List.of(name)).stream()
              .map(Outcome::problem)
              .filter(p -> p != null)
              .collect(Collectors.joining("\n"));
      if (ended) {
        return null;
      }
      var stem = name.substring(name.lastIndexOf('/') + 1);
      var made = copy.folder().resolve("grader/target/notebooks/" + stem + "-solved.ipynb");
      Files.deleteIfExists(file(name, ".inputs"));
      Files.deleteIfExists(file(name, ".problem"));
      if (Files.exists(made)) {
        Files.createDirectories(file(name, "").getParent());
        Files.copy(made, file(name, ".ipynb"), StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.deleteIfExists(file(name, ".ipynb"));
      }
      Files.writeString(
          file(name, problem.isEmpty() ? ".inputs" : ".problem"),
          problem.isEmpty() ? inputs : problem);
      return problem.isEmpty() ? null : problem;
    } catch (IOException e) {
      return e.toString();
    }
  }

  /// Returns the digest of what its outputs follow from.
  String inputs(String name) {
    var own = course.modules().stream().filter(m -> m.name().equals(name)).toList();
    var inputs = new LinkedHashSet<>(ENGINE);
    for (var m : own.isEmpty() ? course.modules() : own) {
      course.given(m).forEach(g -> inputs.add(checkout.name(g.folder())));
      inputs.add(checkout.name(course.tests(m)));
      inputs.add(checkout.name(course.solution(m)));
      course.needs(m).forEach(n -> inputs.add(checkout.name(course.solution(n))));
    }
    if (own.isEmpty()) {
      inputs.add("grader/laboratory"); // where the milestones are
    }
    inputs.add("notebooks/" + name + ".ipynb");
    inputs.add("notebooks/quizzes" + (own.isEmpty() ? "" : "/" + name + ".md"));
    var all = new StringBuilder(Runtime.version().toString());
    for (var input : inputs) {
      for (var file : checkout.files(input)) {
        var digest = digests.computeIfAbsent(file, NotebookOutputs::digest);
        all.append(checkout.name(file)).append(' ').append(digest);
      }
    }
    return sha256(all.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String digest(Path file) {
    try {
      return sha256(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file(String name, String ending) {
    return kept.resolve(name + ending);
  }

  private static String read(Path file) {
    return Files.exists(file) ? Course.read(file) : "";
  }

  private synchronized void say(String line) {
    out.println(line);
    out.flush();
  }
}
