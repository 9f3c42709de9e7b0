package tapeline.grader.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tapeline.grader.course.ExerciseId;

/// The part of a module that compiles: regions with errors are replaced by their stubs, files with
/// errors outside their regions by those of the course, and a learner's own files with errors are
/// left out, so that the other exercises can still be graded.
///
/// @param errors those of what was handed in, all of them
/// @param takenOut the error of each exercise whose region is a stub in the classes
/// @param withdrawn the first error of each file that is not as it was handed in
/// @param compiled whether there are classes
record Salvage(
    List<CompileError> errors,
    Map<ExerciseId, CompileError> takenOut,
    Map<Path, CompileError> withdrawn,
    boolean compiled) {

  /// Compiles `given` into `output`, against the class path `below`.
  static Salvage compile(Given given, Compiler compiler, List<Path> below, Path output) {
    var takenOut = new LinkedHashMap<ExerciseId, CompileError>();
    var withdrawn = new LinkedHashMap<Path, CompileError>();
    var errors = given.compile(given.sources(), compiler, below, output);
    for (var left = errors; !left.isEmpty(); ) {
      var told = left.stream().map(given::inGiven).toList();
      var found = new LinkedHashMap<ExerciseId, CompileError>();
      int before = withdrawn.size();
      missing(given, told).forEach(withdrawn::putIfAbsent);
      if (withdrawn.size() == before) {
        found.putAll(unclosed(given, told));
        found.keySet().removeAll(takenOut.keySet());
      }
      if (found.isEmpty() && withdrawn.size() == before) {
        for (var e : told) {
          given.suspect(e).ifPresent(id -> found.putIfAbsent(id, cause(given, e, withdrawn)));
          if (given.isOwn(e.file())) {
            withdrawn.putIfAbsent(e.file(), cause(given, e, withdrawn));
          }
        }
      }
      found.keySet().removeIf(id -> takenOut.containsKey(id) || given.isStub(id));
      if (found.isEmpty() && withdrawn.size() == before) {
        // A head that was changed in one region may be refused where the method is called.
        given.changedRegions().forEach(id -> found.put(id, told.getFirst()));
        found.keySet().removeAll(takenOut.keySet());
      }
      if (found.isEmpty() && withdrawn.size() == before) {
        outside(given, told).forEach(withdrawn::putIfAbsent);
      }
      for (var file : new ArrayList<>(withdrawn.keySet()).subList(before, withdrawn.size())) {
        var error = Objects.requireNonNull(withdrawn.get(file), "its key is there");
        given.withdraw(file).forEach(id -> found.put(id, error));
      }
      if (found.isEmpty() && withdrawn.size() == before) {
        return new Salvage(errors, Map.of(), Map.of(), false);
      }
      found.forEach(takenOut::putIfAbsent);
      left = given.compile(given.stubbed(takenOut.keySet()), compiler, below, output);
    }
    return new Salvage(errors, takenOut, withdrawn, true);
  }

  /// The exercises in whose regions something has no end, which the compiler notices behind them,
  /// in the files of these errors. With each the error to show: one in the region, else behind it.
  private static Map<ExerciseId, CompileError> unclosed(Given given, List<CompileError> errors) {
    var found = new LinkedHashMap<ExerciseId, CompileError>();
    for (var file : errors.stream().map(CompileError::file).distinct().toList()) {
      var mine = errors.stream().filter(e -> e.file().equals(file)).toList();
      var all = given.regions(file);
      var open = all.stream().filter(r -> !given.unmatched(r).isEmpty()).toList();
      // A file that the compiler has read to its end has errors in other regions only.
      if (mine.stream()
          .allMatch(e -> all.stream().anyMatch(r -> r.contains(e.line()) && !open.contains(r)))) {
        continue;
      }
      for (var r : open) {
        var inside = mine.stream().filter(e -> r.contains(e.line())).findFirst();
        var behind = mine.stream().filter(e -> e.line() > r.endLine()).findFirst();
        found.put(
            r.id(),
            inside.orElseGet(() ->
                behind
                    .orElse(mine.getFirst())
                    .with(
                        "; in the region of %s, %s has no partner"
                            .formatted(r.id(), given.unmatched(r)))));
      }
    }
    return found;
  }

  /// The error of a helper that was left out, where its name stands in the line of `error`.
  private static CompileError cause(
      Given given, CompileError error, Map<Path, CompileError> withdrawn) {
    var words = error.words();
    return withdrawn.entrySet().stream()
        .filter(e -> given.isOwn(e.getKey()))
        .filter(e -> words.contains(("" + e.getKey().getFileName()).replace(".java", "")))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(error);
  }

  /// The files of the course that are missing: what others miss of them is no error of theirs.
  private static Map<Path, CompileError> missing(Given given, List<CompileError> errors) {
    var files = new LinkedHashMap<Path, CompileError>();
    for (var file : given.changed().stream().filter(f -> !Files.exists(f)).toList()) {
      var own = errors.stream().filter(e -> e.file().equals(file)).findFirst();
      files.put(file, own.orElse(errors.getFirst()));
    }
    return files;
  }

  /// The files of the course with errors outside their regions; where these have none, all that
  /// were changed, each with the error to show.
  private static Map<Path, CompileError> outside(Given given, List<CompileError> errors) {
    var changed = given.changed();
    var files = new LinkedHashMap<Path, CompileError>();
    errors.stream()
        .filter(e -> given.hasExercises(e.file()) || changed.contains(e.file()))
        .forEach(e -> files.putIfAbsent(e.file(), e));
    if (files.isEmpty()) {
      changed.forEach(file -> files.put(file, errors.getFirst()));
    }
    return files;
  }
}
