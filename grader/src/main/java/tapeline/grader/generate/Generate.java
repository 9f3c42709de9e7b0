package tapeline.grader.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;

/// Makes what learners edit from `solutions/`: each `modules/NN-name`, with a stub in every
/// exercise's region and the table of exercises in its README, and the `%%exercise` cells of the
/// notebooks.
///
/// It never touches what a learner has changed. `modules/.generated.sha256` holds what was
/// generated last; a file or a cell that is neither that nor what would be generated now is edited,
/// and stays. Line ends do not count. What no generation wrote, it does not see; of notebooks
/// without an edited cell it records the whole too, by which an export knows what a learner
/// changed.
/*
 * Everything is planned before anything is written, so a malformed marker changes nothing. Files
 * are written before the manifest: a run that dies in between leaves files that are already what
 * the next run generates.
 */
public final class Generate {
  private final Course course;
  private final GeneratedHashes old;
  private final Map<String, String> hashes = new TreeMap<>();
  private final List<Change> changes = new ArrayList<>();
  private final Map<Path, byte[]> writes = new LinkedHashMap<>();
  private final List<Path> removals = new ArrayList<>();

  private Generate(Course course) {
    if (course.modules().isEmpty()) {
      throw new IllegalArgumentException(
          "modules are generated from solutions, and %s holds none"
              .formatted(course.root().resolve("solutions")));
    }
    this.course = course;
    this.old = GeneratedHashes.at(course.root());
    planFiles();
    planLeftOvers();
    planNotebooks();
    planManifest();
  }

  /// Brings modules and notebooks up to date and says what it wrote, removed and kept.
  ///
  /// @throws IllegalArgumentException when a marker, a notebook or the manifest is not well formed;
  ///   then nothing is written
  public static Generated write(Course course) {
    var plan = new Generate(course);
    plan.removals.forEach(file -> Disk.delete(course.root().resolve("modules"), file));
    plan.writes.forEach(Disk::write);
    return new Generated(true, List.copyOf(plan.changes));
  }

  /// Says what [#write] would do, edits that it would keep included. Changes nothing.
  ///
  /// @throws IllegalArgumentException as [#write] does
  public static Generated check(Course course) {
    return new Generated(false, List.copyOf(new Generate(course).changes));
  }

  private void planFiles() {
    for (var module : course.modules()) {
      Mirror.of(course, module)
          .forEach((path, wanted) -> {
            var file = course.root().resolve(path);
            var present = Files.exists(file) ? GeneratedHashes.sha256(Disk.read(file)) : null;
            if (isToBeWritten(path, present, GeneratedHashes.sha256(wanted))) {
              writes.put(file, wanted);
            }
          });
    }
  }

  /// Records the file or cell at `path` and whether it is to be written; `present` is the hash of
  /// what is there, null when nothing is.
  private boolean isToBeWritten(String path, @Nullable String present, String wanted) {
    var recorded = old.hash(path);
    if (wanted.equals(present)) {
      hashes.put(path, wanted);
      return false;
    }
    if (present == null || present.equals(recorded)) {
      hashes.put(path, wanted);
      changes.add(new Change(Change.Kind.WRITE, path));
      return true;
    }
    changes.add(new Change(Change.Kind.KEEP, path));
    if (recorded != null) {
      hashes.put(path, recorded);
    }
    return false;
  }

  private void planLeftOvers() {
    old.hashes()
        .forEach((path, recorded) -> {
          var file = course.root().resolve(path);
          boolean leftOver = path.startsWith("modules/") && !hashes.containsKey(path);
          if (!leftOver || !Files.exists(file)) {
            return;
          }
          if (GeneratedHashes.sha256(Disk.read(file)).equals(recorded)) {
            changes.add(new Change(Change.Kind.REMOVE, path));
            removals.add(file);
          } else {
            changes.add(new Change(Change.Kind.KEEP_LEFT_OVER, path));
            hashes.put(path, recorded);
          }
        });
  }

  private void planNotebooks() {
    Notebook.files(course).forEach(this::planNotebook);
  }

  private void planNotebook(Path file) {
    var name = Disk.name(course.root(), file);
    var notebook = Notebook.parse(name, utf8(name, file));
    var bodies = new HashMap<Integer, String>();
    boolean edited = false;
    for (var cell : notebook.cells()) {
      if (cell.isExercise()) {
        edited |= planCell(name, cell, bodies);
      }
    }
    var text = notebook.with(bodies).getBytes(StandardCharsets.UTF_8);
    if (!bodies.isEmpty()) {
      writes.put(file, text);
    }
    var hash = edited ? old.hash(name) : GeneratedHashes.sha256(Disk.normal(text));
    if (hash != null) {
      hashes.put(name, hash);
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

  /// Whether the cell is edited, and stays.
  private boolean planCell(String notebook, Notebook.Cell cell, Map<Integer, String> bodies) {
    ExerciseId id;
    String stub;
    try {
      id = cell.exercise();
      stub = Mirror.stub(course, course.module(id.module()).exercise(id)).stripTrailing() + "\n";
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: cell %d: %s".formatted(notebook, cell.number(), e.getMessage()), e);
    }
    var present = cell.body().isEmpty() ? null : GeneratedHashes.sha256(cell.body());
    if (isToBeWritten(notebook + "#" + id, present, GeneratedHashes.sha256(stub))) {
      bodies.put(cell.number(), stub);
    }
    return !bodies.containsKey(cell.number()) && !cell.body().equals(stub);
  }

  private void planManifest() {
    var file = course.root().resolve(GeneratedHashes.PATH);
    var wanted = new GeneratedHashes(new TreeMap<>(hashes)).text();
    if (!wanted.equals(Files.exists(file) ? Disk.text(file) : "")) {
      changes.add(new Change(Change.Kind.WRITE, GeneratedHashes.PATH));
      writes.put(file, wanted.getBytes(StandardCharsets.UTF_8));
    }
  }
}
