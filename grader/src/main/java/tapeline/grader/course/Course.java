package tapeline.grader.course;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The course as it lies on disk: where each module's files are, and what it asks.
///
/// @param root the folder with `modules`, `solutions` and `grader`
public record Course(Path root, List<CourseModule> modules) {

  private static final Pattern CELL = Pattern.compile("\"%%exercise (\\d\\d\\.\\d{1,2})\\b");
  private static final Pattern JDK_MODULES = Pattern.compile("<jdk.modules>(.+?)</jdk.modules>");

  /// Finds the modules under `solutions/`.
  public static Course at(Path root) {
    var folders = subfolders(root.resolve("solutions"), "\\d\\d-.+");
    return new Course(root, folders.stream().map(f -> module(root, f)).toList());
  }

  private static List<Path> subfolders(Path of, String name) {
    try (var folders = Files.list(of)) {
      return folders
          .filter(p -> p.getFileName().toString().matches(name))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CourseModule module(Path root, Path folder) {
    var name = folder.getFileName().toString();
    int number = Integer.parseInt(name.substring(0, 2));
    return new CourseModule(number, name, () -> exercises(root, folder, name, number));
  }

  /// The exercises of a module in the order of its notebooks' cells; those without one come last.
  private static List<Exercise> exercises(Path root, Path folder, String name, int number) {
    var exercises = new ArrayList<Exercise>();
    for (var file : files(folder.resolve("src/main"), p -> !isCompiled(p))) {
      var inModule = folder.relativize(file).toString().replace('\\', '/');
      for (var r : MarkedSource.parse(name + "/" + inModule, read(file)).regions()) {
        if (r.id().module() != number) {
          throw new MarkerException(
              name + "/" + inModule, r.beginLine(), "exercise " + r.id() + " is of another module");
        }
        exercises.add(new Exercise(r.id(), r.title(), r.points(), r.core(), inModule));
      }
    }
    var cells = notebooks(root, name).stream().flatMap(Course::cells).toList();
    exercises.sort(
        Comparator.comparing((Exercise e) -> !cells.contains(e.id()))
            .thenComparingInt(e -> cells.indexOf(e.id()))
            .thenComparing(Exercise::id));
    return exercises;
  }

  /// The notebook of a module, and further ones whose names have a letter behind the number.
  private static List<Path> notebooks(Path root, String module) {
    var folder = root.resolve("notebooks");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    var names = Pattern.quote(module) + "|" + module.substring(0, 2) + "[a-z]-.+";
    try (var all = Files.list(folder)) {
      return all.filter(p -> p.getFileName().toString().matches("(" + names + ")\\.ipynb"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The exercises of a notebook's cells; none where it cannot be read, as it grades nothing.
  private static Stream<ExerciseId> cells(Path notebook) {
    if (!Files.isReadable(notebook) || !Files.isRegularFile(notebook)) {
      return Stream.empty();
    }
    return CELL.matcher(read(notebook)).results().map(m -> ExerciseId.parse(m.group(1)));
  }

  /// The module of this number.
  ///
  /// @throws IllegalArgumentException when there is none, naming those there are
  public CourseModule module(int number) {
    return modules.stream()
        .filter(m -> m.number() == number)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no module %d; there are %s"
                    .formatted(number, modules.stream().map(CourseModule::name).toList())));
  }

  /// The modules that `module` builds on, by its pom's dependencies and theirs, lowest first.
  ///
  /// @throws IllegalArgumentException when it depends on itself or on a higher number
  public List<CourseModule> needs(CourseModule module) {
    var all = new TreeSet<>(Comparator.comparingInt(CourseModule::number));
    for (var direct : directNeeds(module)) {
      all.add(direct);
      all.addAll(needs(direct));
    }
    return List.copyOf(all);
  }

  /// The modules among the dependencies of the pom of `module`, lowest first.
  public List<CourseModule> directNeeds(CourseModule module) {
    var dependencies = dependencies(solution(module));
    var direct = new ArrayList<CourseModule>();
    for (var m : modules) {
      if (lists(dependencies, m.name())) {
        if (m.number() >= module.number()) {
          throw new IllegalArgumentException(
              "a module depends only on lower numbers, but %s depends on %s"
                  .formatted(module.name(), m.name()));
        }
        direct.add(m);
      }
    }
    return direct;
  }

  /// Returns the name of the notebook that has the cell of an exercise: `18a-workers`, or the
  /// module's own where no further notebook of the module has it.
  public String notebook(ExerciseId id) {
    var module = module(id.module());
    return notebooks(root, module.name()).stream()
        .filter(notebook -> cells(notebook).anyMatch(id::equals))
        .findFirst()
        .map(notebook -> notebook.getFileName().toString().replace(".ipynb", ""))
        .orElse(module.name());
  }

  /// The sources of the laboratory, which uses modules and is part of none.
  public Path laboratory() {
    return root.resolve("grader/laboratory/src/main/java");
  }

  /// The text after the pom's first `<dependencies>`; empty for a folder without a pom, or a pom
  /// without any.
  private static String dependencies(Path folder) {
    var file = folder.resolve("pom.xml");
    var pom = Files.exists(file) ? read(file) : "";
    int begin = pom.indexOf("<dependencies>");
    return begin < 0 ? "" : pom.substring(begin);
  }

  private static boolean lists(String dependencies, String name) {
    return dependencies.contains("<artifactId>" + name + "</artifactId>");
  }

  /// Returns whether the module's tests compute for long, so that the optimising compiler pays for
  /// itself: its pom says `<worker.jit>optimizing</worker.jit>`.
  public boolean computesForLong(CourseModule module) {
    return read(solution(module).resolve("pom.xml")).contains("<worker.jit>optimizing<");
  }

  /// The JVM's flags for what `users` need of the JDK beside what Java starts with: one of them, or
  /// of those that they build on, says `<jdk.modules>jdk.incubator.vector</jdk.modules>` in its
  /// pom.
  public List<String> jdkFlags(List<CourseModule> users) {
    var all = new LinkedHashSet<>(users);
    users.forEach(m -> all.addAll(needs(m)));
    var names = new LinkedHashSet<String>();
    for (var m : all) {
      var found = JDK_MODULES.matcher(read(solution(m).resolve("pom.xml")));
      if (found.find()) {
        names.add(found.group(1));
      }
    }
    return names.isEmpty() ? List.of() : List.of("--add-modules=" + String.join(",", names));
  }

  /// Returns the folders of code that modules are given, each behind those that it needs.
  public List<GivenFolder> given() {
    return given(_ -> true);
  }

  /// Returns the folders that `module` may use: what its pom lists, and those of the modules that
  /// it needs.
  public List<GivenFolder> given(CourseModule module) {
    var poms = new StringBuilder(dependencies(solution(module)));
    needs(module).forEach(m -> poms.append(dependencies(solution(m))));
    return given(folder -> lists(poms.toString(), folder.name()));
  }

  /// Returns the folders that `given` needs.
  public List<GivenFolder> given(GivenFolder given) {
    var pom = dependencies(given.folder());
    return given(folder -> lists(pom, folder.name()));
  }

  private List<GivenFolder> given(Predicate<GivenFolder> wanted) {
    var all = new LinkedHashSet<GivenFolder>();
    for (var folder : subfolders(root.resolve("modules"), "00-.+")) {
      var given = new GivenFolder(folder.getFileName().toString(), folder);
      if (wanted.test(given)) {
        all.addAll(given(given));
        all.add(given);
      }
    }
    return List.copyOf(all);
  }

  /// The folder that the learner edits.
  public Path learner(CourseModule module) {
    return root.resolve("modules").resolve(module.name());
  }

  /// The reference solution.
  public Path solution(CourseModule module) {
    return root.resolve("solutions").resolve(module.name());
  }

  /// The module's tests, hints and mutants.
  public Path tests(CourseModule module) {
    return root.resolve("grader/tests").resolve(module.name());
  }

  /// The folder of helpers that every module's tests may use.
  public Path testSupport() {
    return root.resolve("grader/tests/00-support/java");
  }

  /// The folders of tests that belong to no exercise: those of the given parts, whose numbers are
  /// 00, and in `NN-name/given` those of what module NN is given beside its exercises.
  public List<Path> givenTests() {
    try (var folders = Files.list(root.resolve("grader/tests"))) {
      return folders
          .map(p -> p.getFileName().toString().startsWith("00-") ? p : p.resolve("given"))
          .map(p -> p.resolve("java"))
          .filter(Files::isDirectory)
          .filter(p -> !p.equals(testSupport()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the folder of everything that the grader makes.
  public Path target() {
    return root.resolve("grader/target");
  }

  /// A folder of this process alone, `PID-HOST/name`: a terminal, a notebook and a check may be at
  /// work at once, and several machines on one disk. It is deleted when the process is gone and
  /// another one of its machine grades.
  public Path ownFolder(String name) {
    var own = ProcessHandle.current().pid() + "-" + host();
    return target().resolve("course/given").resolve(own).resolve(name);
  }

  /// This machine's name, or this container's.
  public static String host() {
    return Host.NAME;
  }

  /// Asked once: the network's answer may take seconds, and change.
  private static final class Host {
    static final String NAME = hostName();
  }

  private static String hostName() {
    var linux = Path.of("/proc/sys/kernel/hostname");
    var windows = System.getenv("COMPUTERNAME");
    var name = Files.exists(linux) ? read(linux) : windows == null ? networkName() : windows;
    return name.strip().replaceAll("[^\\w.-]", "_");
  }

  private static String networkName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "here";
    }
  }

  /// Returns whether a file is what a program made, and so holds no exercise: PTX, or numbers in
  /// `.bin`.
  public static boolean isCompiled(Path file) {
    return file.toString().endsWith(".ptx") || file.toString().endsWith(".bin");
  }

  /// Returns the folder of the files that stand beside the classes made from `java`:
  /// `src/main/resources` for `src/main/java`.
  public static Path resources(Path java) {
    return java.resolveSibling("resources");
  }

  /// Returns the folder of what a module is given beside the sources that its learner reads:
  /// `src/given/java` for `src/main/java`.
  public static Path givenBeside(Path java) {
    return java.resolve("../../given/java").normalize();
  }

  /// Returns whether a file of this name in a module is a source or a resource of its classes.
  public static boolean isSource(String name) {
    return name.startsWith("src/main/") || name.startsWith("src/given/");
  }

  /// The Java sources below `folder`, sorted; none when it does not exist.
  public static List<Path> javaFiles(Path folder) {
    return files(folder, p -> p.toString().endsWith(".java") && !isHidden(p));
  }

  /// Returns whether the file's name begins with a point: macOS lays `._Tape.java` beside
  /// `Tape.java` on disks and in archives.
  static boolean isHidden(Path file) {
    return file.getFileName().toString().startsWith(".");
  }

  /// The regular files below `folder` that match, sorted; none when it does not exist. What Maven
  /// builds beside a `pom.xml` is left out, as a build may write and delete there meanwhile.
  public static List<Path> files(Path folder, Predicate<Path> which) {
    var found = new ArrayList<Path>();
    if (!Files.isDirectory(folder)) {
      return found;
    }
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path below, BasicFileAttributes attributes) {
              return below.endsWith("target") && Files.exists(below.resolveSibling("pom.xml"))
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (Files.isRegularFile(file) && which.test(file)) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(null);
    return found;
  }

  /// `folder` and everything below it, a folder before what is in it.
  public static List<Path> entries(Path folder) {
    try (var s = Files.walk(folder)) {
      return s.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the whole text of a UTF-8 file without a byte order mark. Where it is no UTF-8 it has
  /// U+FFFD, which costs the exercise in which it stands its grading, and no other.
  public static String read(Path file) {
    var text = text(file, UTF_8);
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /// The file's text in this encoding.
  public static String text(Path file, Charset encoding) {
    try {
      return new String(Files.readAllBytes(file), encoding);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
