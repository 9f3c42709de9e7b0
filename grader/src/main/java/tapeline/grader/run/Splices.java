package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import tapeline.grader.course.Course;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.ModuleAnswers;
import tapeline.grader.course.Region;
import tapeline.grader.generate.Disk;

/// The files of a module with other texts in their regions, and where their lines were before.
final class Splices {
  private final ModuleAnswers answers;
  private final Path folder;
  private final Path scratch;
  private final Map<Path, MarkedSource> handedIn;

  /// The texts in which regions are exchanged: those handed in, or the file as it was given where
  /// it was withdrawn.
  private final Map<Path, MarkedSource> bases;

  private final Map<Path, Copy> copies = new HashMap<>();

  /// A file with other regions, and the file it was made from.
  private record Copy(Path of, MarkedSource source) {}

  /// @param scratch the folder for copies
  /// @param handedIn the files in `folder` that have exercises
  Splices(ModuleAnswers answers, Path folder, Path scratch, Map<Path, MarkedSource> handedIn) {
    this.answers = answers;
    this.folder = folder;
    this.scratch = scratch;
    this.handedIn = handedIn;
    this.bases = new LinkedHashMap<>(handedIn);
  }

  /// Returns whether the exercise has its markers, so that its region can be exchanged.
  boolean has(Exercise exercise) {
    var base = bases.get(folder.resolve(exercise.file()));
    return base != null && base.bodies().containsKey(exercise.id());
  }

  /// Puts the file as it was given in the place of the one handed in, except for these regions.
  void restore(Path file, Map<ExerciseId, String> kept) {
    var given = answers.in(name(file));
    var bodies = new HashMap<>(given.stubs());
    bodies.putAll(kept);
    var text = answers.splice(name(file), given, bodies);
    bases.put(file, MarkedSource.parse(file.toString(), text));
  }

  /// Returns the sources with copies of the files that have one of these regions, or were restored.
  Sources with(Sources sources, Map<ExerciseId, String> bodies) {
    var files = sources;
    copies.clear();
    for (var base : bases.entrySet()) {
      var path = base.getKey();
      var source = base.getValue();
      if (source.equals(handedIn.get(path))
          && source.regions().stream().noneMatch(r -> bodies.containsKey(r.id()))) {
        continue;
      }
      var copy = scratch.resolve(folder.relativize(path));
      try {
        Files.createDirectories(copy.getParent());
        var text = answers.splice(name(path), source, bodies);
        copies.put(
            copy, new Copy(path, MarkedSource.parse(copy.toString(), text, new ArrayList<>())));
        Files.writeString(copy, text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      files = put(files, path, copy);
    }
    return files;
  }

  /// Returns the sources with another file in the place of this one.
  Sources put(Sources sources, Path file, Path instead) {
    var resources = Course.resources(folder.resolve(Given.MAIN));
    return sources.with(
        file, instead, file.startsWith(resources) ? Disk.name(resources, file) : "");
  }

  private String name(Path file) {
    return Disk.name(folder, file);
  }

  /// Returns an error in a copy as one in the source handed in.
  CompileError inGiven(CompileError error) {
    var copy = copies.get(error.file());
    return copy == null
        ? error
        : new CompileError(
            copy.of,
            error.line() < 1 ? error.line() : inGiven(copy, error.line()),
            error.column(),
            error.message());
  }

  /// Returns the line of the file handed in that this line of its last copy was.
  int inGiven(Path file, int line) {
    return copies.values().stream()
        .filter(copy -> copy.of.equals(file))
        .findFirst()
        .map(copy -> inGiven(copy, line))
        .orElse(line);
  }

  private int inGiven(Copy copy, int line) {
    int shift = 0;
    boolean first = true; // what lies before has imports more
    for (var r : copy.source.regions()) {
      var own = handedIn.get(copy.of);
      var same = own == null ? Stream.<Region>of() : own.regions().stream();
      var before = same.filter(o -> o.id().equals(r.id())).findFirst().orElse(r);
      if (first || r.beginLine() <= line) {
        shift = before.beginLine() - r.beginLine();
        first = false;
      }
      if (r.endLine() < line) {
        shift = before.endLine() - r.endLine();
      }
    }
    return line + shift;
  }
}
