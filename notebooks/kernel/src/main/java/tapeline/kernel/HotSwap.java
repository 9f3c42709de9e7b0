package tapeline.kernel;

import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.Arrays;

/// Gives the loaded classes of the course the code that their class files have now. Objects and
/// variables stay; it works as long as only the bodies of methods changed.
final class HotSwap {
  private HotSwap() {}

  /// Whether all classes that the generation has loaded now have the code of their class files.
  static boolean of(Generation generation) {
    try {
      var changed = new ArrayList<ClassDefinition>();
      for (var type : generation.courseClasses()) {
        var now = generation.read(type.getName());
        if (now == null) {
          return false;
        }
        if (!Arrays.equals(now, generation.bytes(type.getName()))) {
          changed.add(new ClassDefinition(type, Weaver.weave(now)));
        }
      }
      if (changed.isEmpty()) {
        return true;
      }
      var agent = Agent.get();
      if (agent == null) {
        return false;
      }
      agent.redefineClasses(changed.toArray(ClassDefinition[]::new));
      for (var c : changed) {
        var name = c.getDefinitionClass().getName();
        var now = generation.read(name);
        if (now != null) {
          generation.noteBytes(name, now);
        }
      }
      return true;
    } catch (UnsupportedOperationException
        | ClassNotFoundException
        | UnmodifiableClassException
        | LinkageError
        | IOException e) {
      return false;
    }
  }
}
