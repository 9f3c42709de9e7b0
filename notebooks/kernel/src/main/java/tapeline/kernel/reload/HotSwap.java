package tapeline.kernel.reload;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.Arrays;

/// Gives the loaded classes of the course new code. Objects and variables stay; it works as long as
/// only the bodies of their methods have changed, and no file that they may have read.
///
/// Static fields keep their values, those too that a cell has set: no initialiser is run again. A
/// changed class whose [shape][ClassShape] is another, or any class whose static initialiser
/// failed, therefore needs a new generation, in which all of them begin anew.
final class HotSwap {
  private HotSwap() {}

  /// Returns whether the generation's classes now are those of `now`; if not, it keeps its own.
  /// Classes that no cell has used yet may have changed in any way.
  static boolean of(Generation generation, CourseClasses now) {
    var before = generation.course();
    if (generation.hasFailed() || !before.others().equals(now.others())) {
      return false; // classes keep what they have read
    }
    // First of all: to verify new code the JVM loads classes, and those have to be new as well.
    generation.noteCourse(now);
    if (swapped(generation, before, now)) {
      return true;
    }
    generation.noteCourse(before);
    return false;
  }

  private static boolean swapped(Generation generation, CourseClasses before, CourseClasses now) {
    var changed = new ArrayList<ClassDefinition>();
    for (var file : before.files().entrySet()) {
      var loaded = generation.loaded(file.getKey());
      var fresh = now.files().get(file.getKey());
      if (loaded == null || Arrays.equals(fresh, file.getValue())) {
        continue;
      }
      if (fresh == null || !ClassShape.of(fresh).equals(ClassShape.of(file.getValue()))) {
        return false;
      }
      changed.add(new ClassDefinition(loaded, generation.woven(fresh)));
    }
    return redefined(changed.toArray(ClassDefinition[]::new));
  }

  private static boolean redefined(ClassDefinition[] changed) {
    if (changed.length == 0) {
      return true;
    }
    var agent = Agent.get();
    if (agent == null) {
      return false;
    }
    try {
      agent.redefineClasses(changed);
      return true;
    } catch (UnsupportedOperationException
        | ClassNotFoundException
        | UnmodifiableClassException
        | LinkageError
        | InternalError e) { // the last: a class whose static initialiser has thrown
      return false;
    }
  }
}
