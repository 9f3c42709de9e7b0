package tapeline.grader.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.grader.course.Course;
import tapeline.grader.course.Git;

/// Makes what learners edit from `solutions/`: each `modules/NN-name`, with a stub in every
/// exercise's region and the table of exercises in its README, and the `%%exercise` cells of the
/// notebooks.
///
/// It overwrites and removes whatever else stands there; [#requireSaved] says whether git has that.
/// Line ends do not count; build output, hidden files and a learner's `.mine` stay.
/*
 * Everything is planned before anything is written, so a malformed marker changes nothing.
 */
public final class Generate {
  private static final int NAMED = 5;

  private final Course course;
  private final SortedMap<String, byte[]> writes = new TreeMap<>();
  private final SortedSet<String> removals = new TreeSet<>();

  private Generate(Course course) {
    if (course.modules().isEmpty()) {
      throw new IllegalArgumentException(
          "modules are generated from solutions, and %s holds none"
              .formatted(course.root().resolve("solutions")));
    }
    this.course = course;
    planModules();
    Notebook.files(course).forEach(this::planNotebook);
  }

  /// Brings modules and notebooks up to date and says what it wrote and removed.
  ///
  /// @throws IllegalArgumentException when a marker or a notebook is malformed; then nothing is
  ///   written
  public static Generated write(Course course) {
    var plan = new Generate(course);
    var root = course.root();
    plan.removals.forEach(path -> Disk.delete(root.resolve("modules"), root.resolve(path)));
    plan.writes.forEach((path, bytes) -> Disk.write(root.resolve(path), bytes));
    return plan.generated(true);
  }

  /// Says what [#write] would do. Changes nothing.
  ///
  /// @throws IllegalArgumentException as [#write] does
  public static Generated check(Course course) {
    return new Generate(course).generated(false);
  }

  /// Refuses when [#write] would overwrite or remove a file of which git has no copy.
  ///
  /// @throws IllegalStateException naming these files
  public static void requireSaved(Course course) {
    var plan = new Generate(course);
    var touched =
        Stream.concat(plan.writes.keySet().stream(), plan.removals.stream())
            .filter(path -> Files.exists(course.root().resolve(path)))
            .collect(Collectors.toCollection(TreeSet::new));
    if (touched.isEmpty()) {
      return;
    }
    touched.retainAll(
        new Git(course.root())
            .files("ls-files", "--modified", "--others", "-z", "--", "modules", "notebooks"));
    if (!touched.isEmpty()) {
      throw new IllegalStateException(
          "generation would overwrite changes that git does not have, in %s%s: git add or git restore these files, then generate again"
              .formatted(
                  touched.stream().limit(NAMED).collect(Collectors.joining(", ")),
                  touched.size() > NAMED ? " and %d more".formatted(touched.size() - NAMED) : ""));
    }
  }

  private Generated generated(boolean done) {
    return new Generated(done, List.copyOf(writes.keySet()), List.copyOf(removals));
  }

  private void planModules() {
    var wanted = new TreeMap<String, byte[]>();
    course.modules().forEach(m -> wanted.putAll(Mirror.of(course, m)));
    wanted.forEach((path, bytes) -> {
      var file = course.root().resolve(path);
      if (!Files.exists(file) || !Arrays.equals(Disk.read(file), bytes)) {
        writes.put(path, bytes);
      }
    });
    var modules = course.root().resolve("modules");
    for (var file : Course.files(modules, f -> isGenerated(Disk.name(modules, f)))) {
      var path = Disk.name(course.root(), file);
      if (!wanted.containsKey(path)) {
        removals.add(path);
      }
    }
  }

  /// Returns whether a file of this name below `modules` is generated or left over.
  private static boolean isGenerated(String name) {
    int slash = name.indexOf('/');
    return name.matches("(?!00)\\d\\d-[^/]+/.+") && Mirror.isLearners(name.substring(slash + 1));
  }

  private void planNotebook(Path file) {
    var name = Disk.name(course.root(), file);
    var text = utf8(name, file);
    var stubbed = ExerciseCells.of(name, text).stubbed(course);
    if (!stubbed.equals(text)) {
      writes.put(name, stubbed.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String utf8(String name, Path file) {
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          name + " is no text in UTF-8: save it in that encoding", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
