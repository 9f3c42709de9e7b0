package tapeline.grader.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tapeline.grader.course.ExerciseId;

/// The part of a module that compiles: regions with errors are replaced by their stubs, so that the
/// others can still be used.
///
/// @param errors those of what was handed in, all of them
/// @param takenOut the first error of each exercise whose region is a stub in the classes
/// @param compiled whether there are classes
record Salvage(
    List<CompileError> errors, Map<ExerciseId, CompileError> takenOut, boolean compiled) {

  /// Compiles `given` into `output`, against the class path `below`.
  static Salvage compile(Given given, Compiler compiler, List<Path> below, Path output) {
    var errors = given.compile(given.sources(), compiler, below, output);
    if (!errors.isEmpty() && !given.hasAllMarkers()) {
      return new Salvage(errors, Map.of(), false);
    }
    var takenOut = new LinkedHashMap<ExerciseId, CompileError>();
    var left = errors;
    while (!left.isEmpty()) {
      var found = new LinkedHashMap<ExerciseId, CompileError>();
      for (var e : left) {
        var error = given.inGiven(e);
        given.suspects(error).forEach(id -> found.putIfAbsent(id, error));
      }
      found.keySet().removeIf(id -> takenOut.containsKey(id) || given.isStub(id));
      if (found.isEmpty()) {
        // A head that was changed in one region may be refused where the method is called.
        var first = given.inGiven(left.getFirst());
        given.changedRegions().forEach(id -> found.put(id, first));
        found.keySet().removeAll(takenOut.keySet());
      }
      if (found.isEmpty()) {
        return new Salvage(errors, Map.of(), false);
      }
      takenOut.putAll(found);
      left = given.compile(given.stubbed(takenOut.keySet()), compiler, below, output);
    }
    return new Salvage(errors, takenOut, true);
  }
}
