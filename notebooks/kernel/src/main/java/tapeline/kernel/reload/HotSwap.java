package tapeline.kernel.reload;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.Arrays;

/// Gives the loaded classes of the course new code. Objects and variables stay; it works as long as
/// only the bodies of their methods have changed, and no file that they may have read.
final class HotSwap {
  private HotSwap() {}

  /// Whether the generation's classes now are those of `now`; if not, nothing has changed. Classes
  /// that no cell has used yet may have changed in any way.
  static boolean of(Generation generation, CourseClasses now) {
    if (!generation.course().others().equals(now.others())) {
      return false; // classes keep what they have read
    }
    var changed = new ArrayList<ClassDefinition>();
    for (var file : generation.course().files().entrySet()) {
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
    if (!redefined(changed.toArray(ClassDefinition[]::new))) {
      return false;
    }
    generation.noteCourse(now);
    return true;
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
        | LinkageError e) {
      return false;
    }
  }
}
